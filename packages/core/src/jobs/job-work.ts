import { DomainError } from '../kernel/errors.ts';
import { isLive, type Job, type JobFault } from './job.ts';
import type { BoundJobKind, JobStep } from './kind.ts';
import type { JobChanges, JobsPorts } from './ports.ts';

/** The outcome of a run: nothing to do, ended, released or delayed for another run, or taken over by another run. */
export type WorkOutcome = 'idle' | 'over' | 'again' | 'lost';

export interface ClaimedJob {
  readonly kind: BoundJobKind;
  readonly job: Job;
  /** Asked between two steps; false releases the job. */
  mayGoOn(): boolean;
}

/** Lease duration after the last heartbeat, in milliseconds. */
export const LEASE_MS = 6_000;
/** Milliseconds between checks for waiting jobs of a higher priority. */
const TURN_MS = 5_000;
/** Upper bound of the back-off, in seconds. */
const LONGEST_WAIT = 3_600;

/** This run no longer holds the job: the result of the step is discarded. */
class JobLost extends Error {}

/** Runs the steps of a claimed job until it has ended, has to wait, or is held by another run. */
export class JobWork {
  readonly #ports: JobsPorts;
  readonly #piece: ClaimedJob;
  #job: Job;
  #isLost = false;

  constructor(ports: JobsPorts, piece: ClaimedJob) {
    this.#ports = ports;
    this.#piece = piece;
    this.#job = piece.job;
  }

  /** Extends the lease, and notes if it is lost; never fails. */
  async heartbeat(): Promise<void> {
    const state = await this.#ports.jobs.renew(this.#job, LEASE_MS).catch(() => this.#job.state);
    if (state !== this.#job.state) this.#isLost = true;
  }

  /** Runs the job until it ends or is released. */
  async run(): Promise<WorkOutcome> {
    const { job, kind } = this.#piece;
    if (!isLive(job.state)) return this.#settle();
    if (job.failures >= kind.attempts) return this.#fail(abandoned, job.failures);
    try {
      return await this.#takeSteps();
    } catch (cause) {
      // A step may notice before the next heartbeat that its job was cancelled.
      await this.heartbeat();
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
      // Inside the unit of the step the new lease would be invisible to others.
      heartbeat: async () => (kind.inUnit ? undefined : this.heartbeat()),
      isCancelled: () => this.#isLost,
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

  /** Schedules another attempt, or fails the job after the last one. */
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

  /** Releases the job to any worker. */
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

  /** This run has lost the job: it was cancelled, perhaps also retried, or another run claimed it. */
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

  /** Runs the clean-up of the kind after the job has ended. */
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

/** Only refusals have messages for callers; other errors go to the log. */
const faultOf = (cause: unknown): JobFault =>
  cause instanceof DomainError
    ? { code: cause.code, message: cause.message }
    : { code: 'job_step_failed', message: 'Something went wrong; the log of the server has details.' };
