import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementName } from '../../packages/adapters-persistence/src/connection/statement-name.ts';
import { keepsCompiled } from '../support/compiled.ts';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { openTransactionPooler } from '../support/transaction-pooler.ts';

describe('names of prepared statements', () => {
  it('are the same for the same text, differ for others, and fit an identifier', () => {
    const [one, same, other] = ['select $1::int', 'select $1::int', 'select $1::text'].map(statementName);
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    expect(statementName('x'.repeat(1_000_000)).length).toBeLessThan(63);
  });
});

describe('two processes behind a pooler that assigns connections by transaction', () => {
  let name: string;
  let pooler: Awaited<ReturnType<typeof openTransactionPooler>>;
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    name = await createDatabase();
    pooler = await openTransactionPooler(serverUrl(name));
  });
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await pooler?.close();
    await dropDatabase(name);
  });

  async function startProcess() {
    const path = fileURLToPath(new URL('./asking-process.ts', import.meta.url));
    const loader = fileURLToPath(new URL('../support/from-sources.ts', import.meta.url));
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ...keepsCompiled };
    const child = fork(path, [pooler.url], { env, execArgv: ['--import', loader] });
    started.push(child);
    await once(child, 'message');
    return async (backend: number, statement: { text: string; value: number; isUnit?: boolean }) => {
      pooler.choose(backend);
      const { text, value, isUnit = false } = statement;
      child.send({ text, values: [value], isUnit });
      const [{ answer }] = (await once(child, 'message')) as [{ answer: unknown }];
      return answer;
    };
  }
  const add = 'select $1::int + 1 as answer';
  const double = 'select $1::int * 2 as answer';

  it.each([
    ['alone', false],
    ['in a unit of work', true],
  ])('each get the answer of their own statement, %s', async (_, isUnit) => {
    pooler.choose(0);
    const [first, second] = [await startProcess(), await startProcess()];
    // Each has prepared its first statement on a connection of its own; then each gets the other's.
    expect(await first(1, { text: add, value: 20, isUnit })).toEqual([{ answer: 21 }]);
    expect(await second(2, { text: double, value: 20, isUnit })).toEqual([{ answer: 40 }]);
    for (let round = 0; round < 3; round += 1) {
      expect(await first(2, { text: add, value: round, isUnit })).toEqual([{ answer: round + 1 }]);
      expect(await second(1, { text: double, value: round, isUnit })).toEqual([{ answer: round * 2 }]);
      // And both the same statement on one connection.
      expect(await second(2, { text: add, value: round, isUnit })).toEqual([{ answer: round + 1 }]);
    }
  });
});
