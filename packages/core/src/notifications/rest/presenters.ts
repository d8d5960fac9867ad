import type { LinkContext } from '../../interface/shop/link-context.ts';
import { BAD_GATEWAY, OK } from '../../interface/status.ts';
import { escapeHtml } from '../../kernel/formats/markup.ts';
import { zoneNamed } from '../../kernel/zone.ts';
import type { MailRecord, MailStatus, MailSummary } from '../index.ts';
import type { MailView } from '../mail-view.ts';

/** Delivery states as the dashboard shows them. */
const shownStatus: Readonly<Record<MailStatus, string>> = { sent: 'success', queued: 'in_queue', failed: 'failed' };

/** The outcome as one text: `1` for a sent mail, `In Queue`, or the error. */
export const outcomeText = ({ status, fault }: MailSummary): string => {
  if (status === 'sent') return '1';
  return status === 'queued' ? 'In Queue' : (fault?.message ?? 'Unknown error');
};

/** Status code of a resend by its outcome; a queued mail is still being sent. */
export const resentStatus: Readonly<Record<MailStatus, number>> = { sent: OK, queued: OK, failed: BAD_GATEWAY };

const addresses = (list: readonly string[]): string => list.join(', ');
const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000);

/** A row of the list for the paired phone. */
export const presentPhoneRow = (mail: MailSummary) => ({
  id: mail.id,
  original_subject: mail.subject,
  to_header: addresses(mail.to),
  success: outcomeText(mail),
  time: seconds(mail.createdAt),
});

/** The same with the status. */
export const presentStatusRow = (mail: MailSummary) => ({ ...presentPhoneRow(mail), status: mail.status });

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A time in the zone of the shop: `March 01, 2026 10:00 am`. */
export function siteTime(time: Date, timeZone: string): string {
  const [date = '', clock = ''] = zoneNamed(timeZone).toLocal(time).split(' ');
  const [year, month, day] = date.split('-');
  const [hour = '', minute] = clock.split(':');
  const half = Number(hour) < 12 ? 'am' : 'pm';
  const shownHour = String(Number(hour) % 12 || 12).padStart(2, '0');
  return `${months[Number(month) - 1]} ${day}, ${year} ${shownHour}:${minute} ${half}`;
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['min', 60],
] as const;

/** The time that has passed, in its largest unit: `2 hours`. */
export function elapsed(since: Date, now: Date): string {
  const passed = Math.max(1, Math.floor((now.getTime() - since.getTime()) / 1_000));
  const [name, length] = units.find(([, each]) => passed >= each) ?? ['second', 1];
  const count = Math.floor(passed / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** A mail with its time in the zone of the shop. */
export const presentDashboardRow = (mail: MailSummary, timeZone: string) => ({
  id: mail.id,
  subject: mail.subject,
  sent_to: addresses(mail.to),
  delivery_time: siteTime(mail.createdAt, timeZone),
  time: mail.createdAt.toISOString(),
  status: shownStatus[mail.status],
  ...(mail.status === 'failed' && { error: mail.fault?.message ?? '' }),
});

/** The notice of a failed mail. */
export const presentNotice = (mail: MailSummary, now: Date) => ({
  id: mail.id,
  subject: mail.subject,
  sent_to: addresses(mail.to),
  status: shownStatus[mail.status],
  delivery_time: elapsed(mail.createdAt, now),
  opened: mail.openedAt !== null,
  error: mail.fault?.message ?? '',
});

/** All members of a record as HTML text, and the address of its content. */
export const presentDetails = (
  mail: MailRecord,
  { timeZone, logUrl }: { readonly timeZone: string; readonly logUrl: string | null },
) => {
  const texts = {
    solution: mail.transport,
    success: outcomeText(mail),
    from_header: mail.from,
    to_header: addresses(mail.to),
    cc_header: '',
    bcc_header: '',
    reply_to_header: '',
    transport_uri: mail.transportUri,
    original_to: addresses(mail.originalTo),
    original_subject: mail.subject,
    original_headers: mail.headers,
    session_transcript: mail.transcript,
    time: siteTime(mail.createdAt, timeZone),
  };
  return {
    id: mail.id,
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, escapeHtml(text)])),
    status: mail.status,
    redacted: mail.isRedacted,
    resent_of: mail.resentOf,
    log_url: logUrl,
  };
};

/** The absolute address of a signed view. */
export function viewUrl({ baseUrl, names }: LinkContext, { id, type, expires, signature }: MailView): string {
  const query = Object.entries({ id, type, expires, signature }).map(([name, value]) => `${name}=${value}`);
  return `${baseUrl}/${names.adminPath}/mail-view?${query.join('&')}`;
}
