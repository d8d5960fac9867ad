import { AsyncLocalStorage } from 'node:async_hooks';
import { type JobCall, PostgresJobQueue } from '@backroom/adapters-jobs';
import { afterEach, describe, expect, it } from 'vitest';

/** Jobs that wait, and workers that run them until their gate opens. */
class Work {
  readonly waiting: { readonly id: string; readonly priority: number }[] = [];
  readonly begun: string[] = [];
  readonly senders = new AsyncLocalStorage<string>();
  readonly sendersSeen = new Set<string | undefined>();
  readonly errors: unknown[] = [];
  searches = 0;
  isBroken = false;
  gate: Promise<void> = Promise.resolve();
  readonly queue = new PostgresJobQueue({ executeSql: () => Promise.reject(new TypeError('Not embedded.')) }, (error) =>
    this.errors.push(error),
  );

  readonly run = async ({ id, claimed }: JobCall): Promise<void> => {
    if (id === undefined) this.searches += 1;
    await Promise.resolve();
    if (this.isBroken) throw new Error('The database is away.');
    const sorted = this.waiting.toSorted((one, other) => other.priority - one.priority);
    const job = id === undefined ? sorted[0] : sorted.find((each) => each.id === id);
    if (!job) return;
    this.waiting.splice(this.waiting.indexOf(job), 1);
    claimed?.();
    this.sendersSeen.add(this.senders.getStore());
    this.begun.push(job.id);
    await this.gate;
  };

  async send(id: string, priority = 0): Promise<void> {
    this.waiting.push({ id, priority });
    await this.queue.send({ id, notBefore: null });
  }

  close(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gate = promise;
    return resolve;
  }
}

let work = new Work();
afterEach(async () => {
  await work.queue.close();
  work = new Work();
});

/** Starts workers, which search once. */
const started = async (workers: number): Promise<Work> => {
  work.queue.work(workers, work.run);
  await expect.poll(() => work.searches).toBe(1);
  await new Promise(setImmediate);
  return work;
};

describe('a queue', () => {
  it('runs what is sent while a worker is free, without a search before', async () => {
    await started(1);
    await work.send('a');
    expect(work.searches).toBe(1);
    await expect.poll(() => work.begun).toEqual(['a']);
  });

  it('hides the context of the sender from the job', async () => {
    await started(1);
    await work.senders.run('somebody', () => work.send('a'));
    await expect.poll(() => work.begun).toEqual(['a']);
    expect(work.sendersSeen).toEqual(new Set([undefined]));
  });

  it('searches after a job for what was sent meanwhile, the more urgent first', async () => {
    await started(1);
    const open = work.close();
    await work.send('long');
    await work.send('ordinary');
    await work.send('urgent', 10);
    open();
    await expect.poll(() => work.begun).toEqual(['long', 'urgent', 'ordinary']);
    await expect.poll(() => work.searches).toBe(4);
  });

  it('runs jobs that were there before its workers started', async () => {
    const open = work.close();
    work.waiting.push(...['a', 'b', 'c'].map((id) => ({ id, priority: 0 })));
    work.queue.work(2, work.run);
    await expect.poll(() => work.begun).toEqual(['a', 'b']);
    open();
    await expect.poll(() => work.begun).toEqual(['a', 'b', 'c']);
  });

  it('reports the first of consecutive failures, and continues by itself', async () => {
    await started(1);
    work.isBroken = true;
    await work.send('a');
    await work.send('b');
    await expect.poll(() => work.searches, { timeout: 5_000 }).toBeGreaterThan(2);
    expect(work.errors).toHaveLength(1);
    work.isBroken = false;
    await expect.poll(() => work.begun.toSorted(), { timeout: 5_000 }).toEqual(['a', 'b']);
  });

  it('starts nothing after it was closed', async () => {
    await started(1);
    await work.queue.close();
    await work.send('a');
    expect(work.begun).toEqual([]);
  });
});
