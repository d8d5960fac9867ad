import type { OwnRefusal } from '../../interface/openapi/own-refusal.ts';
import { flag, namedObject, objectOf, text } from '../../interface/schema.ts';
import { type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import {
  connectPhone,
  disconnectPhone,
  listPhoneMails,
  type MailFilter,
  type MailStatus,
  mailStatuses,
  mailViewTypes,
  resendPhoneMail,
  signPhoneMail,
} from '../index.ts';
import { presentPhoneRow, presentStatusRow, resentStatus, viewUrl } from './presenters.ts';

/** Version of the protocol that phones of `mailer/v2` expect. */
const PROTOCOL = '1.4.1';
/** Rows of a list unless asked for, and at most. */
const DEFAULT_ROWS = 25;
const MOST_ROWS = 100;

const credential = {
  device_token: { type: 'string', in: 'header', published: false, description: 'The token of the paired phone.' },
} as const satisfies Schemas;

const mailId = {
  type: 'integer',
  minimum: 1,
  maximum: 2_147_483_647,
  published: false,
  description: 'The id of a mail.',
} as const satisfies Schema;

/** Texts that clients know, by code. */
const texts: Readonly<Record<string, string>> = {
  device_token_missing: 'Auth token missing.',
  device_token_unknown: 'Invalid Auth Token.',
  pairing_code_wrong: 'Regenerate QR Code, and scan again.',
  phone_not_paired: 'Invalid Request.',
  mail_id_missing: 'Enter email id.',
  mail_unknown: 'Invalid email id.',
};

const refused: OwnRefusal = {
  returns: namedObject('PhoneRefusal', { success: flag(), code: text(), data: objectOf({ error: text() }) }),
  body: ({ code, message }) =>
    Object.hasOwn(texts, code) || code === 'mail_redacted'
      ? { success: false, code, data: { error: texts[code] ?? message } }
      : undefined,
};

const enveloped = (data: unknown) => ({ success: true, data });
const envelope = (data: Schema): Schema => ({
  type: 'object',
  properties: { success: { type: 'boolean' }, data },
});

const row: Schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    original_subject: { type: 'string' },
    to_header: { type: 'string' },
    success: { type: 'string', description: '`1` for a sent mail, `In Queue`, or the error.' },
    time: { type: 'integer', description: 'Seconds since 1970.' },
  },
};
const messageShape: Schema = envelope({ type: 'object', properties: { message: { type: 'string' } } });

const list = {
  ...credential,
  start: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    published: false,
    description: 'Rows to skip.',
  },
  end: {
    type: 'integer',
    minimum: 1,
    maximum: MOST_ROWS,
    default: DEFAULT_ROWS,
    published: false,
    description: 'Number of rows.',
  },
  filter: {
    type: 'string',
    enum: ['all', 'success', 'failed'],
    default: 'all',
    published: false,
    description: 'Only sent or only failed mails.',
  },
  query: { type: 'string', maxLength: 200, published: false, description: 'Part of subject, recipients or error.' },
} as const satisfies Schemas;

const statuses: Readonly<Record<string, MailStatus>> = { success: 'sent', failed: 'failed' };

interface ListParams {
  readonly deviceToken?: string;
  readonly start: number;
  readonly end: number;
  readonly filter: 'all' | 'success' | 'failed';
  readonly query?: string;
}

const listInput = ({ start, end, filter, ...rest }: ListParams) => {
  const status = statuses[filter];
  const chosen: MailFilter = status === undefined ? {} : { status };
  return { ...rest, ...chosen, offset: start, limit: end };
};

const resentBodies: Readonly<Record<MailStatus, object>> = {
  sent: enveloped({ message: 'Email successfully resend.' }),
  queued: enveloped({ message: 'Email queued.' }),
  failed: { success: false, data: { message: 'Email not send.' } },
};

/** The mail log for the paired phone. */
export const phoneRoutes: readonly ShopRoute[] = [
  shopRoute({
    methods: ['POST'],
    path: '/mailer/v1/connect-app',
    summary: 'Pair a phone by the one-time code that the mail page shows.',
    params: {
      auth_key: { type: 'string', in: 'header', published: false, description: 'The one-time code.' },
      device_token: {
        type: 'string',
        in: 'header',
        published: false,
        description: 'A token chosen by the phone, 32 characters at least; without it one is made.',
      },
      device: { type: 'string', in: 'header', published: false, description: 'The name of the phone.' },
      server_url: { type: 'string', in: 'header', published: false, description: 'The address for push messages.' },
    },
    useCase: connectPhone,
    present: ({ deviceToken, pushKey }) => enveloped({ device_token: deviceToken, push_key: pushKey }),
    keep: () => enveloped({}),
    refused,
    hasSecrets: true,
    returns: envelope({
      type: 'object',
      properties: {
        device_token: { type: 'string' },
        push_key: { type: ['string', 'null'], description: 'Verifies push messages (Standard Webhooks).' },
      },
    }),
  }),
  shopRoute({
    methods: ['GET'],
    path: '/mailer/v1/get-logs',
    summary: 'List mails for the paired phone.',
    params: list,
    useCase: listPhoneMails,
    input: listInput,
    present: (mails) => enveloped(mails.map(presentPhoneRow)),
    refused,
    hasSecrets: true,
    returns: envelope({ type: 'array', items: row }),
  }),
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/mailer/v1/disconnect-site',
    summary: 'End the pairing by the phone itself.',
    params: credential,
    useCase: disconnectPhone,
    present: () => enveloped({ message: 'Site Disconnected.' }),
    refused,
    hasSecrets: true,
    returns: messageShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/mailer/v1/get-log',
    summary: 'Sign the address of one mail for the paired phone, for five minutes.',
    params: {
      ...credential,
      id: mailId,
      type: { type: 'string', enum: mailViewTypes, default: 'log', published: false, description: 'What is shown.' },
    },
    useCase: signPhoneMail,
    present: (view, { around }) => enveloped(viewUrl(around, view)),
    refused,
    hasSecrets: true,
    returns: envelope({ type: 'string', description: 'The address of a page.' }),
  }),
  shopRoute({
    methods: ['POST'],
    path: '/mailer/v1/resend-email',
    summary: 'Send a mail again to its original recipients, for the paired phone.',
    params: { ...credential, id: mailId },
    useCase: resendPhoneMail,
    statusOf: ({ status }) => resentStatus[status],
    present: ({ status }) => resentBodies[status],
    refused,
    hasSecrets: true,
    returns: messageShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/mailer/v2/get-logs',
    summary: 'List mails with their status for the paired phone.',
    params: list,
    useCase: listPhoneMails,
    input: listInput,
    present: (mails) => enveloped({ logs: mails.map(presentStatusRow), plugin_version: PROTOCOL }),
    refused,
    hasSecrets: true,
    returns: envelope({
      type: 'object',
      properties: {
        logs: {
          type: 'array',
          items: { ...row, properties: { ...row.properties, status: { type: 'string', enum: mailStatuses } } },
        },
        plugin_version: { type: 'string' },
      },
    }),
  }),
];
