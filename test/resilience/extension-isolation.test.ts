import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { hostileExtensions, refusedReads } from '../support/extensions/hostile-extensions.ts';
import { ReadBenchmark } from '../support/extensions/read-benchmark.ts';
import { roundsIn } from '../support/how-long.ts';

/** Windows with each extension, and as many without it; the whole form has ten minutes of each. */
const windows = roundsIn({
  whole: { rounds: 30, seconds: 20 },
  long: { rounds: 2, seconds: 2 },
  short: { rounds: 1, seconds: 1 },
});
/** Share of the rate without the extension, and multiple of its p99. On a busy machine short windows show less. */
const least = roundsIn({ whole: 0.8, long: 0.3, short: 0.2 });
const slowest = roundsIn({ whole: 1.2, long: 8, short: 12 });

describe('item reads beside an extension that', () => {
  let name: string;
  let reads: ReadBenchmark;
  beforeAll(async () => {
    name = await createMigratedDatabase();
    reads = await ReadBenchmark.open({ DATABASE_URL: serverUrl(name) });
  }, 120_000);
  afterAll(async () => {
    await reads?.close();
    await dropDatabase(name);
  });

  it.each(Object.keys(hostileExtensions))('%s', { timeout: 3_600_000 }, async (slug) => {
    const afterWindow = async () => {
      if (slug === 'reads') expect((await reads.ask('GET', '/cms-json/x/reads/v1/tries')).body).toEqual(refusedReads);
      expect((await reads.ask('GET', '/cms-json/x/steady/v1/ok')).status).toBe(200);
    };
    const { rate, meanRate, p99 } = await reads.measure(slug, { ...windows, afterWindow });
    expect(rate).toBeGreaterThan(least);
    expect(meanRate).toBeGreaterThan(least);
    expect(p99).toBeLessThan(slowest);
  });
});
