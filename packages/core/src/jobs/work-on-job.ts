import { DomainError } from '../kernel/errors.ts';
import { isLive, type Job, type JobFault } from './job.ts';
import type { BoundJobKind, JobStep } from './kind.ts';
import type { JobChanges, JobsPorts } from './ports.ts';

/** What became of a job that a worker looked at: nothing was to do, it is over, it comes again later, or another run has it. */
export type WorkOutcome = 'idle' | 'over' | 'again' | 'lost';

/** A job in the hands of a worker. */
export interface Workpiece {
  readonly kind: BoundJobKind;
  readonly job: Job;
  /** Whether the worker has the time for one more step. */
  mayGoOn(): boolean;
}

/** So long a job is held after the last sign of life of its worker, in milliseconds. */
export const LEASE_MS = 6_000;
/** After so many milliseconds it is looked whether something more urgent waits. */
const TURN_MS = 5_000;
/** The longest wait before another try, in seconds. */
const LONGEST_WAIT = 3_600;

/** The job is no longer this run's: what the step did must not be kept. */
class JobLost extends Error {}

/** Does step after step of a job that was claimed, until it is over, has to wait, or is somebody else's. */
export class JobWork {
  readonly #ports: JobsPorts;
  readonly #piece: Workpiece;
  #job: Job;
  #isLost = false;

  constructor(ports: JobsPorts, piece: Workpiece) {
    this.#ports = ports;
    this.#piece = piece;
    this.#job = piece.job;
  }

  /** Tells that this run is alive, and hears whether the job is still its own; never fails. */
  async beat(): Promise<void> {
    const state = await this.#ports.jobs.renew(this.#job, LEASE_MS).catch(() => this.#job.state);
    if (state !== this.#job.state) this.#isLost = true;
  }

  /** Goes on with the job, and tells what became of it. */
  async goOn(): Promise<WorkOutcome> {
    const { job, kind } = this.#piece;
    if (!isLive(job.state)) return this.#settle();
    if (job.failures >= kind.attempts) return this.#fail(abandoned, job.failures);
    try {
      return await this.#takeSteps();
    } catch (cause) {
      // A step may notice before the next heartbeat that its job was cancelled.
      await this.beat();
      if (cause instanceof JobLost || this.#isLost) return this.#leave();
      const failures = this.#job.failures + 1;
      const isFinal = kind.isFinal?.(cause) === true;
      // A final refusal is no failure of ours; `job failed` names its code.
      if (!(isFinal && cause instanceof DomainError))
        this.#ports.log.error('job step failed', cause, { job: job.id, kind: job.kind, failures });
      return this.#fail(faultOf(cause), isFinal ? Math.max(failures, kind.attempts) : failures);
    }
  }

  async #takeSteps(): Promise<WorkOutcome> {
    const { clock, jobs } = this.#ports;
    let turn = clock.now().getTime();
    while (this.#piece.mayGoOn()) {
      const step = await this.#takeStep();
      if (step.isFinished) return this.#settle();
      const now = clock.now();
      if (now.getTime() - turn < TURN_MS) continue;
      turn = now.getTime();
      if (await jobs.isOvertaken(this.#job.priority, now)) break;
    }
    return this.#return({ state: 'waiting', isReleased: true });
  }

  async #takeStep(): Promise<JobStep> {
    const { unitOfWork } = this.#ports;
    const take = async () => {
      const step = await this.#doStep();
      return { step, job: await this.#keep(this.#changesOf(step)) };
    };
    const { step, job } = this.#piece.kind.inUnit ? await unitOfWork.run(take) : await take();
    this.#job = job;
    return step;
  }

  async #doStep(): Promise<JobStep> {
    if (this.#isLost) throw new JobLost();
    const { kind } = this.#piece;
    const signal = {
      // In the unit of the step nobody else would see it.
      beat: async () => (kind.inUnit ? undefined : this.beat()),
      wasCancelled: () => this.#isLost,
    };
    const { userId } = this.#job;
    return this.#ports.unitOfWork.runAs(userId ?? undefined, () => kind.step(this.#job, signal));
  }

  #changesOf({ place, done, total, isFinished, result }: JobStep): JobChanges {
    const progress = { place, done, failures: 0, error: null, ...(total !== undefined && { total }) };
    return isFinished ? { ...progress, ...this.#ending('done'), result: result ?? null } : progress;
  }

  #ending(state: 'done' | 'failed'): JobChanges {
    const isSettled = this.#piece.kind.ended === undefined;
    return { state, isSettled, endedAt: this.#ports.clock.now(), ...(isSettled && { isReleased: true }) };
  }

  async #keep(changes: JobChanges): Promise<Job> {
    const { id, run } = this.#job;
    const kept = await this.#ports.jobs.change({ id, run, states: ['running'] }, changes);
    if (!kept) throw new JobLost();
    return kept;
  }

  /** Another try later, or none any more. */
  async #fail(error: JobFault, failures: number): Promise<WorkOutcome> {
    const { attempts } = this.#piece.kind;
    if (failures < attempts) {
      return this.#return({ state: 'waiting', error, failures, notBefore: this.#laterBy(failures), isReleased: true });
    }
    try {
      this.#job = await this.#keep({ ...this.#ending('failed'), error, failures });
    } catch (cause) {
      if (cause instanceof JobLost) return this.#leave();
      throw cause;
    }
    this.#ports.log.warn('job failed', { job: this.#job.id, kind: this.#job.kind, code: error.code });
    return this.#settle();
  }

  /** Gives the job back, so that any worker goes on with it. */
  async #return(changes: JobChanges): Promise<WorkOutcome> {
    try {
      const job = await this.#keep(changes);
      await this.#ports.jobQueue.send(job);
      return 'again';
    } catch (cause) {
      if (cause instanceof JobLost) return this.#leave();
      throw cause;
    }
  }

  /** The job is not running as this run any more: cancelled, perhaps asked for again since, or another run has it. */
  async #leave(): Promise<WorkOutcome> {
    const { jobs, jobQueue } = this.#ports;
    const { id, run } = this.#job;
    const found = await jobs.find(id);
    if (found?.run !== run) return 'lost';
    this.#job = found;
    if (!isLive(found.state)) return this.#settle();
    const released = await jobs.change({ id, run, states: ['waiting'] }, { isReleased: true });
    if (released) await jobQueue.send(released);
    return 'lost';
  }

  /** Lets the kind clean up after a job that is over. */
  async #settle(): Promise<WorkOutcome> {
    const { jobs, jobQueue, log } = this.#ports;
    const { kind } = this.#piece;
    const { id, run, state } = this.#job;
    if (this.#job.isSettled) return 'over';
    const settled = { isSettled: true, isReleased: true };
    try {
      await kind.ended?.(this.#job);
    } catch (cause) {
      log.error('job not cleaned up', cause, { job: id, kind: kind.name });
      const failures = this.#job.failures + 1;
      if (failures < 2 * kind.attempts) {
        const changes = { failures, notBefore: this.#laterBy(failures), isReleased: true };
        const later = await jobs.change({ id, run, states: [state] }, changes);
        if (later) await jobQueue.send(later);
        return 'again';
      }
    }
    await jobs.change({ id, run, states: [state] }, settled);
    return 'over';
  }

  #laterBy(failures: number): Date {
    const seconds = Math.min(this.#piece.kind.backoff * 2 ** (failures - 1), LONGEST_WAIT);
    return new Date(this.#ports.clock.now().getTime() + seconds * 1_000);
  }
}

const abandoned: JobFault = {
  code: 'job_abandoned',
  message: 'The process that worked on it was lost each time it was tried.',
};

/** Refusals say themselves what may be told; anything else is for the log. */
const faultOf = (cause: unknown): JobFault =>
  cause instanceof DomainError
    ? { code: cause.code, message: cause.message }
    : { code: 'job_step_failed', message: 'Something went wrong that only the log of the server tells.' };
