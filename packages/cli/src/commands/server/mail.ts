import { DomainError } from '@backroom/core';
import { choice, flag, integer, snake, text } from '@backroom/core/interface';
import {
  createPairingCode,
  listMails,
  type MailStatusReport,
  type MailSummary,
  mailStatuses,
  pairingLink,
  readMailStatus,
  resendMail,
  showMail,
  unpairPhone,
} from '@backroom/core/notifications';
import { type Command, command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { pairs, table } from '../../print.ts';

const id = integer({ required: true, minimum: 1, maximum: 2_147_483_647, description: 'The id of a mail.' });

const list = command({
  name: 'mail list',
  group: 'Run the server',
  summary: 'List mails of the mail log, the newest first.',
  examples: ['backroom mail list', 'backroom mail list --status failed --query anna@'],
  flags: {
    status: choice(mailStatuses, { description: 'Only mails in this state.' }),
    query: text({ maxLength: 200, description: 'Part of subject, recipients or error.' }),
    limit: integer({ default: 50, minimum: 1, maximum: 500, description: 'Maximum mails.' }),
    page: integer({ default: 1, minimum: 1, maximum: 1_000_000, description: 'The page of the list.' }),
  },
  async run({ print, run }, { limit, page, ...filter }) {
    const { mails, total } = await run(listMails, { ...filter, offset: (page - 1) * limit, limit });
    print.result(mails.map(documentOf), table(headings, mails.map(rowOf)));
    if (total > mails.length) print.say(`${mails.length} of ${total} mails; --page and --limit show others.`);
  },
});

const show = command({
  name: 'mail show',
  group: 'Run the server',
  summary: 'Show one mail, or its dialogue with the mail server.',
  examples: ['backroom mail show 17', 'backroom mail show 17 --transcript'],
  args: { id },
  flags: { transcript: flag({ description: 'The dialogue with the mail server, without credentials.' }) },
  async run({ print, run }, { transcript: isTranscript, ...given }) {
    const { record } = await run(showMail, given);
    const { body, sealedBody: _, transcript, ...summary } = record;
    const document = { ...documentOf(summary), text: body?.text ?? null, transcript };
    print.result(
      document,
      isTranscript ? transcript.split('\n') : [...pairs(flat(summary)), '', body?.text ?? redacted],
    );
  },
});

const resend = command({
  name: 'mail resend',
  group: 'Run the server',
  summary: 'Send a mail again as a new one, to its original recipients or to others.',
  examples: ['backroom mail resend 17', 'backroom mail resend 17 --to anna@shop.example'],
  args: { id },
  flags: { to: text({ maxLength: 2_000, description: 'Addresses, separated by commas.' }) },
  async run({ print, run }, { id: original, to }) {
    const sentTo = to === undefined ? {} : { sentTo: to.split(',') };
    const { record } = await run(resendMail, { id: original, ...sentTo, isDetached: true }).catch(namingFlag);
    print.say(`Queued as mail ${record.id}; a worker sends it: backroom mail show ${record.id}`);
    print.result(documentOf(record), [String(record.id)]);
  },
});

/** Names the flag in a refusal of its value. */
function namingFlag(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const fields = error.details.fields?.map((each) =>
    each.path[0] === 'sentTo' ? { ...each, path: ['--to'], isForeign: true } : each,
  );
  throw new DomainError(error.kind, error.code, error.message, { ...error.details, ...(fields && { fields }) }, error);
}

const pair = command({
  name: 'mail pair',
  group: 'Run the server',
  summary: 'Show a one-time code that pairs the phone for the mail log within ten minutes.',
  examples: ['backroom mail pair'],
  async run(context) {
    const { shopNames } = await context.settings({}, { needsKeys: false });
    const { url: baseUrl } = await context.backend();
    const { code, expiresAt } = await context.run(createPairingCode, {});
    const link = pairingLink(shopNames.appScheme, { baseUrl, code });
    const { default: QRCode } = await import('qrcode');
    const picture = await QRCode.toString(link, { type: 'utf8', errorCorrectionLevel: 'L' });
    context.print.say(`Scan this code with the app, or type it. It works once, until ${expiresAt.toISOString()}.`);
    context.print.result({ code, link, expires_at: expiresAt.toISOString() }, [picture.trimEnd(), code]);
  },
});

const unpair = command({
  name: 'mail unpair',
  group: 'Run the server',
  summary: 'End the pairing of the phone, and void its code.',
  examples: ['backroom mail unpair'],
  async run(context) {
    await context.confirm('End the pairing of the phone?');
    const { device } = await context.run(unpairPhone, {});
    context.print.say(device === null ? 'The code is void.' : `“${device}” cannot read the mail log any more.`);
    context.print.result({ device }, []);
  },
});

const status = command({
  name: 'mail status',
  group: 'Run the server',
  summary: 'Show how mail is sent, the numbers of the last 24 hours, and the paired phone.',
  examples: ['backroom mail status'],
  async run(context: Context) {
    const report = await context.run(readMailStatus, {});
    const { outbound } = await context.settings({}, { needsKeys: false });
    context.print.result(statusDocument(report, outbound.allow), pairs(statusLines(report, outbound.allow)));
  },
});

const redacted = '(The content is not stored, because it gave access to an account.)';
const headings = ['id', 'status', 'to', 'subject', 'attempts', 'created', 'error'];

const rowOf = (mail: MailSummary) => [
  mail.id,
  mail.status,
  mail.to.join(', '),
  plain(mail.subject),
  mail.attempts,
  mail.createdAt.toISOString(),
  mail.fault?.code,
];

/** Without control characters, which could change what the terminal shows. */
const plain = (value: string): string => value.replace(/\p{Cc}+/gu, ' ');

const shown = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? plain(value) : value;
};

const documentOf = (mail: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(mail)
      .filter(([name]) => !['body', 'sealedBody', 'transcript'].includes(name))
      .map(([name, value]) => [snake(name), value instanceof Date ? value.toISOString() : value]),
  );

const flat = ({ to, originalTo, fault, ...others }: MailSummary): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries({
      ...others,
      to: to.join(', '),
      originalTo: originalTo.join(', '),
      error: fault && `${fault.code}: ${fault.message}`,
    }).map(([name, value]) => [snake(name), shown(value)]),
  );

const statusDocument = ({ phone, codeExpiresAt, counts, ...route }: MailStatusReport, allow: readonly string[]) => ({
  ...route,
  last_24_hours: counts,
  code_expires_at: codeExpiresAt?.toISOString() ?? null,
  phone: phone && {
    device: phone.device,
    paired_at: phone.pairedAt.toISOString(),
    push_url: phone.pushUrl,
    last_push: phone.lastPush && { at: phone.lastPush.at.toISOString(), error: phone.lastPush.fault },
  },
  outbound_allow: allow,
});

function statusLines(report: MailStatusReport, allow: readonly string[]): Readonly<Record<string, unknown>> {
  const { counts, phone } = report;
  const outcome = phone?.lastPush && (phone.lastPush.fault ?? 'delivered');
  return {
    transport: `${report.transport} ${report.uri}`,
    from: report.from,
    'last 24 hours': `${counts.sent} sent, ${counts.failed} failed, ${counts.queued} queued`,
    phone: phone && `${plain(phone.device)}, since ${phone.pairedAt.toISOString()}`,
    code: report.codeExpiresAt && `waits for a phone until ${report.codeExpiresAt.toISOString()}`,
    'push messages': phone?.pushUrl,
    'last push': phone?.lastPush && `${outcome}, ${phone.lastPush.at.toISOString()}`,
    'private addresses': allow.length === 0 ? 'none (OUTBOUND_ALLOW)' : `${allow.join(', ')} (OUTBOUND_ALLOW)`,
  };
}

/** Reads the mail log, sends mails again, and pairs the phone. */
export const mail: readonly Command[] = [list, show, resend, pair, unpair, status];
