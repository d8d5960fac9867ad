import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DatabaseLocation, openBackroom } from '@backroom/composition';
import { planSample, sampleLines } from '@backroom/core/sample';
import { describe, expect, it } from 'vitest';
import { keepsCompiled } from '../support/compiled.ts';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { makeDataFolder } from '../support/templates.ts';
import { roundsOfKills } from './places.ts';

/** Until something was broken off at all: a fast machine may be done before it is killed. */
const isToGoOn = ({ rounds, broken }: { rounds: number; broken: number }, round: number): boolean =>
  round < rounds || (broken === 0 && round < 60);
const orders = 600;
const plan = planSample({ orders, years: 1, seed: 5, until: '2026-01-01' });
const lines = [...sampleLines(plan)];

interface Place {
  readonly name: string;
  open(): Promise<{ readonly database: DatabaseLocation; remove(): Promise<void> }>;
}
const places: readonly Place[] = [
  {
    name: 'embedded',
    async open() {
      const folder = await mkdtemp(join(tmpdir(), 'backroom-records-'));
      await makeDataFolder(folder);
      const remove = () => rm(folder, { recursive: true, maxRetries: 3 });
      return { database: { kind: 'embedded', folder }, remove };
    },
  },
  {
    name: 'postgres',
    async open() {
      const name = await createMigratedDatabase();
      return { database: { kind: 'server', url: serverUrl(name), poolSize: 4 }, remove: () => dropDatabase(name) };
    },
  },
];

/** Starts the work in a process of its own and kills it after some steps, or lets it come to its end. */
async function workUntil(
  database: DatabaseLocation,
  work: 'import' | 'rebuild' | 'settings',
  steps: number,
  zone = '',
): Promise<boolean> {
  const script = fileURLToPath(new URL('./record-work.ts', import.meta.url));
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(database), work, String(orders), zone], {
    env: { PATH, HOME, ...keepsCompiled },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const ended = once(child, 'exit');
  let [heard, isDone] = [0, false];
  child.on('message', async (message: { readonly done?: true }) => {
    isDone ||= message.done === true;
    heard += 1;
    if (heard !== steps) return;
    // Somewhere between two of its steps.
    await setTimeout(randomInt(60));
    end();
  });
  const [code] = await ended;
  process.off('exit', end);
  if (code !== null && code !== 0) throw new Error(`The work ended by itself, with code ${code}.`);
  return isDone;
}

async function* inTurn(): AsyncGenerator<string, void, undefined> {
  yield* lines;
}

async function exported({ core, actor }: Awaited<ReturnType<typeof openBackroom>>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of await core.interchange.exportRecords(actor, {})) all.push(line);
  return all;
}

describe.each(places)('work on records on $name that is killed time and again', ({ name, open }) => {
  const rounds = roundsOfKills[name] ?? 0;

  it('leaves no order half written when it is an import, and the next one finishes', { timeout: 600_000 }, async () => {
    const { database, remove } = await open();
    try {
      let [known, broken] = [0, 0];
      for (let round = 0; isToGoOn({ rounds, broken }, round); round += 1) {
        if (!(await workUntil(database, 'import', 2 + randomInt(8)))) broken += 1;
        const backroom = await openBackroom({ database });
        const { core, actor } = backroom;
        const report = await core.analytics.verifyAnalytics(actor, {});
        expect(report.differences).toEqual([]);
        // What was kept stays.
        expect(report.orders).toBeGreaterThanOrEqual(known);
        known = report.orders;
        await backroom.close();
      }
      expect(broken).toBeGreaterThan(0);
      const backroom = await openBackroom({ database });
      const { core, actor } = backroom;
      expect(await core.interchange.importRecords(actor, { open: inTurn, onError: 'stop' })).toMatchObject({
        failed: 0,
      });
      expect(await core.analytics.verifyAnalytics(actor, {})).toMatchObject({ orders, differing: 0 });
      const after = await exported(backroom);
      expect(after).toHaveLength(lines.length);
      await backroom.close();
    } finally {
      await remove();
    }
  });

  it('leaves facts that are right when it is a rebuild, and the next one finishes', { timeout: 600_000 }, async () => {
    const { database, remove } = await open();
    try {
      let backroom = await openBackroom({ database });
      await backroom.core.interchange.importRecords(backroom.actor, { open: inTurn, onError: 'stop' });
      await backroom.close();
      for (let round = 0; round < rounds; round += 1) {
        await workUntil(database, 'rebuild', 1 + randomInt(4));
        backroom = await openBackroom({ database });
        const { core, actor } = backroom;
        // A running rebuild is reported as such, and is no difference; until then sums are counted from facts.
        const report = await core.analytics.verifyAnalytics(actor, {});
        expect(report).toMatchObject({ orders, differences: [] });
        // Every other time a server is started again, which continues it; else it is aborted once more.
        if (round % 2 === 1) {
          await core.analytics.refreshRollUps(actor, {});
          expect((await core.analytics.verifyAnalytics(actor, {})).differences).toEqual([]);
        }
        await backroom.close();
      }
      expect(await workUntil(database, 'rebuild', Number.POSITIVE_INFINITY)).toBe(true);
      backroom = await openBackroom({ database });
      expect(await backroom.core.analytics.verifyAnalytics(backroom.actor, {})).toMatchObject({ orders, differing: 0 });
      await backroom.close();
    } finally {
      await remove();
    }
  });

  it('counts by other settings from the next start on, wherever it was when they were saved', {
    timeout: 600_000,
  }, async () => {
    const { database, remove } = await open();
    try {
      let backroom = await openBackroom({ database });
      await backroom.core.interchange.importRecords(backroom.actor, { open: inTurn, onError: 'stop' });
      await backroom.close();
      let broken = 0;
      for (let round = 0; isToGoOn({ rounds, broken }, round); round += 1) {
        // There and back again, so that each round has something to do.
        const zone = round % 2 === 0 ? 'Pacific/Auckland' : 'America/Los_Angeles';
        await workUntil(database, 'settings', 1 + randomInt(2), zone);
        backroom = await openBackroom({ database });
        const { core, actor } = backroom;
        const before = await core.analytics.verifyAnalytics(actor, {});
        expect(before.differences).toEqual([]);
        if (before.underWay.recount) broken += 1;
        // What every server does once a second.
        await core.analytics.refreshRollUps(actor, {});
        expect(await core.analytics.verifyAnalytics(actor, {})).toMatchObject({
          orders,
          differences: [],
          underWay: { recount: undefined, rebuildFrom: undefined },
        });
        await backroom.close();
      }
      expect(broken).toBeGreaterThan(0);
    } finally {
      await remove();
    }
  });
});
