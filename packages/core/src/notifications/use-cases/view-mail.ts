import { verifyAddress } from '../../files/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { MailRecord } from '../../mail/index.ts';
import { mailViewGone } from '../errors.ts';
import { type MailViewType, mailViewTypes, viewName } from '../mail-view.ts';
import type { NotificationPorts } from '../ports.ts';

/** Unverified parts of the signed address of a mail. */
export interface ViewMailInput {
  readonly id: string;
  readonly type: string;
  readonly expires: string;
  readonly signature: string;
}

/** A mail, and what of it is shown. */
export interface ViewedMail {
  readonly record: MailRecord;
  readonly type: MailViewType;
}

/**
 * Opens a mail for a caller with its signed address.
 * @throws DomainError `mail_view_gone`
 */
export const viewMail = useCase(
  { access: 'anyone', effect: 'read', refusals: { 'not-found': ['mail_view_gone'] } },
  ({ mailLog, signatures, clock }: NotificationPorts) =>
    async (_, { id, type: named, expires, signature }: ViewMailInput): Promise<ViewedMail> => {
      const type = mailViewTypes.find((each) => each === named);
      if (type === undefined || !/^\d{1,10}$/.test(id)) throw mailViewGone();
      const sent = { expires: /^\d{1,15}$/.test(expires) ? Number(expires) : Number.NaN, signature, now: clock.now() };
      if (verifyAddress(signatures, viewName(Number(id), type), sent) !== 'good') throw mailViewGone();
      const record = await mailLog.find(Number(id));
      if (!record) throw mailViewGone();
      return { record, type };
    },
);
