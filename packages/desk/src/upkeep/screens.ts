import type { ScreenRow } from '../shell/screen.ts';

/** Extensions and themes. */
export const upkeepScreens: readonly ScreenRow[] = [
  {
    name: 'extensions',
    path: '/extensions',
    needs: ['manage_extensions'],
    load: async () => (await import('./extensions-screen.tsx')).ExtensionsScreen,
    menu: { group: 'system', icon: 'extensions' },
  },
  {
    name: 'extension',
    path: '/extensions/$slug',
    needs: ['manage_extensions'],
    load: async () => (await import('./extension-screen.tsx')).ExtensionScreen,
  },
  {
    name: 'themes',
    path: '/themes',
    needs: ['manage_themes'],
    load: async () => (await import('./themes-screen.tsx')).ThemesScreen,
    menu: { group: 'system', icon: 'theme' },
  },
];
