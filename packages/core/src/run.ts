import type { AuditRecording, AuditWriter } from './audit/index.ts';
import type { Actor } from './kernel/actor.ts';
import { answerMarked, answerOnce, type IdempotentAnswer } from './kernel/idempotency.ts';
import type { RunContext, UseCase } from './kernel/use-case.ts';
import type { Ports } from './ports.ts';

/** The input of a use case, the presentation of its output, and the part of the answer that may be stored for a repeat. */
export interface RunRequest<I, O, A> {
  readonly input: I;
  present(output: O): A;
  keep(answer: A): A;
}

/** How use cases are run; see `Core`. */
export interface Runner {
  run<I, O>(useCase: UseCase<Ports, I, O>, actor: Actor, input: I): Promise<O>;
  runOnce<I, O, A>(
    useCase: UseCase<Ports, I, O>,
    actor: Actor,
    request: RunRequest<I, O, A>,
  ): Promise<IdempotentAnswer<A>>;
}

/** Ends a use case whose key was used before. */
class Replay<A> extends Error {
  readonly answer: A;

  constructor(answer: A) {
    super('The request was answered before.');
    this.answer = answer;
  }
}

type Repeats = UseCase<Ports, never, unknown>['repeats'];

/** A call of a use case, and how repeats of it are answered. */
interface RunParts<I, O, A> {
  readonly ports: Ports;
  readonly audit: AuditWriter;
  readonly useCase: UseCase<Ports, I, O>;
  readonly actor: Actor;
  readonly request: RunRequest<I, O, A>;
  readonly repeats: Repeats;
}

/** One run of a use case: its audit record and, where it repeats by `answer`, the answer stored with the effect. */
class UseCaseRun<I, O, A> {
  readonly #parts: RunParts<I, O, A>;
  readonly #recording: AuditRecording;
  #isResumed = false;
  #kept: { readonly answer: A } | undefined;

  constructor(parts: RunParts<I, O, A>) {
    this.#parts = parts;
    this.#recording = parts.audit.open(parts);
  }

  async answer(): Promise<IdempotentAnswer<A>> {
    const { ports, audit, actor, request, repeats } = this.#parts;
    try {
      if (repeats === 'marked') {
        return await answerMarked(ports, actor, {
          work: async () => this.#end(await this.#output()),
          keep: request.keep,
        });
      }
      const output = await this.#output();
      const ended = this.#end(output);
      const answer = ended instanceof Promise ? await ended : ended;
      return { answer, replayed: this.#isResumed };
    } catch (error) {
      if (error instanceof Replay) return { answer: error.answer as A, replayed: true };
      await audit.recordFailure(this.#parts, error, this.#recording);
      throw error;
    }
  }

  #output(): Promise<O> {
    const { ports, useCase, actor, request } = this.#parts;
    const isInCore = useCase.effect === 'write' && useCase.transaction === 'core';
    const context: RunContext = { note: this.#recording.note, inUnit: (work) => this.#inUnit(work) };
    const work = () => useCase.make(ports)(actor, request.input, context);
    return isInCore ? this.#inUnit(work) : work();
  }

  /** Finishes the audit record if it is due, and presents the output. */
  #end(output: O): Promise<A> | A {
    if (this.#recording.isDue) return this.#recording.finish().then(() => this.#answerTo(output));
    return this.#answerTo(output);
  }

  #answerTo(output: O): A {
    return this.#kept ? this.#kept.answer : this.#parts.request.present(output);
  }

  async #inUnit<T>(work: () => Promise<T>): Promise<T> {
    const { ports, actor, request, repeats } = this.#parts;
    const { unitOfWork } = ports;
    const recorded = this.#recording.inside(work);
    if (repeats === 'resumed' && actor.userId !== undefined) return this.#resume(recorded);
    if (repeats !== 'answer') return unitOfWork.run(recorded);
    const { present, keep } = request;
    // With a key, the result of the unit is the output of the use case.
    const { output, replayed, answer } = await unitOfWork.run(async () => {
      const results: T[] = [];
      const presented = async (): Promise<A> => {
        results[0] = await recorded();
        return present(results[0] as unknown as O);
      };
      const once = await answerOnce(ports, actor, { work: presented, keep });
      return { ...once, output: results[0] as T };
    });
    if (replayed) throw new Replay(answer);
    this.#kept = { answer };
    return output;
  }

  /** A repeated request has no audit record: that of the first one was written in its unit. */
  async #resume<T>(work: () => Promise<T>): Promise<T> {
    const { ports, actor } = this.#parts;
    const keep = (result: T): T => result;
    const once = await ports.unitOfWork.run(() => answerOnce(ports, actor, { work, keep }));
    this.#isResumed = once.replayed;
    if (once.replayed) this.#recording.note({ isIdle: true });
    return once.answer;
  }
}

const same = <T>(value: T): T => value;
const answerIn = <A>({ answer }: IdempotentAnswer<A>): A => answer;

/** Runs use cases in one order: permission, key, unit of work, work, audit record. */
export function createRunner(portsOf: () => Ports, audit: AuditWriter): Runner {
  const perform = <I, O, A>(
    useCase: UseCase<Ports, I, O>,
    actor: Actor,
    how: Pick<RunParts<I, O, A>, 'request' | 'repeats'>,
  ): Promise<IdempotentAnswer<A>> => {
    const refused = audit.admit({ useCase, actor });
    if (refused) return refused;
    const ports = portsOf();
    const { unitOfWork } = ports;
    const run = () =>
      unitOfWork.runAs(actor.userId, () => new UseCaseRun({ ports, audit, useCase, actor, ...how }).answer());
    return useCase.runsLong ? unitOfWork.unlimited(run) : run();
  };
  return {
    run<I, O>(useCase: UseCase<Ports, I, O>, actor: Actor, input: I): Promise<O> {
      const request: RunRequest<I, O, O> = { input, present: same, keep: same };
      return perform(useCase, actor, { request, repeats: 'none' }).then(answerIn);
    },
    runOnce: (useCase, actor, request) =>
      perform(useCase, actor, { request, repeats: actor.once ? useCase.repeats : 'none' }),
  };
}
