import type { ScreenRow } from '../shell/screen.ts';

/** The first screen. */
export const overviewScreens: readonly ScreenRow[] = [
  {
    name: 'overview',
    path: '/',
    needs: ['manage_store'],
    load: async () => (await import('./overview-screen.tsx')).OverviewScreen,
    menu: { group: 'start', icon: 'overview', key: 'o', onPhone: true },
  },
];
