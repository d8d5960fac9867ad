import type { ScreenRow } from '../shell/screen.ts';

const needs = ['manage_store'];
const products = ['manage_store', 'edit_products'];

/** Screens of the records of the shop. */
export const shopScreens: readonly ScreenRow[] = [
  {
    name: 'orders',
    path: '/orders',
    needs,
    load: async () => (await import('./orders-screen.tsx')).OrdersScreen,
    menu: { group: 'shop', icon: 'orders', key: 'd', onPhone: true },
  },
  { name: 'order', path: '/orders/$id', needs, load: async () => (await import('./order-screen.tsx')).OrderScreen },
  {
    name: 'products',
    path: '/products',
    needs: products,
    load: async () => (await import('./products-screen.tsx')).ProductsScreen,
    menu: { group: 'shop', icon: 'products', key: 'p' },
  },
  {
    name: 'product-categories',
    path: '/products/categories',
    needs,
    load: async () => (await import('./categories/categories-screen.tsx')).ProductCategoriesScreen,
  },
  {
    name: 'product',
    path: '/products/$id',
    needs: products,
    load: async () => (await import('./product-screen.tsx')).ProductScreen,
  },
  {
    name: 'customers',
    path: '/customers',
    needs,
    load: async () => (await import('./customers-screen.tsx')).CustomersScreen,
    menu: { group: 'shop', icon: 'customers', key: 'c' },
  },
  {
    name: 'customer',
    path: '/customers/$id',
    needs,
    load: async () => (await import('./customer-screen.tsx')).CustomerScreen,
  },
  {
    name: 'coupons',
    path: '/coupons',
    needs,
    load: async () => (await import('./coupons-screen.tsx')).CouponsScreen,
    menu: { group: 'shop', icon: 'coupons' },
  },
  {
    name: 'tax-rates',
    path: '/tax-rates',
    needs,
    load: async () => (await import('./rates-screen.tsx')).RatesScreen,
    menu: { group: 'shop', icon: 'rates' },
  },
];
