import type { CommercePorts } from '../commerce/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { JobKind, JobOf, JobsPorts } from '../jobs/index.ts';
import { DomainError } from '../kernel/errors.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import { type MailPorts, mailUncertain } from '../mail/index.ts';
import { noMailAddress } from './errors.ts';

/** A message to the holder of an account; the input of the job. */
export type MailInput = {
  readonly userId: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Progress of the job: the last part of the message is being sent; it is unknown whether the server accepted it; it did. */
export type MailDelivery = 'handing over' | 'uncertain' | 'sent';

/** Ports of the job that sends mail. */
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

/** Stores the place at once, while this run holds the job. */
async function mark({ jobs }: SendMailPorts, { id, run }: MailJob, place: MailDelivery): Promise<void> {
  const isStored = await jobs.change({ id, run, states: ['running'] }, { place });
  if (!isStored) throw new Error('Another run owns this message.');
}

/** After a failure: clears the place of a message that was not accepted, else stores `uncertain`. */
async function unmark(ports: SendMailPorts, job: MailJob, error: unknown): Promise<void> {
  const { id, run } = job;
  const isKnown = error instanceof DomainError && error.code !== mailUncertain().code;
  await ports.jobs.change({ id, run, states: ['running'] }, { place: isKnown ? null : 'uncertain' });
}

async function giveUp(ports: SendMailPorts, job: MailJob): Promise<never> {
  await mark(ports, job, 'uncertain');
  throw mailUncertain();
}
