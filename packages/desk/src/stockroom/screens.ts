import type { ScreenRow } from '../shell/screen.ts';

const needs = ['read_inventory'];

/** Screens of the stockroom: items, the ledger, receipts, counts, places. */
export const stockroomScreens: readonly ScreenRow[] = [
  {
    name: 'stockroom',
    path: '/stockroom',
    needs,
    load: async () => (await import('./stockroom-screen.tsx')).StockroomScreen,
    menu: { group: 'shop', icon: 'stockroom', key: 's', onPhone: true },
  },
  {
    name: 'item',
    path: '/stockroom/items/$id',
    needs,
    load: async () => (await import('./item-screen.tsx')).ItemScreen,
  },
  {
    name: 'ledger',
    path: '/stockroom/ledger',
    needs,
    load: async () => (await import('./ledger/ledger-screen.tsx')).LedgerScreen,
  },
  {
    name: 'receive',
    path: '/stockroom/receive',
    needs: ['record_operations'],
    load: async () => (await import('./receive-screen.tsx')).ReceiveScreen,
  },
  {
    name: 'count',
    path: '/stockroom/count',
    needs: ['record_operations'],
    load: async () => (await import('./count-screen.tsx')).CountScreen,
  },
  {
    name: 'places',
    path: '/stockroom/places',
    needs: ['manage_inventory'],
    load: async () => (await import('./places-screen.tsx')).PlacesScreen,
  },
  {
    name: 'item-categories',
    path: '/stockroom/categories',
    needs,
    load: async () => (await import('./categories-screen.tsx')).ItemCategoriesScreen,
  },
  {
    name: 'import-items',
    path: '/stockroom/import',
    needs: ['manage_inventory'],
    load: async () => (await import('./import-screen.tsx')).ImportScreen,
  },
];
