import { secretsKeyMissing } from '../identity/index.ts';
import { submitJob } from '../jobs/index.ts';
import type { MailBody, MailRecord, NewMailRecord } from '../mail/index.ts';
import { noMailAddress } from './errors.ts';
import { MAIL_BODY, mailHeaders, senderName } from './mail-content.ts';
import { submitPush } from './phone/submit-push.ts';
import type { SubmitMailPorts } from './ports.ts';
import { type MailJobKind, sendMail } from './send-mail.ts';

/** A mail to the owner of an account. */
export type MailInput = {
  readonly userId: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /**
   * True if the body gives access to an account (password resets, sign-in links): it is stored encrypted until it is delivered,
   * and not at all afterwards.
   */
  readonly isSecret?: boolean;
};

/**
 * Queues a mail to the owner of an account and records it in the mail log, as part of the surrounding unit of work. For an
 * account without an address the record is made as failed, and nothing is sent.
 * @throws DomainError `secrets_key_missing` for a secret body where no secret can be stored
 */
export async function submitMail(ports: SubmitMailPorts, mail: MailInput): Promise<MailRecord> {
  const { userId, subject, text, html, isSecret = false } = mail;
  const address = (await ports.users.find(userId))?.email ?? null;
  const to = address === null ? [] : [address];
  const draft = { userId, subject, to, originalTo: to, resentOf: null, headers: headerText };
  if (address === null) {
    const record = await ports.mailLog.add(await unsent(ports, { ...draft, isRedacted: isSecret }));
    await submitPush(ports, { type: 'mail.failed', mailId: record.id });
    return record;
  }
  const content = isSecret ? sealed(ports, { text, html }) : { body: { text, html }, sealedBody: null };
  return queueMail(ports, sendMail, { ...draft, ...content, isRedacted: isSecret });
}

/**
 * Records a mail as queued whose content is made for each attempt (`sendUnstored`) and stored nowhere, as part of the surrounding
 * unit of work. The caller submits its job.
 * @throws DomainError `mail_no_address`
 */
export async function recordUnstoredMail(
  ports: SubmitMailPorts,
  { userId, subject }: Pick<MailInput, 'userId' | 'subject'>,
): Promise<MailRecord> {
  const address = (await ports.users.find(userId))?.email;
  if (!address) throw noMailAddress();
  const to = [address];
  const draft = { userId, subject, to, originalTo: to, resentOf: null, headers: headerText, isRedacted: true };
  const content = { body: null, sealedBody: null, fault: null, status: 'queued' } as const;
  return ports.mailLog.add({ ...draft, ...content, ...(await dispatchOf(ports)) });
}

type AddressedMail = Pick<
  NewMailRecord,
  'userId' | 'subject' | 'to' | 'originalTo' | 'resentOf' | 'headers' | 'isRedacted'
>;
type Content = Pick<NewMailRecord, 'body' | 'sealedBody'>;

/** Stores a mail as queued and submits its job, as part of the surrounding unit of work. */
export async function queueMail(
  ports: SubmitMailPorts,
  kind: MailJobKind,
  mail: AddressedMail & Content,
): Promise<MailRecord> {
  const record = await ports.mailLog.add({ ...mail, ...(await dispatchOf(ports)), status: 'queued', fault: null });
  const { userId } = record;
  await submitJob(ports, { kind, input: { mailId: record.id }, key: String(record.id), userId });
  return record;
}

async function unsent(ports: SubmitMailPorts, mail: AddressedMail): Promise<NewMailRecord> {
  const { code, message } = noMailAddress();
  return {
    ...mail,
    ...(await dispatchOf(ports)),
    status: 'failed',
    body: null,
    sealedBody: null,
    fault: { code, message },
  };
}

async function dispatchOf(ports: SubmitMailPorts) {
  const { route } = ports.mail;
  return {
    messageId: `mail-${ports.ids.next()}`,
    from: route.from(await senderName(ports)),
    transport: route.transport,
    transportUri: route.uri,
    createdAt: ports.clock.now(),
  };
}

function sealed({ secretBox }: SubmitMailPorts, body: MailBody): Content {
  if (!secretBox.canSeal) throw secretsKeyMissing();
  return { body: null, sealedBody: secretBox.seal(JSON.stringify(body), MAIL_BODY) };
}

const headerText = Object.entries(mailHeaders)
  .map(([name, value]) => `${name}: ${value}`)
  .join('\n');
