import { AsyncLocalStorage } from 'node:async_hooks';
import { PgBossJobQueue } from '@backroom/adapters-jobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import type { Database } from '../support/persistence.ts';

const [embedded] = databases;

describe('a queue with one worker', () => {
  const senders = new AsyncLocalStorage<string>();
  const done: { readonly id: string; readonly sender: string | undefined }[] = [];
  let database: Database;
  let queue: PgBossJobQueue;
  /** Statements of the queue. */
  let [asked, answered] = [0, 0];
  /** What the worker waits for. */
  let gate: Promise<void> = Promise.resolve();

  beforeAll(async () => {
    if (!embedded) throw new RangeError('There is no embedded database.');
    database = await embedded.open();
    const executeSql = async (text: string, values?: readonly unknown[]) => {
      asked += 1;
      try {
        return await database.executeSql(text, values);
      } finally {
        answered += 1;
      }
    };
    queue = new PgBossJobQueue({ executeSql }, () => {});
    await queue.work(1, async (id) => {
      await gate;
      done.push({ id, sender: senders.getStore() });
    });
  });
  afterAll(async () => {
    await queue?.close();
    await database?.close();
  });

  const send = (id: string, priority = 0) => queue.send({ id, priority, notBefore: null });
  const ids = () => done.map(({ id }) => id);
  /** Sends jobs until the worker is free when it is asked. */
  const untilFree = async (name: string) => {
    let [count, seen] = [0, 0];
    const statementsOfNext = async () => {
      // After each job that was delivered it looks for another.
      const isQuiet = asked === answered && asked === seen;
      seen = asked;
      if (!isQuiet || (count > 0 && !ids().includes(`${name}-${count}`))) return undefined;
      await send(`${name}-${++count}`);
      return asked - seen;
    };
    await expect.poll(statementsOfNext).toBe(0);
    await expect.poll(ids).toContain(`${name}-${count}`);
  };

  it('does what is sent while it is free without a statement of its own', async () => {
    await untilFree('free');
  });

  it('tells whoever does a job nothing about whoever sent it', async () => {
    await senders.run('somebody', () => untilFree('apart'));
    expect(new Set(done.map(({ sender }) => sender))).toEqual(new Set([undefined]));
  });

  it('delivers what is sent meanwhile, the more urgent first', async () => {
    await untilFree('before');
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    await send('long');
    await send('ordinary');
    await send('urgent', 10);
    resolve();
    await expect.poll(ids).toContain('ordinary');
    expect(ids().slice(-3)).toEqual(['long', 'urgent', 'ordinary']);
  });
});
