import type { OwnRefusal } from '../../interface/openapi/own-refusal.ts';
import { flag, integer, namedObject, text } from '../../interface/schema.ts';
import { type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import { OK } from '../../interface/status.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import {
  adStates,
  countMails,
  listMails,
  mailPeriods,
  openMailNotice,
  type ResentMail,
  removeMailNotice,
  resendMail,
  setDashboardAd,
  showMail,
} from '../index.ts';
import { presentDashboardRow, presentDetails, presentNotice, resentStatus, viewUrl } from './presenters.ts';

const DEFAULT_ROWS = 4;
const MOST_ROWS = 100;

const mailId = {
  id: {
    type: 'integer',
    minimum: 1,
    maximum: 2_147_483_647,
    published: false,
    description: 'The id of a mail.',
  },
} as const satisfies Schemas;

const done = (text: string, members: object = {}) => ({ success: true, message: text, status: OK, ...members });
const missing = (message: string): OwnRefusal => ({
  returns: namedObject('MailRefusal', { success: flag(), code: text(), message: text(), status: integer() }),
  body: ({ code, status }) => (code === 'mail_unknown' ? { success: false, code, message, status } : undefined),
});

const shape = (properties: Schemas = {}): Schema => ({
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    message: { type: 'string' },
    status: { type: 'integer' },
    ...properties,
  },
});

const rowShape: Schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    subject: { type: 'string' },
    sent_to: { type: 'string' },
    delivery_time: { type: 'string', description: 'In the time zone of the shop.' },
    status: { type: 'string', enum: ['success', 'in_queue', 'failed'] },
    time: { type: 'string', description: 'RFC 3339.' },
    error: { type: 'string', required: false, description: 'Of failed mails only.' },
  },
};

const noticeShape: Schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    subject: { type: 'string' },
    sent_to: { type: 'string' },
    status: { type: 'string', enum: ['failed'] },
    delivery_time: { type: 'string', description: 'Since the mail was written: `2 hours`.' },
    opened: { type: 'boolean' },
    error: { type: 'string' },
  },
};

function presentResent({ record, milliseconds }: ResentMail): object {
  const { status, fault, transcript } = record;
  const outcome = { id: record.id, status: resentStatus[status], transcript };
  if (status === 'failed') return { success: false, message: fault?.message ?? 'Unknown error', ...outcome };
  const text =
    status === 'sent'
      ? `The mail server took the mail (${milliseconds} ms).`
      : `The mail is queued (${milliseconds} ms).`;
  return { success: true, message: text, ...outcome };
}

/** The mail log for accounts that may read it. */
export const dashboardRoutes: readonly ShopRoute[] = [
  shopRoute({
    methods: ['GET'],
    path: '/maildash/v1/get-logs',
    summary: 'List the newest mails.',
    params: {
      page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1, published: false, description: 'The page.' },
      per_page: {
        type: 'integer',
        minimum: 1,
        maximum: MOST_ROWS,
        default: DEFAULT_ROWS,
        published: false,
        description: 'Mails of a page.',
      },
    },
    useCase: listMails,
    input: ({ page, perPage }) => ({ offset: (page - 1) * perPage, limit: perPage }),
    listOf: ({ total }) => ({ total }),
    present: ({ mails, timeZone }) =>
      done('Logs fetched', { logs: mails.map((mail) => presentDashboardRow(mail, timeZone)) }),
    returns: shape({ logs: { type: 'array', items: rowShape } }),
  }),
  shopRoute({
    methods: ['GET'],
    path: '/maildash/v1/get-details',
    summary: 'Read one mail: its members, or its dialogue with the mail server.',
    params: {
      ...mailId,
      type: {
        type: 'string',
        enum: ['show_transcript', 'show_view'],
        default: 'show_view',
        published: false,
        description: 'What is read.',
      },
    },
    useCase: showMail,
    input: ({ id }) => ({ ...(id !== undefined && { id }) }),
    present: ({ record, view, timeZone }, { given, around }) =>
      done('Details fetched', {
        details:
          given.type === 'show_transcript'
            ? { session_transcript: record.transcript }
            : presentDetails(record, { timeZone, logUrl: view ? viewUrl(around, view) : null }),
      }),
    refused: missing('Details not found'),
    returns: shape({ details: { type: 'object', additionalProperties: true } }),
  }),
  shopRoute({
    methods: ['POST'],
    path: '/maildash/v1/resend-email',
    summary: 'Send a mail again, to its original recipients or to others.',
    params: {
      ...mailId,
      sent_to: {
        type: 'array',
        items: { type: 'string' },
        maxItems: 20,
        divided: 'at commas',
        published: false,
        description: 'Addresses, separated by commas; the original ones unless given.',
      },
    },
    useCase: resendMail,
    statusOf: ({ record }) => resentStatus[record.status],
    present: presentResent,
    refused: missing('Error Resending Email'),
    returns: shape({ transcript: { type: 'string' }, id: { type: 'integer', description: 'The new record.' } }),
  }),
  shopRoute({
    methods: ['GET'],
    path: '/maildash/v1/email-count',
    summary: 'Count the mails of a day, a week or a month.',
    params: {
      period: { type: 'string', enum: mailPeriods, default: 'day', published: false, description: 'Until now.' },
      opened: { type: 'boolean', default: false, published: false, description: 'Count opened notices too.' },
    },
    useCase: countMails,
    input: ({ period }) => ({ period }),
    present: ({ sent, failed, queued, opened }, { given }) =>
      done('Count fetched', {
        count: { success: sent, failed, total: sent + failed + queued, ...(given.opened && { opened }) },
      }),
    returns: shape({
      count: {
        type: 'object',
        properties: {
          success: { type: 'integer' },
          failed: { type: 'integer' },
          total: { type: 'integer' },
          opened: { type: 'integer', required: false },
        },
      },
    }),
  }),
  shopRoute({
    methods: ['POST'],
    path: '/maildash/v1/minimize-maximize-ad',
    summary: 'Minimise or maximise the advertisement of the dashboard.',
    params: {
      minimize_maximize: {
        type: 'string',
        enum: adStates,
        required: true,
        published: false,
        description: 'The new state.',
      },
    },
    useCase: setDashboardAd,
    input: ({ minimizeMaximize }) => ({ state: minimizeMaximize }),
    present: () => done('Stored'),
    returns: shape(),
  }),
  shopRoute({
    methods: ['GET'],
    path: '/maildash/v1/get-failed-logs',
    summary: 'List failed mails whose notice was not removed.',
    params: {},
    useCase: listMails,
    input: () => ({ status: 'failed' as const, isNoticed: true, offset: 0, limit: MOST_ROWS }),
    present: ({ mails, now }) => done('Logs fetched', { logs: mails.map((mail) => presentNotice(mail, now)) }),
    returns: shape({ logs: { type: 'array', items: noticeShape } }),
  }),
  shopRoute({
    methods: ['POST'],
    path: '/maildash/v1/open-notification',
    summary: 'Mark the notice of a failed mail as opened.',
    params: mailId,
    batch: true,
    useCase: openMailNotice,
    present: () => done('Notification opened'),
    refused: missing('Notification not found'),
    returns: shape(),
  }),
  shopRoute({
    methods: ['POST'],
    path: '/maildash/v1/remove-notification',
    summary: 'Remove the notice of a failed mail; the record remains.',
    params: mailId,
    batch: true,
    useCase: removeMailNotice,
    present: () => done('Notification removed'),
    refused: missing('Notification not found'),
    returns: shape(),
  }),
];
