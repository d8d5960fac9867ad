import type { ScreenRow } from '../shell/screen.ts';

/** Application passwords, phones and the directory. */
export const accessScreens: readonly ScreenRow[] = [
  {
    name: 'phones',
    path: '/phones',
    needs: ['manage_store'],
    load: async () => (await import('./phones-screen.tsx')).PhonesScreen,
    menu: { group: 'system', icon: 'phone' },
  },
  {
    name: 'directory',
    path: '/directory',
    needs: ['manage_system'],
    load: async () => (await import('./directory-screen.tsx')).DirectoryScreen,
    menu: { group: 'system', icon: 'directory' },
  },
  {
    name: 'passwords',
    path: '/account/passwords',
    load: async () => (await import('./passwords-screen.tsx')).OwnPasswordsScreen,
  },
  {
    name: 'passwords-of-person',
    path: '/people/$id/passwords',
    needs: ['manage_users'],
    load: async () => (await import('./passwords-screen.tsx')).PasswordsOfPersonScreen,
  },
];
