import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { keepsCompiled } from '../support/compiled.ts';
import { places, roundsOfKills } from './places.ts';
import { withAdministrator } from './server-process.ts';

/** How a job is, and how many of its steps were kept. */
interface Seen {
  readonly state: string;
  readonly done: number;
  readonly run: number;
  readonly failures: number;
  readonly entries: number;
}

interface Worker {
  submit(count: number, steps: number, millis: number): Promise<readonly string[]>;
  look(ids: readonly string[]): Promise<readonly Seen[]>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

const started: Worker[] = [];

/** Starts a server or workers as a process of its own, with a kind of jobs that counts. */
async function start(role: 'serve' | 'work', variables: Readonly<Record<string, string>>): Promise<Worker> {
  const { PATH = '', HOME = '' } = process.env;
  const script = fileURLToPath(new URL('./job-process.ts', import.meta.url));
  const env = { PATH, HOME, PORT: '0', LOG_LEVEL: 'silent', ...keepsCompiled, ...variables };
  const child = spawn(process.execPath, [script, role], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const waiting = new Map<number, (answer: never) => void>();
  child.on('message', ({ no, answer }: { readonly no: number; readonly answer: never }) => waiting.get(no)?.(answer));
  let no = 0;
  const hear = <T>(about: number): Promise<T> =>
    Promise.race([
      new Promise<T>((resolve) => void waiting.set(about, resolve)),
      ended.then(([code]) => Promise.reject(new Error(`The process ended with code ${code} before it answered.`))),
    ]);
  const ask = <T>(question: object): Promise<T> => {
    no += 1;
    const answer = hear<T>(no);
    child.send({ no, ...question });
    return answer;
  };
  await hear(0);
  const worker: Worker = {
    submit: (count, steps, millis) => ask({ submit: { count, steps, millis } }),
    look: (ids) => ask({ look: ids }),
    async end(signal) {
      started.splice(started.indexOf(worker), 1);
      child.kill(signal);
      await ended;
      process.off('exit', kill);
    },
  };
  started.push(worker);
  return worker;
}

/** Polls until the condition holds. */
async function until(worker: Worker, ids: readonly string[], isSo: (seen: readonly Seen[]) => boolean) {
  for (;;) {
    const seen = await worker.look(ids);
    if (isSo(seen)) return seen;
    await later(100);
  }
}

const kept = (seen: readonly Seen[]): number => seen.reduce((sum, { entries }) => sum + entries, 0);
const areDone = (seen: readonly Seen[]): boolean => seen.every(({ state }) => state === 'done');
const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(1);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

afterEach(async () => {
  for (const each of [...started]) await each.end('SIGKILL');
});

describe.each(places)('jobs on $name', ({ name, open }) => {
  it('are finished after the server was killed, each step once', { timeout: 600_000 }, async () => {
    const { variables, remove } = await open();
    try {
      const all = withAdministrator(variables);
      let server = await start('serve', all);
      for (let round = 0; round < (roundsOfKills[name] ?? 0); round += 1) {
        const ids = await server.submit(2, 20, 20);
        await until(server, ids, (seen) => kept(seen) > 2);
        await later(randomInt(300));
        const since = performance.now();
        await server.end('SIGKILL');
        server = await start('serve', all);
        const back = seconds(since);
        const before = kept(await server.look(ids));
        await until(server, ids, (seen) => kept(seen) > before || areDone(seen));
        print(`${name}: killed, listens again after ${back} s, the work goes on after ${seconds(since)} s`);
        const seen = await until(server, ids, areDone);
        expect(seen.map(({ done, entries }) => ({ done, entries }))).toEqual(
          ids.map(() => ({ done: 20, entries: 20 })),
        );
      }
    } finally {
      for (const each of [...started]) await each.end('SIGKILL');
      await remove();
    }
  });
});

describe('jobs of several processes on one PostgreSQL', () => {
  const [, postgres] = places;
  const rounds = roundsOfKills[postgres.name] ?? 0;

  it('run once each, and move to others when a process is killed or stopped', { timeout: 600_000 }, async () => {
    const { variables, remove } = await postgres.open();
    try {
      const all = withAdministrator(variables);
      // One that only serves, so that its answers are not affected by what happens to the others.
      const asked = await start('serve', { ...all, JOB_WORKERS: '0' });
      let others = [await start('serve', { ...all, JOB_WORKERS: '1' }), await start('work', all)];
      const ids = await asked.submit(20, 2, 5);
      const each = await until(asked, ids, areDone);
      expect(each.map(({ run, entries }) => ({ run, entries }))).toEqual(ids.map(() => ({ run: 1, entries: 2 })));
      for (let round = 0; round < rounds; round += 1) {
        const long = await asked.submit(3, 30, 20);
        await until(asked, long, (seen) => kept(seen) > 5);
        const signal = round % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
        const [victim, ...rest] = randomInt(2) === 0 ? others : others.toReversed();
        const since = performance.now();
        await victim?.end(signal);
        const seen = await until(asked, long, areDone);
        print(`several processes: all done ${seconds(since)} s after ${signal} to one of them`);
        expect(kept(seen)).toBe(90);
        expect(seen.every(({ entries, done }) => entries === 30 && done === 30)).toBe(true);
        // A stopped process hands over: nothing counts as lost.
        if (signal === 'SIGTERM') expect(seen.map(({ failures }) => failures)).toEqual([0, 0, 0]);
        others = [...rest, await start(randomInt(2) === 0 ? 'work' : 'serve', { ...all, JOB_WORKERS: '1' })];
      }
    } finally {
      for (const each of [...started]) await each.end('SIGKILL');
      await remove();
    }
  });
});
