import type { Job, JsonObject, JsonValue } from './job.ts';

/** The result of one step. */
export interface JobStep<Place extends JsonValue = JsonValue> {
  /** The checkpoint at which the next step resumes. */
  readonly place: Place;
  readonly done: number;
  readonly total?: number | undefined;
  readonly isFinished?: boolean | undefined;
  /** The result of the job; stored with the last step. */
  readonly result?: JsonObject | undefined;
}

/** Heartbeat and cancellation of a running step. */
export interface JobSignal {
  /** Extends the lease; for steps that open their own units. The worker also does so periodically. */
  heartbeat(): Promise<void>;
  /** Whether the job was cancelled or claimed by another run: the step's result will be discarded. */
  isCancelled(): boolean;
}

/** A job with typed input and checkpoint. */
export type JobOf<Input extends JsonObject, Place extends JsonValue> = Omit<Job, 'input' | 'place'> & {
  readonly input: Input;
  readonly place: Place | null;
};

/** Addresses by name. */
export type JobLinks = Readonly<Record<string, string>>;

/** A kind of job, declared by its context and listed in `job-kinds.ts`. */
export interface JobKind<Needs, Input extends JsonObject = JsonObject, Place extends JsonValue = JsonValue> {
  readonly name: string;
  /** Higher values are claimed first: 0 is ordinary, 10 interactive, -10 background. */
  readonly priority: number;
  /** Consecutive failures of a step after which the job has failed; it can be retried by hand. */
  readonly attempts: number;
  /** Seconds before the second attempt (exponential back-off: doubled for each further one, up to an hour). */
  readonly backoff: number;
  /**
   * True: each step runs in one unit of work together with its checkpoint, so it takes effect exactly once. False: the step
   * opens its own units, writes files or sends mail, and must be idempotent, because its checkpoint is stored after it.
   */
  readonly inUnit: boolean;
  /** Maximum jobs of this kind that run at once, in all processes; further ones wait. Unlimited unless given. */
  readonly atOnce?: number;
  /** Members of its input that readers of the job may see; none unless given. */
  readonly shows?: readonly (keyof Input & string)[];
  /** Whether the account that asked for it may see and cancel it without `manage_system`. */
  readonly isOwn?: true;
  /** Whether an error is permanent: then the job fails at once, without further attempts. */
  isFinal?(cause: unknown): boolean;
  /** Runs the next step. Declared as a method (bivariant) so that a kind with few ports is assignable to one with all. */
  step(ports: Needs): (job: JobOf<Input, Place>, signal: JobSignal) => Promise<JobStep<Place>>;
  /** Addresses of what a job that is done has made, by name; none for what is gone. */
  links?(ports: Needs): (job: JobOf<Input, Place>) => JobLinks;
  /** Cleans up after a job that is done, has failed or was cancelled. Must be idempotent; may be called before a retry. */
  ended?(ports: Needs): (job: JobOf<Input, Place>) => Promise<void>;
}

/** A job kind of unknown input and checkpoint. */
export type AnyJobKind<Needs = never> = Omit<JobKind<Needs>, 'step' | 'ended' | 'links'> & {
  step(ports: Needs): (job: never, signal: JobSignal) => Promise<JobStep>;
  ended?(ports: Needs): (job: never) => Promise<void>;
  links?(ports: Needs): (job: never) => JobLinks;
};

/** A job kind bound to its ports. */
export interface BoundJobKind extends Omit<AnyJobKind, 'step' | 'ended' | 'links'> {
  readonly step: (job: Job, signal: JobSignal) => Promise<JobStep>;
  readonly ended: ((job: Job) => Promise<void>) | undefined;
  readonly links: (job: Job) => JobLinks;
}

/** Binds every kind to its ports, which are resolved when a step runs. */
export const bindKinds = <Needs>(
  kinds: readonly AnyJobKind<Needs>[],
  ports: () => Needs,
): ReadonlyMap<string, BoundJobKind> => new Map(kinds.map((kind) => [kind.name, bind(kind, ports)]));

const bind = <Needs>(kind: AnyJobKind<Needs>, ports: () => Needs): BoundJobKind => ({
  ...kind,
  step: (job, signal) => kind.step(ports())(job as never, signal),
  links: (job) => kind.links?.(ports())(job as never) ?? {},
  ended: kind.ended && ((job) => kind.ended?.(ports())(job as never) ?? Promise.resolve()),
});
