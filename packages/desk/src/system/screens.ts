import type { ScreenRow } from '../shell/screen.ts';

/** Screens of administrators, and of one's own account. */
export const systemScreens: readonly ScreenRow[] = [
  {
    name: 'account',
    path: '/account',
    load: async () => (await import('./account-screen.tsx')).AccountScreen,
  },
];
