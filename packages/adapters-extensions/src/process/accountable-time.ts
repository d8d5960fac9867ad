import type { Scheduling } from './process-measures.ts';

/** Two limits of one thing (ms). */
export interface TimeLimits {
  /** Of the time that the process answers for. */
  readonly ownMs: number;
  /** Of all the time in which the server has looked at the process. */
  readonly allMs: number;
}

/** When something began, in both times, and its limits. */
export interface Deadline extends TimeLimits {
  readonly own: number;
  readonly all: number;
}

/** What the time is measured by. */
export interface TimeSources {
  /** Monotonic time in milliseconds. */
  readonly elapsed: () => number;
  /** Undefined where the system does not tell. */
  readonly scheduling: () => Scheduling | undefined;
}

/** The longest time between two looks that counts (ms): during the rest the server was held up itself. */
const LONGEST_LOOK = 400;

/**
 * The time that an extension answers for. It passes while the process runs or sleeps. It stands still while the process has no
 * processor, while it sleeps and the server works on its requests, and while the server is too busy to look.
 */
export class AccountableTime {
  readonly #sources: TimeSources;
  #own = 0;
  #all = 0;
  #lookedAt: number;
  #scheduling: Scheduling | undefined;
  /** Requests that the server works on, since when, and the time of those that were answered since the last look. */
  #requests = 0;
  #requestedAt = 0;
  #served = 0;

  constructor(sources: TimeSources) {
    this.#sources = sources;
    this.#lookedAt = sources.elapsed();
    this.#scheduling = sources.scheduling();
  }

  deadline(limits: TimeLimits): Deadline {
    const since = Math.min(LONGEST_LOOK, this.#sources.elapsed() - this.#lookedAt);
    return { ...limits, own: this.#own + since, all: this.#all + since };
  }

  /** Whether one of the limits was reached. */
  isPast({ own, all, ownMs, allMs }: Deadline): boolean {
    return this.#own - own >= ownMs || this.#all - all >= allMs;
  }

  /** Lets the time pass; called several times a second. */
  look(): void {
    const { elapsed, scheduling } = this.#sources;
    const now = elapsed();
    const before = this.#scheduling;
    const current = scheduling();
    const passed = now - this.#lookedAt;
    this.#own += Math.max(0, Math.min(LONGEST_LOOK, passed - this.#excused(passed, before, current)));
    this.#all += Math.min(LONGEST_LOOK, passed);
    this.#lookedAt = now;
    this.#scheduling = current;
    this.#served = 0;
    this.#requestedAt = now;
  }

  /** Does work that the process has requested and may be waiting for. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const { elapsed } = this.#sources;
    if (this.#requests === 0) this.#requestedAt = elapsed();
    this.#requests += 1;
    try {
      return await work();
    } finally {
      this.#requests -= 1;
      if (this.#requests === 0) this.#served += elapsed() - this.#requestedAt;
    }
  }

  #excused(passed: number, before: Scheduling | undefined, now: Scheduling | undefined): number {
    const served = this.#served + (this.#requests > 0 ? this.#sources.elapsed() - this.#requestedAt : 0);
    if (!before || !now) return served;
    // One that is ready to run answers for what it ran; the kernel adds a wait when it ends.
    if (!now.isAsleep) return passed - (now.ran - before.ran);
    return served + now.waited - before.waited;
  }
}
