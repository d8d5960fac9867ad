import type { CatalogPorts } from '../catalog/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { JobKind, JobOf, JobsPorts } from '../jobs/index.ts';
import { DomainError } from '../kernel/errors.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import { mailUncertain, noMailAddress } from './errors.ts';
import type { MailPorts } from './ports.ts';

/** A queued message to the owner of an account. */
export type MailInput = {
  readonly userId: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Delivery state: the final bytes may be under way; acceptance is unknown; or the server accepted it. */
export type MailDelivery = 'handing over' | 'uncertain' | 'sent';

/** The ports of the job `mail`. */
export interface SendMailPorts
  extends MailPorts,
    Pick<KernelPorts, 'settings'>,
    Pick<JobsPorts, 'jobs'>,
    Pick<CatalogPorts, 'shopSettings'>,
    Pick<IdentityPorts, 'users'> {}

type MailJob = JobOf<MailInput, MailDelivery>;

/**
 * Sends one message, at most once. Before the final bytes are sent the job is marked `handing over`; a job that is retried
 * with this mark was interrupted when acceptance is unknown, so it is not sent again but fails for an administrator to decide.
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
      await takeBack(ports, job, error);
      throw error;
    }
    return { place: 'sent', done: 1, total: 1, isFinished: true };
  },
};

/** Stores the delivery state immediately; only while this run holds the job. */
async function mark({ jobs }: SendMailPorts, { id, run }: MailJob, place: MailDelivery): Promise<void> {
  const kept = await jobs.change({ id, run, states: ['running'] }, { place });
  if (!kept) throw new Error('The message is somebody else’s to send.');
}

/** Clears the mark after a known failure. */
async function takeBack(ports: SendMailPorts, job: MailJob, error: unknown): Promise<void> {
  const { id, run } = job;
  const isKnown = error instanceof DomainError && error.code !== mailUncertain().code;
  await ports.jobs.change({ id, run, states: ['running'] }, { place: isKnown ? null : 'uncertain' });
}

async function giveUp(ports: SendMailPorts, job: MailJob): Promise<never> {
  await mark(ports, job, 'uncertain');
  throw mailUncertain();
}
