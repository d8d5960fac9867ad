import { join, resolve } from 'node:path';
import { readSender, type Sender } from '@backroom/adapters-mail';
import * as v from 'valibot';
import { environmentAt } from './site-environment.ts';
import { flag, integer, text, variable } from './variable.ts';

const server = v.pipe(
  text,
  v.check(
    (value) =>
      URL.canParse(value) && ['smtp:', 'smtps:'].includes(new URL(value).protocol) && new URL(value).hostname !== '',
    'must be a URL that begins with smtp:// or smtps://',
  ),
);
const sender = v.pipe(
  text,
  v.check(
    (value) => readSender(value) !== undefined,
    'must be an address like office@shop.example, or The shop <office@shop.example>',
  ),
  v.transform((value) => readSender(value) as Sender),
);

/** Where files are, and how mail is sent. */
export const mailVariables = {
  FILES_DIR: variable(
    text,
    'The folder of files that people fetch, as exports of reports; servers of one shop share it. By default `files` in DATA_DIR.',
  ),
  SMTP_URL: variable(
    server,
    'The mail server: `smtp://user:password@mail.example.org:587`, or `smtps:` where it encrypts from the start. Without one mail is put into MAIL_DIR.',
    { isSecret: true },
  ),
  SMTP_REQUIRE_TLS: variable(
    flag,
    'Refuse a mail server that cannot encrypt; by default true, unless it is on this machine.',
  ),
  MAIL_FROM: variable(
    sender,
    'Who mail comes from: an address, or a name and an address. By default SITE_EMAIL, under the name of the shop.',
  ),
  MAIL_DIR: variable(
    text,
    'The folder that mail is put into where there is no mail server, one `.eml` file for each message. By default `mail` in DATA_DIR.',
  ),
  MAIL_TIMEOUT_SECONDS: variable(integer(1, 600), 'So long may the mail server take to answer.', { byDefault: '30' }),
} as const;

/** What these variables said that were set. */
export interface MailValues {
  readonly FILES_DIR?: string;
  readonly SMTP_URL?: string;
  readonly SMTP_REQUIRE_TLS?: boolean;
  readonly MAIL_FROM?: Sender;
  readonly MAIL_DIR?: string;
  readonly MAIL_TIMEOUT_SECONDS?: number;
}

/** How an installation sends mail. */
export interface MailSettings {
  /** Undefined where mail is put into a folder. */
  readonly smtpUrl: string | undefined;
  readonly requiresTls: boolean;
  readonly sender: Sender;
  readonly folder: string;
  /** So long may the server take to answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** What they come to. */
export const readMailSettings = (values: MailValues, folder: string, siteEmail?: string): MailSettings => ({
  smtpUrl: values.SMTP_URL,
  requiresTls: values.SMTP_REQUIRE_TLS ?? isElsewhere(values.SMTP_URL),
  sender: values.MAIL_FROM ?? { address: siteEmail ?? 'backroom@localhost' },
  folder: values.MAIL_DIR === undefined ? join(folder, 'mail') : resolve(values.MAIL_DIR),
  timeoutMs: (values.MAIL_TIMEOUT_SECONDS ?? 30) * 1_000,
});

/** Where files are. */
export const readFilesFolder = (values: MailValues, folder: string): string =>
  values.FILES_DIR === undefined ? join(folder, 'files') : resolve(values.FILES_DIR);

const isElsewhere = (url: string | undefined): boolean =>
  url !== undefined && environmentAt(url.replace(/^smtps?:/, 'http:'), '') === 'production';
