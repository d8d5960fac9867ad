import { createOrderFacts } from './analytics/index.ts';
import { AuditWriter } from './audit/index.ts';
import { contexts, nameOf } from './contexts.ts';
import { createEventOutbox, createInstalledPackages, type ExtensionContribution } from './extensions/index.ts';
import { type AnyUseCase, type Facade, facade } from './facade.ts';
import { createOrderStock } from './inventory/index.ts';
import { jobKinds } from './job-kinds.ts';
import { type AnyJobKind, bindKinds } from './jobs/index.ts';
import type { Actor } from './kernel/actor.ts';
import { createEvents, type Events } from './kernel/events/events.ts';
import type { IdempotentAnswer } from './kernel/idempotency.ts';
import { createRequestLimits, type RequestRateLimits } from './kernel/limits/request-limits.ts';
import type { Tables } from './kernel/tables.ts';
import type { UseCase } from './kernel/use-case.ts';
import { LiveFeed } from './live/index.ts';
import { createExtensionLookup } from './marketplace/index.ts';
import { demandPorts, type Ports, type SuppliedPorts } from './ports.ts';
import { createRunner, type RunRequest } from './run.ts';

/** The application: the use cases of every context as methods. All of them go through `run`. */
export interface Core extends Facade<typeof contexts> {
  /** Runs a use case for an actor: checks permission, then does the work, in a unit of work if it writes. */
  run<I, O>(useCase: UseCase<Ports, I, O>, actor: Actor, input: I): Promise<O>;
  /**
   * As `run`, and returns the presented result. If the actor carries an idempotency key that was used before, returns
   * the stored answer to the first request and does nothing.
   * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`
   */
  runOnce<I, O, A>(
    useCase: UseCase<Ports, I, O>,
    actor: Actor,
    request: RunRequest<I, O, A>,
  ): Promise<IdempotentAnswer<A>>;
  /** The permission check of `run` on its own, for interfaces that must refuse before they read the input. */
  admit(useCase: Pick<AnyUseCase, 'access' | 'audit'>, actor: Actor): Promise<undefined>;
  /** Records in the audit log that an interface refused a request before any use case ran; never fails. */
  recordRejection(actor: Actor, refusal: unknown): Promise<void>;
  /** Runs the work of one request under the statement timeouts of requests; use cases that run long are exempt. */
  runRequest<T>(work: () => Promise<T>): Promise<T>;
  readonly events: Events;
  /** The rate limits that interfaces apply to requests. */
  readonly limits: RequestRateLimits;
  /** What the running extensions contribute; the same list until it changes. */
  contributions(): readonly ExtensionContribution[];
  /** CSV for interfaces. */
  readonly tables: Tables;
}

const admitted = Promise.resolve(undefined);

/**
 * Creates the application from its ports: no container, no globals, no I/O of its own. An embedding program can add job
 * kinds.
 * @throws TypeError that names every missing port
 */
export function createCore(supplied: SuppliedPorts, ownKinds: readonly AnyJobKind<Ports>[] = []): Core {
  demandPorts(supplied);
  const events = createEvents(supplied.unitOfWork, supplied.log, createEventOutbox(supplied));
  const ports: Ports = {
    ...supplied,
    events,
    liveFeed: new LiveFeed(supplied),
    orderFacts: createOrderFacts(supplied),
    orderStock: createOrderStock({ ...supplied, events }),
    extensionLookup: createExtensionLookup(supplied),
    installedPackages: createInstalledPackages(supplied),
    jobKinds: bindKinds([...jobKinds, ...ownKinds], () => ports),
  };
  const audit = new AuditWriter(ports, nameOf);

  const { run, runOnce } = createRunner(() => ports, audit);
  return {
    ...facade(run as Parameters<typeof facade>[0], contexts),
    run,
    runOnce,
    events,
    limits: createRequestLimits(ports),
    contributions: () => ports.extensionRuntime.contributions(),
    tables: ports.tables,
    runRequest: (work) => ports.unitOfWork.limited(work),
    admit: (useCase, actor) => audit.admit({ useCase, actor }) ?? admitted,
    recordRejection: (actor, refusal) => audit.recordRejection(actor, refusal),
  };
}
