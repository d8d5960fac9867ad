import type { CommercePorts } from '../commerce/index.ts';
import type { FilePorts } from '../files/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { JobsPorts } from '../jobs/index.ts';
import type { MailPorts } from '../mail/index.ts';
import type { PhonePairingStore } from './phone/pairing.ts';
import type { PushNotifier } from './phone/push-notifier.ts';

/** The ports needed to put a mail into the queue. */
export interface SubmitMailPorts
  extends MailPorts,
    CommercePorts,
    Pick<IdentityPorts, 'users' | 'secretBox'>,
    Pick<JobsPorts, 'jobs' | 'jobQueue' | 'unitOfWork' | 'clock' | 'ids' | 'settings'> {
  readonly phonePairing: PhonePairingStore;
}

/** Flags of the dashboard, stored as options of the shop. */
export interface DashboardFlags {
  /** The stored values among these names. */
  read(names: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Stores values. */
  write(values: ReadonlyMap<string, unknown>, now: Date): Promise<unknown>;
}

/** The ports of the notifications context. */
export interface NotificationPorts
  extends MailPorts,
    CommercePorts,
    JobsPorts,
    Pick<IdentityPorts, 'users' | 'secretBox' | 'secretDigest'>,
    Pick<FilePorts, 'signatures'> {
  readonly phonePairing: PhonePairingStore;
  readonly pushNotifier: PushNotifier;
  readonly options: DashboardFlags;
}

/** Whether the database or another adapter supplies each port. */
export const notificationPorts = { phonePairing: 'store', pushNotifier: 'service' } as const;
