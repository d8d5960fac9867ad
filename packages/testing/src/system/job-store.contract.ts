import { randomUUID } from 'node:crypto';
import type { Job, JobState, NewJob } from '@backroom/core/jobs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { freshWord, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const later = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1_000);
const long = 60_000;
/** A hold that has ended whatever the clock of the database does: it may be set back a little. */
const over = -1_000;

const aJob = (changes: Partial<NewJob> = {}): NewJob => ({
  id: randomUUID(),
  kind: freshWord(),
  key: null,
  userId: null,
  input: { from: 1, to: 'two', deep: { is: [true, null] } },
  priority: 0,
  notBefore: null,
  createdAt: NOON,
  ...changes,
});

export const jobStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`JobStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());
    const add = async (changes: Partial<NewJob> = {}): Promise<Job> => (await stores.jobs.add(aJob(changes))).job;
    const claim = (job: Job, forMs = long, now = later(1)) => stores.jobs.claim(job.id, { now, forMs });
    const claimed = async (changes: Partial<NewJob> = {}, forMs = long): Promise<Job> =>
      (await claim(await add(changes), forMs)) as Job;
    const end = (job: Job, state: JobState, endedAt = NOON) =>
      stores.jobs.change({ id: job.id, states: ['running', 'waiting'] }, { state, endedAt, isSettled: true });

    it('stores the request', async () => {
      const draft = aJob({ key: 'one', userId: 7, notBefore: later(9), priority: 3 });
      const stored = {
        ...draft,
        state: 'waiting',
        place: null,
        done: 0,
        total: null,
        result: null,
        failures: 0,
        error: null,
        startedAt: null,
        endedAt: null,
        run: 0,
        isSettled: false,
      };
      expect(await stores.jobs.add(draft)).toEqual({ job: stored, isNew: true });
      expect(await stores.jobs.find(draft.id)).toEqual(stored);
      expect(await stores.jobs.find(randomUUID())).toBeUndefined();
    });

    it('returns the live job of a kind and key, and stores another when it is over', async () => {
      const first = await add({ key: 'same' });
      const fields = { kind: first.kind, key: 'same' };
      expect(await stores.jobs.add(aJob(fields))).toEqual({ job: first, isNew: false });
      expect(await stores.jobs.live(first.kind, 'same')).toEqual(first);
      await end(first, 'failed');
      expect(await stores.jobs.live(first.kind, 'same')).toBeUndefined();
      expect((await stores.jobs.latest(first.kind, 'same'))?.id).toBe(first.id);
      const second = await stores.jobs.add(aJob({ ...fields, createdAt: later(1) }));
      expect(second.isNew).toBe(true);
      expect((await stores.jobs.latest(first.kind, 'same'))?.id).toBe(second.job.id);
    });

    it('claims no more jobs of a kind than its limit, however many workers claim them', async () => {
      const kind = freshWord();
      const lease = { now: later(1), forMs: long, limits: new Map([[kind, 2]]) };
      const all = await Promise.all(Array.from({ length: 5 }, () => add({ kind })));
      const held = (await Promise.all(all.map(({ id }) => stores.jobs.claim(id, lease)))).filter((each) => !!each);
      expect(held.length).toBeLessThanOrEqual(2);
      const stateOf = async ({ id }: Job) => (await stores.jobs.find(id))?.state;
      expect((await Promise.all(all.map(stateOf))).filter((state) => state === 'running')).toHaveLength(held.length);
      for (const { id } of all) {
        const job = await stores.jobs.claim(id, lease);
        if (job) held.push(job);
      }
      expect(held).toHaveLength(2);
      expect(await claim(await add())).toBeDefined();
      await end(held[0] as Job, 'done');
      const rest = all.filter(({ id }) => held.every((each) => each.id !== id));
      expect(await stores.jobs.claim(rest[0]?.id ?? '', lease)).toMatchObject({ state: 'running', failures: 0 });
      expect(await stores.jobs.claim(rest[1]?.id ?? '', lease)).toBeUndefined();
    });

    it('counts no job against the limit whose lease has expired', async () => {
      const lost = await claimed({}, over);
      const lease = { now: later(1), forMs: long, limits: new Map([[lost.kind, 1]]) };
      expect(await stores.jobs.claim(lost.id, lease)).toMatchObject({ id: lost.id, run: 2, failures: 1 });
      expect(await stores.jobs.claim((await add({ kind: lost.kind })).id, lease)).toBeUndefined();
    });

    it('stores one of many concurrent requests', async () => {
      const fields = { kind: freshWord(), key: 'once' };
      const added = await Promise.all(Array.from({ length: 5 }, () => stores.jobs.add(aJob(fields))));
      expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(added.map(({ job }) => job.id)).size).toBe(1);
    });

    it('stores any number without a key', async () => {
      const { kind } = await add();
      await add({ kind });
      expect((await stores.jobs.list({ kind }, { page: 1, perPage: 10 })).total).toBe(2);
    });

    it('lists the newest first, page by page, by state', async () => {
      const kind = freshWord();
      const jobs = [
        await add({ kind }),
        await add({ kind, createdAt: later(1) }),
        await add({ kind, createdAt: later(2) }),
      ];
      await end(jobs[1] as Job, 'failed');
      const page = await stores.jobs.list({ kind }, { page: 1, perPage: 2 });
      expect(page.entries.map(({ id }) => id)).toEqual([jobs[2]?.id, jobs[1]?.id]);
      expect(page.total).toBe(3);
      const failed = await stores.jobs.list({ kind, state: 'failed' }, { page: 1, perPage: 2 });
      expect(failed.entries.map(({ id }) => id)).toEqual([jobs[1]?.id]);
      expect(Object.fromEntries(await stores.jobs.countByState({ kind }))).toEqual({ waiting: 2, failed: 1 });
    });

    it('lists those of an account and of some kinds', async () => {
      const kind = freshWord();
      const other = freshWord();
      const mine = await add({ kind, userId: 7 });
      await add({ kind, userId: 8 });
      await add({ kind });
      await add({ kind: other, userId: 7 });
      const filter = { kinds: [kind, freshWord()], userId: 7 };
      expect(await stores.jobs.list(filter, { page: 1, perPage: 10 })).toEqual({ entries: [mine], total: 1 });
      expect((await stores.jobs.list({ ...filter, kind: other }, { page: 1, perPage: 10 })).total).toBe(0);
      expect((await stores.jobs.list({ kinds: [] }, { page: 1, perPage: 10 })).total).toBe(0);
      expect([...(await stores.jobs.countByState(filter))]).toEqual([['waiting', 1]]);
      expect([...(await stores.jobs.countByState({ kinds: [] }))]).toEqual([]);
    });

    it('gives a job to one worker, however many claim it at once', async () => {
      const job = await add();
      const claims = (await Promise.all([claim(job), claim(job), claim(job)])).filter((each) => each !== undefined);
      expect(claims).toEqual([{ ...job, state: 'running', run: 1, startedAt: later(1) }]);
    });

    it('gives no job before its time', async () => {
      const job = await add({ notBefore: later(60) });
      expect(await claim(job, long, later(30))).toBeUndefined();
      expect(await claim(job, long, later(60))).toMatchObject({ state: 'running' });
    });

    it('gives the job of a lost worker to the next one, and counts that as a failure', async () => {
      const first = await claimed({}, over);
      expect(await claim(first)).toMatchObject({ state: 'running', run: 2, failures: 1, startedAt: first.startedAt });
      expect(await stores.jobs.renew(first, long)).toBeUndefined();
    });

    it('keeps a job for the worker that renews its lease', async () => {
      const job = await claimed({}, over);
      expect(await stores.jobs.renew(job, long)).toBe('running');
      expect(await claim(job)).toBeUndefined();
    });

    it('changes what is as expected, and nothing else', async () => {
      const job = await claimed();
      const progress = { place: { after: 9 }, done: 5, total: 10, failures: 0, error: { code: 'a', message: 'B.' } };
      const { id, run } = job;
      expect(await stores.jobs.change({ id, run, states: ['running'] }, progress)).toEqual({ ...job, ...progress });
      expect(await stores.jobs.change({ id, run: run + 1, states: ['running'] }, { done: 6 })).toBeUndefined();
      expect(await stores.jobs.change({ id, run, states: ['waiting'] }, { done: 6 })).toBeUndefined();
      expect((await stores.jobs.find(id))?.done).toBe(5);
    });

    it('keeps each place that a step can leave', async () => {
      const { id } = await claimed();
      for (const place of [[1, 'a'], 0, false, '', 'a', { a: null }, null])
        expect(await stores.jobs.change({ id, states: ['running'] }, { place })).toMatchObject({ place });
    });

    it('allows a released job to be claimed again', async () => {
      const { id } = await claimed();
      const given = await stores.jobs.change({ id, states: ['running'] }, { state: 'waiting', isReleased: true });
      expect(await claim(given as Job)).toMatchObject({ run: 2, failures: 0 });
    });

    it('refuses to make two of a kind and key live', async () => {
      const first = await add({ key: 'same' });
      await end(first, 'failed');
      await add({ key: 'same', kind: first.kind });
      const again = stores.jobs.change({ id: first.id, states: ['failed'] }, { state: 'waiting' });
      await expect(again).rejects.toMatchObject({ code: 'job_already_live' });
    });

    it('allows a job to be claimed that is over and not settled, with its state', async () => {
      const { id } = await add();
      await stores.jobs.change({ id, states: ['waiting'] }, { state: 'cancelled', endedAt: NOON });
      const job = (await stores.jobs.claim(id, { now: NOON, forMs: 0 })) as Job;
      expect(job).toMatchObject({ state: 'cancelled', run: 1, failures: 0 });
      await stores.jobs.change({ id, states: ['cancelled'] }, { isSettled: true });
      expect(await claim(job)).toBeUndefined();
    });

    it('gives the most urgent job next, of those the oldest, each once', async () => {
      const kind = freshWord();
      await add({ kind, priority: 50, notBefore: later(20) });
      const second = await add({ kind, priority: 50, createdAt: later(1) });
      const first = await add({ kind, priority: 50 });
      const third = await add({ kind, priority: 49 });
      const next = (now: Date) => stores.jobs.claimNext({ now, forMs: long });
      expect((await next(later(10)))?.id).toBe(first.id);
      const others = await Promise.all([next(later(10)), next(later(10))]);
      expect(others.map((job) => job?.id).toSorted()).toEqual([second.id, third.id].toSorted());
      expect(await next(later(20))).toMatchObject({ kind, priority: 50, state: 'running', run: 1 });
    });

    it('gives the job of a lost worker next, and what is over and not settled, but nothing that is held', async () => {
      const lost = await claimed({ priority: 49 }, over);
      const ended = await add({ priority: 48 });
      await stores.jobs.change({ id: ended.id, states: ['waiting'] }, { state: 'cancelled', endedAt: NOON });
      await claimed({ priority: 50 });
      const next = () => stores.jobs.claimNext({ now: later(1), forMs: long });
      expect(await next()).toMatchObject({ id: lost.id, run: 2, failures: 1 });
      expect(await next()).toMatchObject({ id: ended.id, state: 'cancelled' });
    });

    it('passes over jobs of a kind whose limit is reached', async () => {
      const full = await claimed({ priority: 60 });
      await add({ kind: full.kind, priority: 60 });
      const other = await add({ priority: 59 });
      const lease = { now: later(1), forMs: long, limits: new Map([[full.kind, 1]]) };
      expect((await stores.jobs.claimNext(lease))?.id).toBe(other.id);
      expect((await stores.jobs.claimNext({ now: later(1), forMs: long }))?.kind).toBe(full.kind);
    });

    it('returns whether a more urgent job is due', async () => {
      const { id } = await add({ priority: 1_000, notBefore: later(60) });
      expect(await stores.jobs.isOvertaken(999, later(59))).toBe(false);
      expect(await stores.jobs.isOvertaken(999, later(60))).toBe(true);
      expect(await stores.jobs.isOvertaken(1_000, later(60))).toBe(false);
      await stores.jobs.change({ id, states: ['waiting'] }, { state: 'cancelled', endedAt: NOON, isSettled: true });
    });

    it('deletes settled jobs that ended long ago, failed ones by a moment of their own', async () => {
      const kind = freshWord();
      const done = await claimed({ kind });
      const failed = await claimed({ kind });
      const live = await claimed({ kind });
      await end(done, 'done', new Date(0));
      await end(failed, 'failed', new Date(0));
      expect(await stores.jobs.forget({ failed: new Date(-1), others: new Date(1) }, 100)).toBe(1);
      const left = await stores.jobs.list({ kind }, { page: 1, perPage: 10 });
      expect(left.entries.map(({ id }) => id).toSorted()).toEqual([failed.id, live.id].toSorted());
    });

    it('is undone with the unit of work', async () => {
      const draft = aJob();
      const undone = stores.unitOfWork.run(async () => {
        await stores.jobs.add(draft);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await stores.jobs.find(draft.id)).toBeUndefined();
    });
  });
