import type { ScreenRow } from '../shell/screen.ts';

/** Screens of administrators, and of one's own account. */
export const systemScreens: readonly ScreenRow[] = [
  {
    name: 'jobs',
    path: '/jobs',
    needs: ['manage_system', 'manage_store'],
    load: async () => (await import('./jobs-screen.tsx')).JobsScreen,
    menu: { group: 'system', icon: 'jobs', key: 'j' },
  },
  {
    name: 'people',
    path: '/people',
    needs: ['manage_users'],
    load: async () => (await import('./people-screen.tsx')).PeopleScreen,
    menu: { group: 'system', icon: 'people' },
  },
  {
    name: 'audit',
    path: '/audit',
    needs: ['manage_system'],
    load: async () => (await import('./audit-screen.tsx')).AuditScreen,
    menu: { group: 'system', icon: 'audit' },
  },
  {
    name: 'settings',
    path: '/settings',
    needs: ['manage_settings'],
    load: async () => (await import('./settings-screen.tsx')).SettingsScreen,
    menu: { group: 'system', icon: 'settings' },
  },
  {
    name: 'account',
    path: '/account',
    load: async () => (await import('./account-screen.tsx')).AccountScreen,
  },
];
