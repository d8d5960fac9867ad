import { offsetOf, type Page, type PageRequest } from '../../kernel/page.ts';
import { type StatusTotals, statusTotals } from '../../kernel/records/status-totals.ts';
import { useCase } from '../../kernel/use-case.ts';
import { zoneNamed } from '../../kernel/zone.ts';
import {
  type MailCounts,
  type MailFilter,
  type MailRecord,
  type MailStatus,
  type MailSummary,
  mailStatuses,
} from '../../mail/index.ts';
import { noSuchMail } from '../errors.ts';
import { type MailView, signView } from '../mail-view.ts';
import type { NotificationPorts } from '../ports.ts';

/** A part of the mail log, the newest first. */
export interface ListMailsInput extends MailFilter {
  /** Number of records to skip. */
  readonly offset: number;
  readonly limit: number;
}

/** Records of the mail log, and what is needed to show their times. */
export interface MailListing {
  readonly mails: readonly MailSummary[];
  /** Number of all records that match. */
  readonly total: number;
  /** Time zone of the shop. */
  readonly timeZone: string;
  readonly now: Date;
}

/** Lists records of the mail log. */
export const listMails = useCase(
  { access: 'read_mail_log', effect: 'read' },
  ({ mailLog, shopSettings, clock }: NotificationPorts) =>
    async (_, { offset, limit, ...filter }: ListMailsInput): Promise<MailListing> => {
      const { entries: mails, total } = await mailLog.list(filter, { offset, limit });
      const { timeZone } = await shopSettings.read();
      return { mails, total, timeZone, now: clock.now() };
    },
);

const queryIn = (q: string | undefined): Pick<MailFilter, 'query'> => (q === undefined || q === '' ? {} : { query: q });

/** Filter and page of the mail log. */
export interface SearchMailsInput extends Pick<MailFilter, 'status'>, PageRequest {
  /** Part of subject, recipients or error, case ignored. */
  readonly q?: string;
}

/** Searches the mail log, the newest records first. */
export const searchMails = useCase(
  { access: 'read_mail_log', effect: 'read' },
  ({ mailLog }: NotificationPorts) =>
    async (_, { page, perPage, q, status }: SearchMailsInput): Promise<Page<MailSummary>> =>
      mailLog.list(
        { ...(status !== undefined && { status }), ...queryIn(q) },
        { offset: offsetOf({ page, perPage }), limit: perPage },
      ),
);

/** Filter of the mail log. */
export type CountMailsByStatusInput = Pick<SearchMailsInput, 'q'>;

/** Counts the records of the mail log by status. */
export const countMailsByStatus = useCase(
  { access: 'read_mail_log', effect: 'read' },
  ({ mailLog }: NotificationPorts) =>
    async (_, { q }: CountMailsByStatusInput): Promise<StatusTotals<MailStatus>> =>
      statusTotals(mailStatuses, await mailLog.countByStatus(queryIn(q))),
);

/** A record of the mail log, and the signed address of its content. */
export interface ShownMail {
  readonly record: MailRecord;
  /** Undefined without a signing key. */
  readonly view: MailView | undefined;
  /** Time zone of the shop. */
  readonly timeZone: string;
}

/**
 * Reads one record of the mail log with body and transcript.
 * @throws DomainError `mail_unknown`
 */
export const showMail = useCase(
  { access: 'read_mail_log', effect: 'read', refusals: { 'not-found': ['mail_unknown'] } },
  (ports: NotificationPorts) =>
    async (_, { id }: { readonly id?: number }): Promise<ShownMail> => {
      const record = id === undefined ? undefined : await ports.mailLog.find(id);
      if (!record) throw noSuchMail();
      const { timeZone } = await ports.shopSettings.read();
      return { record, view: signView(ports, record.id, 'log'), timeZone };
    },
);

/** Periods that mails are counted in: since midnight, since midnight a week ago, since midnight a month ago. */
export const mailPeriods = ['day', 'week', 'month'] as const;

/** Counts the mails of a period, in the time zone of the shop. */
export const countMails = useCase(
  { access: 'read_mail_log', effect: 'read' },
  ({ mailLog, shopSettings, clock }: NotificationPorts) =>
    async (_, { period }: { readonly period: (typeof mailPeriods)[number] }): Promise<MailCounts> => {
      const { timeZone } = await shopSettings.read();
      return mailLog.count(startOf(period, clock.now(), timeZone));
    },
);

function startOf(period: (typeof mailPeriods)[number], now: Date, timeZone: string): Date {
  const zone = zoneNamed(timeZone);
  const midnight = new Date(`${zone.toLocal(now).slice(0, 10)}T00:00:00Z`);
  if (period === 'week') midnight.setUTCDate(midnight.getUTCDate() - 7);
  if (period === 'month') monthBefore(midnight);
  return zone.toInstant(`${midnight.toISOString().slice(0, 10)} 00:00:00`);
}

/** The same day of the month before, or its last day if it is shorter. */
function monthBefore(day: Date): void {
  const date = day.getUTCDate();
  day.setUTCDate(0);
  day.setUTCDate(Math.min(date, day.getUTCDate()));
}

const change = (action: string, member: 'openedAt' | 'dismissedAt') =>
  useCase(
    { access: 'read_mail_log', effect: 'write', audit: action, refusals: { 'not-found': ['mail_unknown'] } },
    ({ mailLog, clock }: NotificationPorts) =>
      async (_, { id }: { readonly id?: number }, { note }): Promise<MailSummary> => {
        const record = id === undefined ? undefined : await mailLog.change(id, { [member]: clock.now() });
        if (!record) throw noSuchMail();
        note({ target: { type: 'mail', id: record.id } });
        return record;
      },
  );

/**
 * Marks the notice of a failed mail as opened.
 * @throws DomainError `mail_unknown`
 */
export const openMailNotice = change('mail.notice.open', 'openedAt');
/**
 * Removes the notice of a failed mail from the dashboard; the record remains.
 * @throws DomainError `mail_unknown`
 */
export const removeMailNotice = change('mail.notice.remove', 'dismissedAt');

const DAY = 24 * 3_600_000;
/** Records per batch, so that locks are short and the work can be interrupted between batches. */
const BATCH_SIZE = 1_000;

/** Deletes one batch of the records past their retention; returns the number deleted, 0 when none are left. */
export const forgetMails = useCase(
  { access: 'manage_system', effect: 'write' },
  ({ mailLog, clock, settings }: NotificationPorts) =>
    async (_, __: object): Promise<number> => {
      const { mailLogDays: days, mailLogRecords: keep } = settings;
      const before = days === 0 ? null : new Date(clock.now().getTime() - days * DAY);
      return mailLog.forget({ before, keep }, BATCH_SIZE);
    },
);
