import type { CommercePorts } from '../commerce/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { JobKind, JobOf, JobsPorts } from '../jobs/index.ts';
import { DomainError } from '../kernel/errors.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import { type MailPorts, mailUncertain } from '../mail/index.ts';
import { noMailAddress } from './errors.ts';

/** Input of the job: a message to the owner of an account. */
export type MailInput = {
  readonly userId: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/**
 * Progress of the job: the last part of the message is being sent; the server's answer is unknown; the server accepted
 * it.
 */
export type MailDelivery = 'handing over' | 'uncertain' | 'sent';

export interface SendMailPorts
  extends MailPorts,
    CommercePorts,
    Pick<KernelPorts, 'settings'>,
    Pick<JobsPorts, 'jobs'>,
    Pick<IdentityPorts, 'users'> {}

type MailJob = JobOf<MailInput, MailDelivery>;

/**
 * Sends one message at most once, unless an administrator retries it. The job is marked before the last part of the message is
 * sent; a job that starts with that mark was interrupted before the server's answer was known, so it fails instead of sending.
 */
export const sendMail: JobKind<SendMailPorts, MailInput, MailDelivery> = {
  name: 'mail',
  priority: 5,
  attempts: 12,
  backoff: 15,
  inUnit: false,
  isFinal: (cause) => cause instanceof DomainError && cause.kind !== 'unavailable',
  step: (ports) => async (job) => {
    if (job.place === 'handing over') return giveUp(ports, job);
    const { subject, text, html, userId } = job.input;
    const { email: to } = (await ports.users.find(userId)) ?? {};
    if (!to) throw noMailAddress();
    const { siteName } = await ports.shopSettings.read();
    const fromName = siteName ?? ports.settings.siteName;
    const message = { id: `mail-${job.id}`, to, fromName, subject, text, html, date: job.createdAt };
    try {
      await ports.mail.send(message, () => mark(ports, job, 'handing over'));
    } catch (error) {
      await unmark(ports, job, error);
      throw error;
    }
    return { place: 'sent', done: 1, total: 1, isFinished: true };
  },
};

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

async function giveUp(ports: SendMailPorts, job: MailJob): Promise<never> {
  await mark(ports, job, 'uncertain');
  throw mailUncertain();
}
