import { useCase } from '../../kernel/use-case.ts';
import type { PhonesPorts } from '../ports.ts';

/** A resource of the mobile app. */
export interface PhoneResource {
  readonly slug: string;
  readonly description: string;
}

const resources: readonly PhoneResource[] = [
  { slug: 'send-magic-link', description: 'Mail a link that signs in a phone.' },
  { slug: 'qr-login-availability', description: 'Whether a phone can sign in.' },
  { slug: 'qr-login-token', description: 'Make a code for a phone.' },
  { slug: 'qr-login-scan', description: 'Bind a code to the phone that scans it.' },
  { slug: 'qr-login-status', description: 'The state of a code.' },
  { slug: 'qr-login-approve', description: 'Choose the number that the phone shows.' },
  { slug: 'qr-login-session-status', description: 'The state of the session of a phone.' },
  { slug: 'qr-login-exchange', description: 'Exchange an approved code for a password.' },
  { slug: 'qr-login-revoke', description: 'Sign out a phone.' },
];

/** Lists the resources of the mobile app. */
export const listPhoneResources = useCase(
  { access: 'manage_store', effect: 'read' },
  (_: PhonesPorts) => async (): Promise<readonly PhoneResource[]> => resources,
);
