import type { MailRecord, MailSummary, NewMailRecord } from '@backroom/core/mail';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { accountKey } from '../rows/account-key.ts';

/** A record of the mail log. Addresses contain no comma, so lists of them are one text. */
export const MailRecordEntity = defineEntity({
  name: 'MailRecord',
  tableName: 'mail_record',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    status: p.string().$type<MailRecord['status']>().length(6),
    user: () => accountKey('mail_record', 'user_id', 'cascade').mapToPk().nullable(),
    messageId: p.string().length(100),
    fromHeader: p.string().length(600),
    toHeader: p.text(),
    originalTo: p.text(),
    /** All addresses in lower case, for erasure. */
    recipients: p.array(),
    subject: p.text(),
    headers: p.text(),
    textBody: p.text().nullable(),
    htmlBody: p.text().nullable(),
    isRedacted: p.boolean(),
    sealedBody: p.text().nullable(),
    transport: p.string().length(10),
    transportUri: p.text(),
    transcript: p.text(),
    faultCode: p.string().length(64).nullable(),
    faultMessage: p.text().nullable(),
    attempts: p.integer(),
    resentOf: p.integer().nullable(),
    createdAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
    openedAt: p.datetime(3).nullable(),
    dismissedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'mail_record_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'mail_record_status_index', properties: ['status'] },
    { name: 'mail_record_failed_index', properties: ['id'], where: "status = 'failed' and dismissed_at is null" },
    { name: 'mail_record_user_id_index', properties: ['user'] },
  ],
  checks: [
    { name: 'mail_record_status_check', expression: "status in ('queued', 'sent', 'failed')" },
    { name: 'mail_record_redacted_check', expression: 'not is_redacted or (text_body is null and html_body is null)' },
  ],
});

/** A stored record of the mail log. */
export type MailRow = InferEntity<typeof MailRecordEntity>;

const SEPARATOR = ', ';
const listed = (text: string): readonly string[] => (text === '' ? [] : text.split(SEPARATOR));

/** The columns of a new record. */
export const mailColumns = ({ userId, from, to, originalTo, body, fault, ...plain }: NewMailRecord) => ({
  ...plain,
  user: userId,
  fromHeader: from,
  toHeader: to.join(SEPARATOR),
  originalTo: originalTo.join(SEPARATOR),
  recipients: [...new Set([...to, ...originalTo].map((address) => address.toLowerCase()))],
  textBody: body?.text ?? null,
  htmlBody: body?.html ?? null,
  faultCode: fault?.code ?? null,
  faultMessage: fault?.message ?? null,
  transcript: '',
  attempts: 0,
  endedAt: plain.status === 'queued' ? null : plain.createdAt,
  openedAt: null,
  dismissedAt: null,
});

/** Columns that a list leaves out. */
export const longColumns = ['textBody', 'htmlBody', 'sealedBody', 'transcript'] as const;
type MailSummaryRow = Pick<MailRow, Exclude<keyof MailRow & string, (typeof longColumns)[number]>>;

/** The record without body and transcript. */
export const toMailSummary = (row: MailSummaryRow): MailSummary => ({
  id: row.id,
  status: row.status,
  userId: row.user ?? null,
  messageId: row.messageId,
  from: row.fromHeader,
  to: listed(row.toHeader),
  originalTo: listed(row.originalTo),
  subject: row.subject,
  headers: row.headers,
  isRedacted: row.isRedacted,
  transport: row.transport,
  transportUri: row.transportUri,
  fault: row.faultCode == null || row.faultMessage == null ? null : { code: row.faultCode, message: row.faultMessage },
  attempts: row.attempts,
  resentOf: row.resentOf ?? null,
  createdAt: row.createdAt,
  endedAt: row.endedAt ?? null,
  openedAt: row.openedAt ?? null,
  dismissedAt: row.dismissedAt ?? null,
});

/** The whole record. */
export const toMailRecord = (row: MailRow): MailRecord => ({
  ...toMailSummary(row),
  body: row.textBody == null || row.htmlBody == null ? null : { text: row.textBody, html: row.htmlBody },
  sealedBody: row.sealedBody ?? null,
  transcript: row.transcript,
});
