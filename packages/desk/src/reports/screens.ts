import type { ScreenRow } from '../shell/screen.ts';

/** The list of reports, and one screen for all of them. */
export const reportScreens: readonly ScreenRow[] = [
  {
    name: 'reports',
    path: '/reports',
    needs: ['manage_store'],
    load: async () => (await import('./reports-screen.tsx')).ReportsScreen,
    menu: { group: 'start', icon: 'reports', key: 'r', onPhone: true },
  },
  {
    name: 'meanings',
    path: '/reports/meanings',
    needs: ['manage_store'],
    load: async () => (await import('./meanings-screen.tsx')).MeaningsScreen,
  },
  {
    name: 'report',
    path: '/reports/$slug',
    needs: ['manage_store'],
    load: async () => (await import('./report-screen.tsx')).ReportScreen,
  },
];
