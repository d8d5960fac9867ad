import { type Route, route, section } from '../../interface/route.ts';
import {
  choice,
  dateTime,
  flag,
  integer,
  listOf,
  namedObject,
  objectOf,
  paging,
  pathId,
  text,
  totalsByStatus,
} from '../../interface/schema.ts';
import {
  countMailsByStatus,
  type MailRecord,
  type MailSummary,
  mailStatuses,
  searchMails,
  showMail,
} from '../index.ts';

const summaryMembers = {
  id: integer(),
  status: choice(mailStatuses),
  to: listOf(text(), { description: 'Addresses it is sent to.' }),
  from: text(),
  subject: text(),
  attempts: integer({ description: 'Attempts to deliver it.' }),
  error: objectOf(
    { code: text(), message: text() },
    { nullable: true, description: 'Why the last attempt failed, or which recipients were refused.' },
  ),
  is_redacted: flag({ description: 'Its body gave access to an account: it is not kept, and cannot be sent again.' }),
  resent_of: integer({ nullable: true, description: 'The mail that it repeats.' }),
  created_at: dateTime(),
  ended_at: dateTime({ nullable: true, description: 'When it was sent or given up.' }),
};

const mailShape = namedObject('Mail', summaryMembers);
const mailDetailsShape = namedObject('MailDetails', {
  ...summaryMembers,
  original_to: listOf(text(), { description: 'Addresses of the first message.' }),
  headers: text({ description: 'Headers that were asked for, one a line.' }),
  transport: text({ description: '`smtp` or `folder`.' }),
  transport_uri: text({ description: 'The mail server or the folder, without credentials.' }),
  text: text({ nullable: true, description: 'The body as plain text; null where it is not kept.' }),
  transcript: text({ description: 'The dialogue with the mail server of all attempts, without credentials.' }),
});

const presentMail = (mail: MailSummary) => ({
  id: mail.id,
  status: mail.status,
  to: mail.to,
  from: mail.from,
  subject: mail.subject,
  attempts: mail.attempts,
  error: mail.fault && { code: mail.fault.code, message: mail.fault.message },
  is_redacted: mail.isRedacted,
  resent_of: mail.resentOf,
  created_at: mail.createdAt.toISOString(),
  ended_at: mail.endedAt?.toISOString() ?? null,
});

const presentMailDetails = (mail: MailRecord) => ({
  ...presentMail(mail),
  original_to: mail.originalTo,
  headers: mail.headers,
  transport: mail.transport,
  transport_uri: mail.transportUri,
  text: mail.body?.text ?? null,
  transcript: mail.transcript,
});

const q = text({ maxLength: 200, description: 'Part of subject, recipients or error.' });

/** Routes of the mail log; the shop interface sends mails again. */
export const mailRoutes: readonly Route[] = section(
  'Mail log',
  route({
    methods: ['GET'],
    path: '/mails',
    summary: 'List records of the mail log, the newest first.',
    params: {
      ...paging,
      status: choice(mailStatuses, { description: 'Only those in this state.' }),
      q,
    },
    useCase: searchMails,
    present: presentMail,
    returns: listOf(mailShape),
  }),
  route({
    methods: ['GET'],
    path: '/mails/totals',
    summary: 'Count records of the mail log by status.',
    params: { q },
    useCase: countMailsByStatus,
    present: (totals) => totals,
    returns: totalsByStatus('MailTotals', mailStatuses),
  }),
  route({
    methods: ['GET'],
    path: '/mails/{id}',
    summary: 'Read one record of the mail log with its text and its dialogue with the mail server.',
    params: { id: pathId },
    useCase: showMail,
    present: ({ record }) => presentMailDetails(record),
    returns: mailDetailsShape,
  }),
);
