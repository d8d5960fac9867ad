import type { AuditRecording, AuditWriter } from './audit/index.ts';
import type { Actor } from './kernel/actor.ts';
import { answerMarked, answerOnce, type IdempotentAnswer } from './kernel/idempotency.ts';
import type { UseCase } from './kernel/use-case.ts';
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

/** One run of a use case: its audit record and, where it repeats by `answer`, the answer stored with the effect. */
class UseCaseRun<I, O, A> {
  readonly #ports: Ports;
  readonly #actor: Actor;
  readonly #request: RunRequest<I, O, A>;
  readonly #repeats: Repeats;
  readonly #recording: AuditRecording;
  #isResumed = false;
  #kept: { readonly answer: A } | undefined;

  constructor(
    ports: Ports,
    recording: AuditRecording,
    { actor, request, repeats }: { actor: Actor; request: RunRequest<I, O, A>; repeats: Repeats },
  ) {
    this.#ports = ports;
    this.#recording = recording;
    this.#actor = actor;
    this.#request = request;
    this.#repeats = repeats;
  }

  async answer(useCase: UseCase<Ports, I, O>): Promise<IdempotentAnswer<A>> {
    const work = () => this.#whole(useCase);
    try {
      if (this.#repeats === 'marked') {
        return await answerMarked(this.#ports, this.#actor, { work, keep: this.#request.keep });
      }
      const answer = await work();
      return { answer, replayed: this.#isResumed };
    } catch (error) {
      if (error instanceof Replay) return { answer: error.answer as A, replayed: true };
      throw error;
    }
  }

  async #whole(useCase: UseCase<Ports, I, O>): Promise<A> {
    const inUnit = <T>(unit: () => Promise<T>) => this.#inUnit(unit);
    const { note } = this.#recording;
    const work = () => useCase.make(this.#ports)(this.#actor, this.#request.input, { note, inUnit });
    const isInCore = useCase.effect === 'write' && useCase.transaction === 'core';
    const output = await (isInCore ? inUnit(work) : work());
    if (this.#recording.isDue) await this.#recording.finish();
    return this.#kept ? this.#kept.answer : this.#request.present(output);
  }

  async #inUnit<T>(work: () => Promise<T>): Promise<T> {
    const { unitOfWork } = this.#ports;
    const recorded = this.#recording.inside(work);
    if (this.#repeats === 'resumed' && this.#actor.userId !== undefined) return this.#resume(recorded);
    if (this.#repeats !== 'answer') return unitOfWork.run(recorded);
    const { present, keep } = this.#request;
    // With a key, the result of the unit is the output of the use case.
    const { output, replayed, answer } = await unitOfWork.run(async () => {
      const results: T[] = [];
      const presented = async (): Promise<A> => {
        results[0] = await recorded();
        return present(results[0] as unknown as O);
      };
      const once = await answerOnce(this.#ports, this.#actor, { work: presented, keep });
      return { ...once, output: results[0] as T };
    });
    if (replayed) throw new Replay(answer);
    this.#kept = { answer };
    return output;
  }

  /** A repeated request has no audit record: that of the first one was written in its unit. */
  async #resume<T>(work: () => Promise<T>): Promise<T> {
    const keep = (result: T): T => result;
    const once = await this.#ports.unitOfWork.run(() => answerOnce(this.#ports, this.#actor, { work, keep }));
    this.#isResumed = once.replayed;
    if (once.replayed) this.#recording.note({ isIdle: true });
    return once.answer;
  }
}

/** Runs use cases in one order: permission, key, unit of work, work, audit record. */
export function createRunner(ports: () => Ports, audit: AuditWriter): Runner {
  const perform = async <I, O, A>(
    useCase: UseCase<Ports, I, O>,
    actor: Actor,
    how: { readonly request: RunRequest<I, O, A>; readonly repeats: Repeats },
  ): Promise<IdempotentAnswer<A>> => {
    await audit.admit({ useCase, actor });
    const attempt = (recording: AuditRecording) =>
      new UseCaseRun(ports(), recording, { actor, ...how }).answer(useCase);
    const { unitOfWork } = ports();
    const run = () => unitOfWork.runAs(actor.userId, () => audit.follow({ useCase, actor }, attempt));
    return useCase.runsLong ? unitOfWork.unlimited(run) : run();
  };
  return {
    async run<I, O>(useCase: UseCase<Ports, I, O>, actor: Actor, input: I) {
      const same = (output: O): O => output;
      const request: RunRequest<I, O, O> = { input, present: same, keep: same };
      return (await perform(useCase, actor, { request, repeats: 'none' })).answer;
    },
    runOnce: (useCase, actor, request) =>
      perform(useCase, actor, { request, repeats: actor.once ? useCase.repeats : 'none' }),
  };
}
