import { type JobsPorts, submitJob } from '../../jobs/index.ts';
import type { PhonePairingStore } from './pairing.ts';

/** What a push message is about. */
export type PushInput = {
  readonly type: 'phone.paired' | 'mail.failed';
  /** The failed mail. */
  readonly mailId?: number;
};

/** Name and priority of the job that sends push messages. */
export const pushJobName = { name: 'push', priority: 3 };

/** The ports needed to queue a push message. */
export interface PushPorts extends Pick<JobsPorts, 'jobs' | 'jobQueue' | 'unitOfWork' | 'clock' | 'ids'> {
  readonly phonePairing: PhonePairingStore;
}

/** Queues a push message as part of the surrounding unit of work, if there is a phone with an address. */
export async function submitPush(ports: PushPorts, input: PushInput): Promise<void> {
  const { phone } = await ports.phonePairing.read();
  if (phone?.pushUrl == null) return;
  await submitJob(ports, { kind: { ...pushJobName }, input, userId: null });
}
