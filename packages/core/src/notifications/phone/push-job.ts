import type { JobKind, JobOf, JobStep } from '../../jobs/index.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { NotificationPorts } from '../ports.ts';
import { PUSH_KEY } from './device.ts';
import type { PairedPhone } from './pairing.ts';
import { type PushInput, pushJobName } from './submit-push.ts';

type PushPlace = 'sent';
const finished: JobStep<PushPlace> = { place: 'sent', done: 1, total: 1, isFinished: true };

/**
 * Sends one push message to the paired phone, at least once: every attempt has the same id. Messages contain ids and codes
 * only, no subjects, addresses or contents of mails.
 */
export const pushJob: JobKind<NotificationPorts, PushInput, PushPlace> = {
  ...pushJobName,
  attempts: 8,
  backoff: 10,
  inUnit: false,
  isFinal: (cause) => cause instanceof DomainError && cause.kind !== 'unavailable',
  step: (ports) => async (job) => {
    const { phone } = await ports.phonePairing.read();
    const { pushUrl: url, sealedPushKey } = phone ?? { pushUrl: null, sealedPushKey: null };
    const key = sealedPushKey === null ? undefined : ports.secretBox.open(sealedPushKey, PUSH_KEY);
    if (!phone || url === null || key === undefined) return finished;
    try {
      const { type } = job.input;
      const data = await dataOf(ports, job);
      await ports.pushNotifier.notify({ id: `push-${job.id}`, url, key, type, at: job.createdAt, data });
    } catch (error) {
      await record(ports, phone, error instanceof DomainError ? error.code : 'internal_error');
      throw error;
    }
    await record(ports, phone, null);
    return finished;
  },
};

async function dataOf(
  { mailLog, phonePairing }: NotificationPorts,
  { input: { mailId } }: JobOf<PushInput, PushPlace>,
): Promise<Readonly<Record<string, unknown>>> {
  if (mailId === undefined) return { device: (await phonePairing.read()).phone?.device };
  const mail = await mailLog.find(mailId);
  return { id: mailId, status: mail?.status ?? 'erased', error: mail?.fault?.code ?? null };
}

/** Stores the outcome, unless another phone was paired meanwhile. */
async function record(
  { phonePairing, unitOfWork, clock }: NotificationPorts,
  sentTo: PairedPhone,
  fault: string | null,
) {
  await unitOfWork.run(async () => {
    const pairing = await phonePairing.hold();
    if (pairing.phone?.tokenDigest !== sentTo.tokenDigest) return;
    await phonePairing.save({ ...pairing, phone: { ...pairing.phone, lastPush: { at: clock.now(), fault } } });
  });
}
