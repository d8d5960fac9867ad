import { useCase } from '../../kernel/use-case.ts';
import type { NotificationPorts } from '../ports.ts';

/** The option that stores whether the advertisement of the dashboard is minimised. */
const MINIMIZED = 'shop_mail_dashboard_ad';

/** States of the advertisement of the dashboard. */
export const adStates = ['minimize', 'maximize'] as const;

/** Minimises or maximises the advertisement of the dashboard, for all accounts. */
export const setDashboardAd = useCase(
  { access: 'read_mail_log', effect: 'write', audit: 'mail.dashboard.ad' },
  ({ options, clock }: NotificationPorts) =>
    async (_, { state }: { readonly state: (typeof adStates)[number] }, { note }): Promise<void> => {
      note({ target: { type: 'option', id: MINIMIZED } });
      await options.write(new Map([[MINIMIZED, state]]), clock.now());
    },
);
