import { AsyncResource } from 'node:async_hooks';
import { ManualClock, MemoryLog } from '@backroom/adapters-memory';
import { type Core, DomainError, type Ports } from '@backroom/core';
import { type Job, type JobKind, type JobStep, submitJob } from '@backroom/core/jobs';
import { freshWord, NOON } from '@backroom/testing/builders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { workOff } from '../support/jobs.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

type Input = { readonly steps: number };

/** What a step does before it reports its progress; tests put in what they need. */
type StepAction = (job: { readonly id: string; readonly place: number | null }) => Promise<void> | void;
const nothing: StepAction = () => {};
/** Belongs to no unit of work. */
const apart = new AsyncResource('apart');
const outside = <T>(work: () => Promise<T>): Promise<T> => apart.runInAsyncScope(work);

describe.each(databases)('jobs on $name', (database) => {
  const system = anAdministrator();
  let stores: Stores;
  let clock: ManualClock;
  let action: StepAction = nothing;
  let ended: (job: { readonly id: string; readonly state: string }) => void = () => {};

  /** Counts to the number of its input; each step leaves an entry in the audit log, undone with its unit. */
  const counting = (changes: Partial<JobKind<Ports, Input, number>> = {}): JobKind<Ports, Input, number> => ({
    ...{ name: 'test.count', priority: 0, attempts: 3, backoff: 10, inUnit: true },
    step:
      ({ auditTrail }) =>
      async (job): Promise<JobStep<number>> => {
        const place = (job.place ?? 0) + 1;
        await auditTrail.append(entryOf(job.id));
        await action(job);
        const { steps } = job.input;
        return { place, done: place, total: steps, isFinished: place === steps, result: { counted: place } };
      },
    ended: () => async (job) => ended(job),
    ...changes,
  });
  const loose = counting({ name: 'test.loose', inUnit: false });
  const urgent = counting({ name: 'test.urgent', priority: 10 });
  const { ended: _, ...rest } = counting({ name: 'test.plain' });
  const plain: JobKind<Ports, Input, number> = rest;

  beforeAll(async () => {
    stores = await openStores(database);
  });
  beforeEach(() => {
    clock = new ManualClock(NOON);
    action = nothing;
    ended = () => {};
  });
  afterAll(() => stores?.close());

  const core = (): Core => coreOn(stores, {}, clock, [counting(), loose, urgent, plain]);
  const submit = (kind: JobKind<Ports, Input, number> = counting(), steps = 3): Promise<Job> =>
    stores.unitOfWork.run(async () => {
      const ports = { ...stores, clock, ids: { next: () => crypto.randomUUID() }, jobQueue: { send: async () => {} } };
      return (await submitJob(ports, { kind, input: { steps }, userId: null })).job;
    });
  const stepsOf = async ({ id }: Pick<Job, 'id'>): Promise<number> =>
    (await stores.auditTrail.list({ action: 'test.step', targetId: id }, { page: 1, perPage: 1 })).total;
  const found = (job: Job) => core().jobs.showJob(system, { id: job.id });
  const work = (job: Job) => core().jobs.work(system, { id: job.id });
  const failing =
    (error: unknown): StepAction =>
    () => {
      throw error;
    };

  it.each(['test.count', 'test.loose', 'test.plain'])('are done step by step: %s', async (name) => {
    const kind = [counting(), loose, plain].find((each) => each.name === name);
    const job = await submit(kind);
    await workOff(core());
    expect(await found(job)).toMatchObject({
      ...{ state: 'done', place: 3, done: 3, total: 3, result: { counted: 3 }, run: 1, error: null },
      ...{ isSettled: true, endedAt: NOON },
    });
    expect(await stepsOf(job)).toBe(3);
  });

  it('keep nothing of a failed step, and resume there after a while', async () => {
    const job = await submit();
    action = ({ place }) => {
      if (place === 1) throw new Error('secret-of-the-database');
    };
    expect(await work(job)).toBe('again');
    const error = { code: 'job_step_failed', message: expect.not.stringContaining('secret') };
    const notBefore = new Date(NOON.getTime() + 10_000);
    expect(await found(job)).toMatchObject({ state: 'waiting', place: 1, failures: 1, error, notBefore });
    expect(await stepsOf(job)).toBe(1);
    expect(await work(job)).toBe('idle');
    action = nothing;
    clock.advance(10_000);
    expect(await work(job)).toBe('over');
    expect(await found(job)).toMatchObject({ state: 'done', failures: 0, error: null });
    expect(await stepsOf(job)).toBe(3);
  });

  it('wait twice as long after each failure, and fail after the last try', async () => {
    const job = await submit();
    action = failing(new DomainError('unavailable', 'mail_refused', 'The server of the mail refused it.'));
    const heard: string[] = [];
    ended = ({ state }) => heard.push(state);
    for (const seconds of [10, 20]) {
      await work(job);
      expect((await found(job)).notBefore).toEqual(new Date(clock.now().getTime() + seconds * 1_000));
      clock.advance(seconds * 1_000);
    }
    expect(await work(job)).toBe('over');
    const error = { code: 'mail_refused', message: 'The server of the mail refused it.' };
    expect(await found(job)).toMatchObject({ state: 'failed', failures: 3, error, isSettled: true });
    expect(heard).toEqual(['failed']);
  });

  it('are tried again by hand where they were', async () => {
    const job = await submit();
    action = ({ place }) => {
      if (place === 1) throw new Error('no');
    };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await work(job);
      clock.advance(60_000);
    }
    action = nothing;
    expect(await core().jobs.retryJob(system, { id: job.id })).toMatchObject({
      state: 'waiting',
      place: 1,
      failures: 0,
    });
    await work(job);
    expect(await found(job)).toMatchObject({ state: 'done', done: 3 });
    expect(await stepsOf(job)).toBe(3);
  });

  it('stop when they are cancelled in the middle of a step', async () => {
    const job = await submit(loose);
    const heard: string[] = [];
    ended = ({ state }) => heard.push(state);
    action = async ({ place }) => {
      if (place === 1) await core().jobs.cancelJob(system, { id: job.id });
    };
    expect(await work(job)).toBe('over');
    expect(await found(job)).toMatchObject({ state: 'cancelled', place: 1, isSettled: true });
    expect(heard).toEqual(['cancelled']);
    expect(await work(job)).toBe('idle');
  });

  it.each([
    ['nothing of a step that gives up because its job was cancelled', new Error('The work was cancelled.'), true, []],
    [
      'only the code of what is refused for good',
      new DomainError('invalid', 'test_refused', 'No.'),
      false,
      ['job failed'],
    ],
    ['what went wrong otherwise', new Error('no'), false, ['job step failed']],
  ])('log %s', async (_, cause, isCancelled, events) => {
    const log = new MemoryLog();
    const final = { ...loose, isFinal: (error: unknown) => error instanceof DomainError };
    const job = await submit(final);
    action = async () => {
      if (isCancelled) await core().jobs.cancelJob(system, { id: job.id });
      throw cause;
    };
    await coreOn({ ...stores, log } as Stores, {}, clock, [final]).jobs.work(system, { id: job.id });
    expect(log.entries.map(({ event }) => event)).toEqual(events);
  });

  it('are cleaned up when they are cancelled before a worker claims them', async () => {
    const job = await submit();
    const heard: string[] = [];
    ended = ({ state }) => heard.push(state);
    await core().jobs.cancelJob(system, { id: job.id });
    expect(await work(job)).toBe('over');
    expect(await found(job)).toMatchObject({ state: 'cancelled', isSettled: true });
    expect(heard).toEqual(['cancelled']);
    expect(await stepsOf(job)).toBe(0);
  });

  it('cannot be cancelled or hastened when they are over, nor tried again when they are done', async () => {
    const job = await submit();
    await work(job);
    const { cancelJob, hastenJob, retryJob, showJob } = core().jobs;
    await expect(cancelJob(system, job)).rejects.toMatchObject({ code: 'job_is_over' });
    await expect(hastenJob(system, job)).rejects.toMatchObject({ code: 'job_is_over' });
    await expect(retryJob(system, job)).rejects.toMatchObject({ code: 'job_not_retryable' });
    for (const ask of [cancelJob, hastenJob, retryJob, showJob])
      await expect(ask(system, { id: 'none' })).rejects.toMatchObject({ code: 'job_not_found' });
  });

  it('are released between two steps when there is no time for another', async () => {
    const job = await submit();
    let steps = 0;
    const mayGoOn = () => {
      steps += 1;
      return steps <= 2;
    };
    expect(await core().jobs.work(system, { id: job.id, mayGoOn })).toBe('again');
    expect(await found(job)).toMatchObject({ state: 'waiting', place: 2, failures: 0 });
    expect(await work(job)).toBe('over');
    expect(await stepsOf(job)).toBe(3);
  });

  it('make room for what is more urgent', async () => {
    const job = await submit();
    const other = await submit(urgent);
    action = () => clock.advance(6_000);
    expect(await work(job)).toBe('again');
    expect(await found(job)).toMatchObject({ state: 'waiting', place: 1 });
    await work(other);
    expect(await work(job)).toBe('over');
  });

  it('fail when their worker is lost at the same step each time', async () => {
    const job = await submit();
    // A lease of nothing ends within the same millisecond.
    const lose = () => stores.jobs.claim(job.id, { now: clock.now(), forMs: 0 });
    for (let round = 0; round < 3; round += 1) await expect.poll(lose).toBeDefined();
    await expect.poll(() => work(job)).toBe('over');
    expect(await found(job)).toMatchObject({ state: 'failed', error: { code: 'job_abandoned' } });
  });

  it('stop the worker that has lost them', async () => {
    const job = await submit(loose);
    action = async ({ place }) => {
      if (place !== 1) return;
      await stores.jobs.change({ id: job.id, states: ['running'] }, { isReleased: true });
      await stores.jobs.claim(job.id, { now: clock.now(), forMs: 60_000 });
    };
    expect(await work(job)).toBe('lost');
    expect(await found(job)).toMatchObject({ state: 'running', place: 1, run: 2 });
  });

  it.skipIf(database.name === 'embedded')('keep nothing of the step of a worker that has lost them', async () => {
    // The embedded database has one connection, so no worker can take the job in the middle of a unit.
    const job = await submit();
    action = async () => {
      await outside(() => stores.jobs.change({ id: job.id, states: ['running'] }, { isReleased: true }));
      await outside(() => stores.jobs.claim(job.id, { now: clock.now(), forMs: 60_000 }));
    };
    expect(await work(job)).toBe('lost');
    expect(await stepsOf(job)).toBe(0);
    expect(await found(job)).toMatchObject({ state: 'running', place: null, run: 2 });
  });

  it('are cleaned up again when that went wrong', async () => {
    const job = await submit();
    let calls = 0;
    ended = () => {
      calls += 1;
      if (calls === 1) throw new Error('no');
    };
    expect(await work(job)).toBe('again');
    expect(await found(job)).toMatchObject({ state: 'done', isSettled: false });
    clock.advance(10_000);
    expect(await work(job)).toBe('over');
    expect(await found(job)).toMatchObject({ state: 'done', isSettled: true });
  });

  it('fail with an unknown kind', async () => {
    const job = await submit({ ...counting(), name: freshWord() });
    expect(await work(job)).toBe('over');
    expect(await found(job)).toMatchObject({ state: 'failed', error: { code: 'job_kind_unknown' } });
  });

  it('do not exist when the unit that queued them is undone', async () => {
    const undone = stores.unitOfWork.run(async () => {
      await stores.jobs.add({
        ...{ id: 'undone', kind: 'test.count', key: null, userId: null, input: { steps: 1 } },
        ...{ priority: 0, notBefore: null, createdAt: NOON },
      });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await expect(core().jobs.showJob(system, { id: 'undone' })).rejects.toMatchObject({ code: 'job_not_found' });
  });
});

const entryOf = (id: string) => ({
  ...{ at: NOON, actorUserId: null, actorUsername: null, actorIp: null, userAgent: null, requestId: null },
  ...{ action: 'test.step', targetType: 'job', targetId: id, outcome: 'ok' as const, reason: null, changes: null },
});
