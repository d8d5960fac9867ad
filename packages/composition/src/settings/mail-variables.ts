import { join, resolve } from 'node:path';
import { type MailSender, readSender } from '@backroom/adapters-mail';
import { defaultSettings } from '@backroom/core';
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
  v.transform((value) => readSender(value) as MailSender),
);

/** Files and mail. */
export const mailVariables = {
  FILES_DIR: variable(
    text,
    'The folder of files to download, such as exports of reports; servers of one shop share it. By default `files` in DATA_DIR.',
  ),
  SMTP_URL: variable(
    server,
    'The mail server: `smtp://user:password@mail.example.org:587`, or `smtps:` for implicit TLS. Without one, mail is written to MAIL_DIR.',
    { isSecret: true },
  ),
  SMTP_REQUIRE_TLS: variable(flag, 'Refuse a mail server without TLS; by default true, unless it is on this machine.'),
  MAIL_FROM: variable(
    sender,
    'The sender of mail: an address, or a name and an address. By default SITE_EMAIL, under the name of the shop.',
  ),
  MAIL_DIR: variable(
    text,
    'The folder for mail where there is no mail server, one `.eml` file for each message. By default `mail` in DATA_DIR.',
  ),
  MAIL_TIMEOUT_SECONDS: variable(integer(1, 600), 'Timeout of each reply of the mail server.', { defaultValue: '30' }),
  MAIL_LOG_DAYS: variable(integer(0, 3_650), 'Days after which records of the mail log are deleted; 0 keeps them.', {
    defaultValue: String(defaultSettings.mailLogDays),
  }),
  MAIL_LOG_RECORDS: variable(integer(1, 1_000_000), 'Most records of the mail log; the oldest are deleted first.', {
    defaultValue: String(defaultSettings.mailLogRecords),
  }),
} as const;

/** Values of the variables that are set. */
export interface MailValues {
  readonly FILES_DIR?: string;
  readonly SMTP_URL?: string;
  readonly SMTP_REQUIRE_TLS?: boolean;
  readonly MAIL_FROM?: MailSender;
  readonly MAIL_DIR?: string;
  readonly MAIL_TIMEOUT_SECONDS?: number;
  readonly MAIL_LOG_DAYS?: number;
  readonly MAIL_LOG_RECORDS?: number;
}

export interface MailSettings {
  /** Undefined where mail is written to the folder. */
  readonly smtpUrl: string | undefined;
  readonly requiresTls: boolean;
  readonly sender: MailSender;
  readonly folder: string;
  readonly timeoutMs: number;
}

export const readMailSettings = (values: MailValues, folder: string, siteEmail?: string): MailSettings => ({
  smtpUrl: values.SMTP_URL,
  requiresTls: values.SMTP_REQUIRE_TLS ?? isRemote(values.SMTP_URL),
  sender: values.MAIL_FROM ?? { address: siteEmail ?? 'backroom@localhost' },
  folder: values.MAIL_DIR === undefined ? join(folder, 'mail') : resolve(values.MAIL_DIR),
  timeoutMs: (values.MAIL_TIMEOUT_SECONDS ?? 30) * 1_000,
});

export const readFilesFolder = (values: MailValues, folder: string): string =>
  values.FILES_DIR === undefined ? join(folder, 'files') : resolve(values.FILES_DIR);

const isRemote = (url: string | undefined): boolean =>
  url !== undefined && environmentAt(url.replace(/^smtps?:/, 'http:'), '') === 'production';
