import type { ScreenRow } from '../shell/screen.ts';
import { OverviewScreen } from './overview-screen.tsx';

/** The first screen. */
export const overviewScreens: readonly ScreenRow[] = [
  {
    name: 'overview',
    path: '/',
    needs: ['manage_store'],
    // Part of the first load.
    load: async () => OverviewScreen,
    menu: { group: 'start', icon: 'overview', key: 'o', onPhone: true },
  },
];
