import type { Job, JsonObject, JsonValue } from './job.ts';

/** What a step did. */
export interface JobStep<Place extends JsonValue = JsonValue> {
  /** Where the next step goes on. */
  readonly place: Place;
  readonly done: number;
  readonly total?: number | undefined;
  readonly isFinished?: boolean | undefined;
  /** What came of it all; kept with the last step. */
  readonly result?: JsonObject | undefined;
}

/** How a step that takes long stays in touch. */
export interface JobSignal {
  /** Tells that the worker is alive; for steps that open their own units. The worker does so from time to time by itself, too. */
  beat(): Promise<void>;
  /** Whether the job was cancelled or given to somebody else: what the step does now will not be kept. */
  wasCancelled(): boolean;
}

/** A job of a kind, its input and place typed. */
export type JobOf<Input extends JsonObject, Place extends JsonValue> = Omit<Job, 'input' | 'place'> & {
  readonly input: Input;
  readonly place: Place | null;
};

/** A kind of long work, declared once by the context that it belongs to, and listed in `job-kinds.ts`. */
export interface JobKind<Needs, Input extends JsonObject = JsonObject, Place extends JsonValue = JsonValue> {
  readonly name: string;
  /** Larger ones are taken first: 0 is ordinary, 10 is what somebody waits for, -10 is what can wait. */
  readonly priority: number;
  /** So often in a row one step may go wrong; then the job has failed, until somebody has it tried again. */
  readonly attempts: number;
  /** Seconds before the second try; each further one waits twice as long, up to an hour. */
  readonly backoff: number;
  /**
   * True: each step is done inside one unit of work, in which its place is kept too, so it counts exactly once. False: the step
   * opens its own units, writes files or sends mail, and has to be idempotent, because its place is kept after it.
   */
  readonly inUnit: boolean;
  /** Whether what went wrong will go wrong again: then the job has failed at once, whatever tries are left. */
  isFinal?(cause: unknown): boolean;
  /** Does the next step. Written as a method so that a kind with few needs fits where all ports are given. */
  step(ports: Needs): (job: JobOf<Input, Place>, signal: JobSignal) => Promise<JobStep<Place>>;
  /** Cleans up after a job that is done, has failed or was cancelled; it has to be idempotent, and may be called before a retry. */
  ended?(ports: Needs): (job: JobOf<Input, Place>) => Promise<void>;
}

/** A kind of which only its shape is known. */
export type AnyJobKind<Needs = never> = Omit<JobKind<Needs>, 'step' | 'ended'> & {
  step(ports: Needs): (job: never, signal: JobSignal) => Promise<JobStep>;
  ended?(ports: Needs): (job: never) => Promise<void>;
};

/** A kind that has what it needs. */
export interface BoundJobKind extends Omit<AnyJobKind, 'step' | 'ended'> {
  readonly step: (job: Job, signal: JobSignal) => Promise<JobStep>;
  readonly ended: ((job: Job) => Promise<void>) | undefined;
}

/** Gives every kind its ports, which are asked for when there is work. */
export const bindKinds = <Needs>(
  kinds: readonly AnyJobKind<Needs>[],
  ports: () => Needs,
): ReadonlyMap<string, BoundJobKind> => new Map(kinds.map((kind) => [kind.name, bind(kind, ports)]));

const bind = <Needs>(kind: AnyJobKind<Needs>, ports: () => Needs): BoundJobKind => ({
  ...kind,
  step: (job, signal) => kind.step(ports())(job as never, signal),
  ended: kind.ended && ((job) => kind.ended?.(ports())(job as never) ?? Promise.resolve()),
});
