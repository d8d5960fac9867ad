import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type DatabaseLocation, openBackroom } from '@backroom/composition';
import { planSample, sampleLines } from '@backroom/core/sample';
import { describe, expect, it } from 'vitest';
import { places, roundsOfKills } from './places.ts';
import { askPatiently, signIn, startServer, withAdministrator } from './server-process.ts';

const lines = [...sampleLines(planSample({ orders: 600, years: 1, seed: 5, until: '2026-01-01' }))];

interface Status {
  readonly is_importing: boolean;
  readonly orders?: { readonly imported: number; readonly total: number };
}

/** Stores the records of a shop, and none of its facts. */
async function fill(variables: Readonly<Record<string, string>>): Promise<void> {
  const { DATA_DIR: folder, DATABASE_URL: url = '' } = variables;
  const database: DatabaseLocation =
    folder === undefined ? { kind: 'server', url, poolSize: 4 } : { kind: 'embedded', folder };
  const backroom = await openBackroom({ database });
  const open = async function* () {
    yield* lines;
  };
  await backroom.core.interchange.importRecords(backroom.actor, { open, onError: 'stop', facts: false });
  await backroom.close();
}

describe.each(places)('imports of the past on $name whose workers are killed time and again', ({ name, open }) => {
  const rounds = roundsOfKills[name] ?? 0;

  it('end by themselves with facts that match the records', { timeout: 900_000 }, async () => {
    const place = await open();
    const variables = withAdministrator(place.variables);
    await fill(place.variables);
    // The embedded database is one process; on a server another one has the workers.
    const isOne = name === 'embedded';
    let front = await startServer({ ...variables, ...(!isOne && { JOB_WORKERS: '0' }) });
    let worker = isOne ? front : await startServer(variables);
    const token = await signIn(front.url);
    const ask = async (method: string, path: string) => {
      const url = `${front.url}/index.php?rest_route=/shop-analytics/reports/import${path}`;
      const answer = await askPatiently(url, { method, headers: { authorization: `Bearer ${token}` } });
      return (await answer.json()) as Status & { readonly status?: string };
    };
    const recoveries: number[] = [];
    try {
      for (let [round, broken] = [0, 0]; round < rounds || (broken === 0 && round < 40); round += 1) {
        expect(await ask('POST', '/delete')).toMatchObject({ status: 'success' });
        expect(await ask('POST', '')).toMatchObject({ status: 'success' });
        // Somewhere in it.
        await setTimeout(randomInt(600));
        await worker.kill();
        const killedAt = performance.now();
        worker = await startServer(variables);
        if (isOne) front = worker;
        let status = await ask('GET', '/status');
        if (status.is_importing) broken += 1;
        while (status.is_importing) {
          await setTimeout(100);
          status = await ask('GET', '/status');
        }
        recoveries.push(performance.now() - killedAt);
        expect(status.orders?.imported).toBe(status.orders?.total);
        expect(await ask('GET', '/totals&skip_existing=true')).toEqual({ customers: 0, orders: 0 });
        expect(await front.differences()).toEqual([]);
      }
      console.info(`Seconds from the kill to the end of the import, on ${name}: ${reported(recoveries)}`);
    } finally {
      await worker.kill();
      await front.kill();
      await place.remove();
    }
  });
});

const reported = (times: readonly number[]): string => times.map((time) => (time / 1_000).toFixed(1)).join(' ');
