import { createOrderFacts } from './analytics/index.ts';
import { AuditWriter } from './audit/index.ts';
import { contexts, nameOf } from './contexts.ts';
import { type AnyUseCase, type Facade, facade } from './facade.ts';
import { createOrderStock } from './inventory/index.ts';
import { jobKinds } from './job-kinds.ts';
import { type AnyJobKind, bindKinds } from './jobs/index.ts';
import type { Actor } from './kernel/actor.ts';
import { createEvents, type Events } from './kernel/events.ts';
import type { OnceAnswer } from './kernel/once.ts';
import { createRequestLimits, type RequestLimits } from './kernel/request-limits.ts';
import type { Tables } from './kernel/tables.ts';
import type { UseCase } from './kernel/use-case.ts';
import type { Ports, SuppliedPorts } from './ports.ts';
import { createRunner, type RunRequest } from './run.ts';

/** The application: every context's use cases as methods, and the one way in that they all share. */
export interface Core extends Facade<typeof contexts> {
  /** Does one use case for one actor: permission first, then the work, in a unit of work if it writes. */
  run<I, O>(useCase: UseCase<Ports, I, O>, actor: Actor, input: I): Promise<O>;
  /**
   * As `run`, and gives what is made of the result. When the actor carries a key that was used before, what was kept of
   * the first answer is given again and nothing is done.
   * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`
   */
  runOnce<I, O, A>(useCase: UseCase<Ports, I, O>, actor: Actor, request: RunRequest<I, O, A>): Promise<OnceAnswer<A>>;
  /** Refuses whoever may not ask for this, as `run` does first: for whoever has to know before the input is there. */
  admit(useCase: Pick<AnyUseCase, 'access' | 'audit'>, actor: Actor): Promise<void>;
  /** Writes into the audit log that somebody was turned away before any use case was asked; never fails. */
  turnedAway(actor: Actor, refusal: unknown): Promise<void>;
  /** Runs the work of one request: its statements have the time limits of requests, except in use cases that run long. */
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
    orderFacts: createOrderFacts(supplied),
    orderStock: createOrderStock({ ...supplied, events }),
    jobKinds: bindKinds([...jobKinds, ...ownKinds], () => ports),
  };
  const audit = new AuditWriter(ports, nameOf);

  const { run, runOnce } = createRunner(() => ports, audit);
  return {
    ...facade(run as Parameters<typeof facade>[0], contexts),
    ...{ run, runOnce, events, limits: createRequestLimits(ports), tables: ports.tables },
    attend: (work) => ports.unitOfWork.limited(work),
    admit: (useCase, actor) => audit.admit({ useCase, actor }),
    turnedAway: (actor, refusal) => audit.turnedAway(actor, refusal),
  };
}
