import { type Actor, userIdOf } from './actor.ts';
import { DomainError } from './errors.ts';
import type { KernelPorts } from './ports.ts';

/** Lifetime of a stored answer to a request with an `Idempotency-Key`, in milliseconds: 24 hours. */
export const ANSWER_LIFETIME = 24 * 3_600_000;

/** The first request with the key is still running. */
export const idempotencyInProgress = (): DomainError =>
  new DomainError('conflict', 'idempotency_in_progress', 'The first request with this key is still running.', {
    retryAfter: 1,
  });

/** The key was used for another request. */
export const idempotencyKeyReused = (): DomainError =>
  new DomainError('invalid', 'idempotency_key_reused', 'This key was used for a different request.');

/** An answer, and whether it was stored by an earlier request. */
export interface IdempotentAnswer<A> {
  readonly answer: A;
  readonly replayed: boolean;
}

/** Work that runs once per key, and the part of its answer that may be stored. */
export interface IdempotentWork<A> {
  work(): Promise<A>;
  keep(answer: A): A;
}

/**
 * Does the work inside the surrounding unit unless the actor's key was used before; then returns the stored answer.
 * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`
 */
export async function answerOnce<A>(
  { idempotency, clock }: Pick<KernelPorts, 'idempotency' | 'clock'>,
  actor: Actor,
  { work, keep }: IdempotentWork<A>,
): Promise<IdempotentAnswer<A>> {
  const { once } = actor;
  if (!once) return { answer: await work(), replayed: false };
  const now = clock.now();
  const claim = await idempotency.claim(userIdOf(actor), once, now);
  if (claim.state === 'running') throw idempotencyInProgress();
  if (claim.state === 'done') {
    if (claim.fingerprint !== once.fingerprint) throw idempotencyKeyReused();
    return { answer: claim.answer as A, replayed: true };
  }
  const answer = await work();
  const expiresAt = new Date(now.getTime() + ANSWER_LIFETIME);
  await idempotency.settle(userIdOf(actor), once, { answer: keep(answer), keptAt: now, expiresAt });
  return { answer, replayed: false };
}

/** Time in milliseconds after which the mark of a running request lapses, because its process may have died: 10 minutes. */
export const RUNNING_LIFETIME = 600_000;

const running = { isRunning: true };

/**
 * As `answerOnce`, for work that opens several units of its own: the key is marked as running in a unit before the work,
 * and the answer is stored in one after it. A failure removes the mark; after a crash it lapses in `RUNNING_LIFETIME`.
 * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`
 */
export async function answerMarked<A>(
  ports: Pick<KernelPorts, 'idempotency' | 'clock' | 'unitOfWork'>,
  actor: Actor,
  { work, keep }: IdempotentWork<A>,
): Promise<IdempotentAnswer<A>> {
  const { once, userId } = actor;
  if (!once || userId === undefined) return { answer: await work(), replayed: false };
  const { idempotency, clock, unitOfWork } = ports;
  const store = (answer: unknown, lifetime: number): Promise<void> => {
    const keptAt = clock.now();
    return idempotency.settle(userId, once, { answer, keptAt, expiresAt: new Date(keptAt.getTime() + lifetime) });
  };
  const claim = await unitOfWork.run(async () => {
    const found = await idempotency.claim(userId, once, clock.now());
    if (found.state === 'fresh') await store(running, RUNNING_LIFETIME);
    return found;
  });
  if (claim.state === 'running') throw idempotencyInProgress();
  if (claim.state === 'done') {
    if (claim.fingerprint !== once.fingerprint) throw idempotencyKeyReused();
    if ((claim.answer as Partial<typeof running>).isRunning) throw idempotencyInProgress();
    return { answer: claim.answer as A, replayed: true };
  }
  try {
    const answer = await work();
    await unitOfWork.run(() => store(keep(answer), ANSWER_LIFETIME));
    return { answer, replayed: false };
  } catch (error) {
    await unitOfWork.run(() => store(running, 0));
    throw error;
  }
}
