import { isSafeTransport } from '../../identity/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { PhonesPorts } from '../ports.ts';

/** Why no phone can sign in: no HTTPS, not with this credential, or switched off by the operator. */
export type UnavailabilityReason =
  | 'https_required'
  | 'application_passwords_unsupported'
  | 'application_passwords_disabled_by_filter';

/** Whether the caller can sign in a phone, and why not. */
export interface PhoneAvailability {
  readonly reason: UnavailabilityReason | null;
}

/** Returns whether the caller can sign in a phone. */
export const readPhoneAvailability = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ settings }: PhonesPorts) =>
    async (actor, { siteUrl }: { readonly siteUrl: string }): Promise<PhoneAvailability> => {
      const isSecureSite = settings.siteEnvironment === 'local' || siteUrl.toLowerCase().startsWith('https://');
      if (!isSafeTransport(settings, actor) || !isSecureSite) return { reason: 'https_required' };
      if (!settings.applicationPasswords) return { reason: 'application_passwords_disabled_by_filter' };
      return { reason: actor.credential?.isLimited ? 'application_passwords_unsupported' : null };
    },
);
