import type { ScreenRow } from '../shell/screen.ts';

/** The mail log. */
export const mailScreens: readonly ScreenRow[] = [
  {
    name: 'mail',
    path: '/mail',
    needs: ['read_mail_log'],
    load: async () => (await import('./mails-screen.tsx')).MailsScreen,
    menu: { group: 'system', icon: 'mail' },
  },
  {
    name: 'mail-record',
    path: '/mail/$id',
    needs: ['read_mail_log'],
    load: async () => (await import('./mail-screen.tsx')).MailScreen,
  },
];
