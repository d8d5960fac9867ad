import type { CommercePorts } from '../commerce/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { JobKind, JobOf, JobStep } from '../jobs/index.ts';
import { DomainError } from '../kernel/errors.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import {
  type MailBody,
  type MailChanges,
  type MailFault,
  type MailPorts,
  type MailRecord,
  mailUncertain,
} from '../mail/index.ts';
import { mailRedacted } from './errors.ts';
import { MAIL_BODY, mailHeaders, senderName } from './mail-content.ts';
import { type PushPorts, submitPush } from './phone/submit-push.ts';

/** Input of the job: the record of the mail log. */
export type MailJobInput = { readonly mailId: number };

/**
 * Progress of the job: the last part of the message is being sent; the server's answer is unknown; the server accepted
 * it.
 */
export type MailDelivery = 'handing over' | 'uncertain' | 'sent';

export interface SendMailPorts
  extends MailPorts,
    Pick<CommercePorts, 'shopSettings'>,
    Pick<KernelPorts, 'settings' | 'events'>,
    PushPorts,
    Pick<IdentityPorts, 'secretBox'> {}

type MailJob = JobOf<MailJobInput, MailDelivery>;
/** A kind of job that delivers a mail. */
export type MailJobKind = JobKind<SendMailPorts, MailJobInput, MailDelivery>;

/** Most characters of a stored transcript; the latest lines remain. */
const LONGEST_TRANSCRIPT = 32_000;

/**
 * Sends one message at most once, unless an administrator retries it. The job is marked before the last part of the message is
 * sent; a job that starts with that mark was interrupted before the server's answer was known, so it fails instead of sending.
 * The outcome of every attempt is in the mail log.
 */
export const sendMail: MailJobKind = {
  name: 'mail',
  priority: 5,
  attempts: 12,
  backoff: 15,
  inUnit: false,
  isFinal: (cause) => cause instanceof DomainError && cause.kind !== 'unavailable',
  step: (ports) => (job) => deliver(ports, job),
  ended: (ports) => (job) => recordEnd(ports, job),
};

/** Sends a message that a person waits for: one attempt only, so that its failure is the answer. */
export const resendMailJob: MailJobKind = {
  ...sendMail,
  name: 'mail-resend',
  priority: 10,
  attempts: 1,
  isFinal: (cause) => cause instanceof DomainError,
};

async function deliver(ports: SendMailPorts, job: MailJob): Promise<JobStep<MailDelivery>> {
  const record = await ports.mailLog.find(job.input.mailId);
  // Erased with its customer, or sent by a run that was killed before it could store its checkpoint.
  if (!record || record.status === 'sent') return finished;
  if (job.place === 'handing over') return giveUp(ports, job, record);
  try {
    const onHandingOver = () => mark(ports, job, 'handing over');
    await sendRecorded(ports, record, { body: () => bodyOf(ports, record), onHandingOver });
  } catch (error) {
    await unmark(ports, job, error);
    throw error;
  }
  return finished;
}

interface MailContent {
  /** Throws if there is no content any more. */
  body(): MailBody;
  onHandingOver(): Promise<void>;
}

/** Makes one attempt to send a mail, and records it. */
async function sendRecorded(
  ports: SendMailPorts,
  record: MailRecord,
  { body, onHandingOver }: MailContent,
): Promise<void> {
  const lines: string[] = [];
  const { messageId: id, to, subject, createdAt: date } = record;
  try {
    const { text, html } = body();
    if (record.status === 'failed') await ports.mailLog.change(record.id, { status: 'queued', endedAt: null });
    const message = { id, to, subject, text, html, date, fromName: await senderName(ports), headers: mailHeaders };
    const { refused } = await ports.mail.send(message, { onHandingOver, onLine: (line) => void lines.push(line) });
    const sent = { status: 'sent', endedAt: ports.clock.now(), sealedBody: null } as const;
    await attempted(ports, record, { changes: { ...sent, fault: faultOfRefused(refused) }, lines });
    ports.events.publish({ type: 'mail.sent', at: sent.endedAt, mailId: record.id });
  } catch (error) {
    await attempted(ports, record, { changes: { fault: faultOf(error) }, lines });
    throw error;
  }
}

/**
 * Makes one attempt to send a mail of `recordUnstoredMail`, with content that is stored nowhere. Does nothing if the record was
 * erased, or the mail was sent before.
 * @throws DomainError as `MailTransport.send`
 */
export async function sendUnstored(
  ports: SendMailPorts,
  mailId: number,
  makeBody: () => Promise<MailBody>,
): Promise<void> {
  const record = await ports.mailLog.find(mailId);
  if (!record || record.status === 'sent') return;
  const content = await makeBody();
  await sendRecorded(ports, record, { body: () => content, onHandingOver: async () => {} });
}

const finished: JobStep<MailDelivery> = { place: 'sent', done: 1, total: 1, isFinished: true };

/** Saves the progress immediately; fails when another run owns the job. */
async function mark({ jobs }: SendMailPorts, { id, run }: MailJob, place: MailDelivery): Promise<void> {
  const isStored = await jobs.change({ id, run, states: ['running'] }, { place });
  if (!isStored) throw new Error('Another run owns this message.');
}

/** After a failure: resets the progress if the message was certainly not accepted, otherwise stores `uncertain`. */
async function unmark(ports: SendMailPorts, job: MailJob, error: unknown): Promise<void> {
  const { id, run } = job;
  const isKnown = error instanceof DomainError && error.code !== mailUncertain().code;
  await ports.jobs.change({ id, run, states: ['running'] }, { place: isKnown ? null : 'uncertain' });
}

async function giveUp(ports: SendMailPorts, job: MailJob, record: MailRecord): Promise<never> {
  await mark(ports, job, 'uncertain');
  const uncertain = mailUncertain();
  const lines = ['-- Interrupted before the answer was known.'];
  await attempted(ports, record, { changes: { fault: faultOf(uncertain) }, lines });
  throw uncertain;
}

function bodyOf({ secretBox }: SendMailPorts, { body, sealedBody }: MailRecord): MailBody {
  const opened = sealedBody === null ? undefined : secretBox.open(sealedBody, MAIL_BODY);
  if (body === null && opened === undefined) throw mailRedacted();
  return body ?? (JSON.parse(opened ?? '') as MailBody);
}

/** Records an attempt with its dialogue. */
async function attempted(
  { mailLog, clock }: SendMailPorts,
  { id, attempts, transcript }: MailRecord,
  { changes, lines }: { readonly changes: MailChanges; readonly lines: readonly string[] },
): Promise<void> {
  const heading = `-- Attempt ${attempts + 1}, ${clock.now().toISOString()}`;
  const whole = [...(transcript === '' ? [] : [transcript]), heading, ...lines].join('\n');
  await mailLog.change(id, {
    ...changes,
    attempts: attempts + 1,
    transcript: whole.slice(-LONGEST_TRANSCRIPT).toWellFormed(),
  });
}

/** Only refusals have messages for readers of the log. */
const faultOf = (error: unknown): MailFault =>
  error instanceof DomainError
    ? { code: error.code, message: error.message }
    : { code: 'job_step_failed', message: 'Something went wrong; the log of the server has the cause.' };

const faultOfRefused = (refused: readonly string[]): MailFault | null =>
  refused.length === 0
    ? null
    : { code: 'mail_recipients_refused', message: `The mail server refused these recipients: ${refused.join(', ')}.` };

const cancelled: MailFault = { code: 'mail_cancelled', message: 'The job was cancelled before the mail was sent.' };

/** Records the failure of a mail whose job has ended without sending it, and notifies the phone. */
export async function recordEnd(
  ports: SendMailPorts,
  { input, state, error }: Pick<MailJob, 'input' | 'state' | 'error'>,
): Promise<void> {
  const { mailLog, clock, unitOfWork } = ports;
  if (state === 'done') return;
  await unitOfWork.run(async () => {
    const record = await mailLog.find(input.mailId);
    if (record?.status !== 'queued') return;
    const fault = state === 'cancelled' ? cancelled : (record.fault ?? error ?? cancelled);
    await mailLog.change(record.id, { status: 'failed', endedAt: clock.now(), sealedBody: null, fault }, ['queued']);
    await submitPush(ports, { type: 'mail.failed', mailId: record.id });
    ports.events.publish({ type: 'mail.failed', at: clock.now(), mailId: record.id, code: fault.code });
  });
}
