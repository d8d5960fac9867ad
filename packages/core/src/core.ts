import { contexts } from './contexts.ts';
import { type Facade, facade } from './facade.ts';
import type { IdentityPorts } from './identity/index.ts';
import type { InventoryPorts } from './inventory/index.ts';
import { type Actor, demand } from './kernel/actor.ts';
import type { Note } from './kernel/audit.ts';
import { createEvents, type Events } from './kernel/events.ts';
import { answerOnce, type OnceAnswer } from './kernel/once.ts';
import type { UseCase } from './kernel/use-case.ts';
import type { SitePorts } from './site/index.ts';

/** Everything the use cases of all contexts may ask for. */
export interface Ports extends IdentityPorts, InventoryPorts, SitePorts {}
/** What a program supplies to get a core. */
export type SuppliedPorts = Omit<Ports, 'events'>;

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
  readonly events: Events;
}

/** Makes the application from its ports: no container, no globals, no input or output of its own. */
export function createCore(supplied: SuppliedPorts): Core {
  const events = createEvents(supplied.unitOfWork, supplied.log);
  const ports: Ports = { ...supplied, events };
  const { unitOfWork } = ports;

  const run: Core['run'] = async (useCase, actor, input) => {
    demand(actor, useCase.access);
    const work = () => useCase.make(ports)(actor, input, ignoreNote);
    return useCase.writes ? unitOfWork.run(work) : work();
  };
  const runOnce: Core['runOnce'] = async (useCase, actor, { input, present, keep }) => {
    if (!actor.once || !useCase.writes || useCase.recognisesRepeats) {
      return { answer: present(await run(useCase, actor, input)), replayed: false };
    }
    demand(actor, useCase.access);
    const work = async () => present(await useCase.make(ports)(actor, input, ignoreNote));
    return unitOfWork.run(() => answerOnce(ports, actor, { work, keep }));
  };
  return { ...facade(run as Parameters<typeof facade>[0], contexts), run, runOnce, events };
}

/** Until there is an audit log. */
const ignoreNote: Note = () => {};
