import { AuditWriter } from './audit/index.ts';
import { contexts, nameOf } from './contexts.ts';
import { type AnyUseCase, type Facade, facade } from './facade.ts';
import { createOrderStock } from './inventory/index.ts';
import { jobKinds } from './job-kinds.ts';
import { type AnyJobKind, bindKinds } from './jobs/index.ts';
import type { Actor } from './kernel/actor.ts';
import { createEvents, type Events } from './kernel/events.ts';
import { answerOnce, type OnceAnswer } from './kernel/once.ts';
import { createRequestLimits, type RequestLimits } from './kernel/request-limits.ts';
import type { Tables } from './kernel/tables.ts';
import type { UseCase } from './kernel/use-case.ts';
import type { Ports, SuppliedPorts } from './ports.ts';

/** A request: its input, what is made of the result for whoever asked, and what of that may be kept for a repeat. */
export interface Asking<I, O, A> {
  readonly input: I;
  present(output: O): A;
  keep(answer: A): A;
}

/** The application: every context's use cases as methods, and the one way in that they all share. */
export interface Core extends Facade<typeof contexts> {
  /** Does one use case for one actor: permission first, then the work, in a unit of work if it writes. */
  run<I, O>(useCase: UseCase<Ports, I, O>, actor: Actor, input: I): Promise<O>;
  /**
   * As `run`, and gives what is made of the result. When the actor carries a key that was used before, what was kept of
   * the first answer is given again and nothing is done.
   * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`
   */
  runOnce<I, O, A>(useCase: UseCase<Ports, I, O>, actor: Actor, asking: Asking<I, O, A>): Promise<OnceAnswer<A>>;
  /** Refuses whoever may not ask for this, as `run` does first: for whoever has to know before the input is there. */
  admit(useCase: Pick<AnyUseCase, 'access' | 'audit'>, actor: Actor): Promise<void>;
  /** Writes into the audit log that somebody was turned away before any use case was asked; never fails. */
  turnedAway(actor: Actor, refusal: unknown): Promise<void>;
  /** Does the work of one request of a client: its statements have the time limits of requests, but for use cases that run long. */
  attend<T>(work: () => Promise<T>): Promise<T>;
  readonly events: Events;
  /** What interfaces count of the requests that come to them. */
  readonly limits: RequestLimits;
  /** How interfaces read and write tables. */
  readonly tables: Tables;
}

/**
 * Makes the application from its ports: no container, no globals, no input or output of its own. A program that embeds it can
 * add kinds of long work of its own.
 */
export function createCore(supplied: SuppliedPorts, ownKinds: readonly AnyJobKind<Ports>[] = []): Core {
  const events = createEvents(supplied.unitOfWork, supplied.log);
  const ports: Ports = {
    ...supplied,
    events,
    orderStock: createOrderStock({ ...supplied, events }),
    jobKinds: bindKinds([...jobKinds, ...ownKinds], () => ports),
  };
  const { unitOfWork } = ports;
  const audit = new AuditWriter(ports, nameOf);
  const follow = following(unitOfWork, audit);

  const run: Core['run'] = async (useCase, actor, input) => {
    await audit.admit({ useCase, actor });
    return follow({ useCase, actor }, (witness) => {
      const work = () => witness((note) => useCase.make(ports)(actor, input, note));
      return useCase.writes ? unitOfWork.run(work) : work();
    });
  };
  const runOnce: Core['runOnce'] = async (useCase, actor, { input, present, keep }) => {
    if (!actor.once || !useCase.writes || useCase.recognisesRepeats) {
      return { answer: present(await run(useCase, actor, input)), replayed: false };
    }
    await audit.admit({ useCase, actor });
    return follow({ useCase, actor }, (witness) => {
      const work = async () => present(await witness((note) => useCase.make(ports)(actor, input, note)));
      return unitOfWork.run(() => answerOnce(ports, actor, { work, keep }));
    });
  };
  return {
    ...facade(run as Parameters<typeof facade>[0], contexts),
    attend: (work) => unitOfWork.limited(work),
    ...{ run, runOnce, events, limits: createRequestLimits(ports), tables: ports.tables },
    admit: (useCase, actor) => audit.admit({ useCase, actor }),
    turnedAway: (actor, refusal) => audit.turnedAway(actor, refusal),
  };
}

/** Follows an attempt at a use case in the name of its actor, without the limits of requests where it runs long. */
const following =
  (unitOfWork: Ports['unitOfWork'], audit: AuditWriter) =>
  <I, O, T>(
    asked: { readonly useCase: UseCase<Ports, I, O>; readonly actor: Actor },
    attempt: Parameters<typeof audit.follow<T>>[1],
  ): Promise<T> => {
    const inName = () => unitOfWork.inNameOf(asked.actor.userId, () => audit.follow(asked, attempt));
    return asked.useCase.runsLong ? unitOfWork.unlimited(inName) : inName();
  };
