import type { CatalogPorts } from '../catalog/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { JobKind, JobOf, JobsPorts } from '../jobs/index.ts';
import { DomainError } from '../kernel/errors.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import { mailUncertain, noMailAddress } from './errors.ts';
import type { MailPorts } from './ports.ts';

/** A message to the person behind an account, as it waits to be sent. */
export type MailInput = {
  readonly userId: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** How far it is: the last of it may be on its way; or that was so once, and nobody knows what became of it. */
export type MailPlace = 'handing over' | 'uncertain' | 'sent';

/** What sending waiting mail needs. */
export interface SendMailPorts
  extends MailPorts,
    Pick<KernelPorts, 'settings'>,
    Pick<JobsPorts, 'jobs'>,
    Pick<CatalogPorts, 'shopSettings'>,
    Pick<IdentityPorts, 'users'> {}

type MailJob = JobOf<MailInput, MailPlace>;

/**
 * Sends one message, once. Before the last of it goes out the job says so; a job that says so and comes again was cut off while
 * nobody knows whether the message was taken, so it is not sent again but given to an administrator.
 */
export const sendMail: JobKind<SendMailPorts, MailInput, MailPlace> = {
  ...{ name: 'mail', priority: 5, attempts: 12, backoff: 15, inUnit: false },
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

/** Keeps a word on the job at once; only while it is ours. */
async function mark({ jobs }: SendMailPorts, { id, run }: MailJob, place: MailPlace): Promise<void> {
  const kept = await jobs.change({ id, run, states: ['running'] }, { place });
  if (!kept) throw new Error('The message is somebody else’s to send.');
}

/** What was refused, or never got there, is not on its way. */
async function takeBack(ports: SendMailPorts, job: MailJob, error: unknown): Promise<void> {
  const { id, run } = job;
  const isKnown = error instanceof DomainError && error.code !== mailUncertain().code;
  await ports.jobs.change({ id, run, states: ['running'] }, { place: isKnown ? null : 'uncertain' });
}

async function giveUp(ports: SendMailPorts, job: MailJob): Promise<never> {
  await mark(ports, job, 'uncertain');
  throw mailUncertain();
}
