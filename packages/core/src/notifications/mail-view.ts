import { type SignedAddress, signAddress } from '../files/index.ts';
import type { NotificationPorts } from './ports.ts';

/** What is shown of a mail: its content, or its dialogue with the mail server. */
export const mailViewTypes = ['log', 'transcript'] as const;
/** One of `mailViewTypes`. */
export type MailViewType = (typeof mailViewTypes)[number];

/** Lifetime of a signed address (ms): five minutes. */
const VIEW_LIFETIME = 5 * 60_000;

/** The signed address of one view of one mail. */
export interface MailView extends SignedAddress {
  readonly id: number;
  readonly type: MailViewType;
}

/** The signed name of a view; no file has a name with a slash. */
export const viewName = (id: number, type: MailViewType): string => `mail/${id}/${type}`;

/** Signs the address of a view for five minutes; undefined without a signing key. */
export function signView(
  { signatures, clock }: Pick<NotificationPorts, 'signatures' | 'clock'>,
  id: number,
  type: MailViewType,
): MailView | undefined {
  const signed = signAddress(signatures, viewName(id, type), new Date(clock.now().getTime() + VIEW_LIFETIME));
  return signed && { ...signed, id, type };
}
