import { readFile } from 'node:fs/promises';
import { type EmbeddedBackroom, openBackroom } from '@backroom/composition';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { places } from '../support/places.ts';

vi.setConfig({ testTimeout: 60_000 });

const file = new URL('../support/fixtures/shop-small.ndjson', import.meta.url);

describe.each(places)('the records of a small shop on $name', (place) => {
  const opened: { backroom: EmbeddedBackroom; remove(): Promise<void> }[] = [];
  let lines: readonly string[];
  let backroom: EmbeddedBackroom;
  const fresh = async () => {
    const { database, remove } = await place.open();
    const made = await openBackroom({ database });
    opened.push({ backroom: made, remove });
    return made;
  };
  beforeAll(async () => {
    lines = (await readFile(file, 'utf8')).split('\n');
    backroom = await fresh();
    const report = await take(backroom, lines);
    expect(report).toMatchObject({
      failed: 0,
      problems: [],
      records: { order: 34, refund: 8, customer: 8, product: 14 },
    });
  });
  afterAll(async () => {
    for (const each of opened) {
      await each.backroom.close();
      await each.remove();
    }
  });

  async function* inTurn(all: readonly string[]) {
    yield* all;
  }
  const take = ({ core, actor }: EmbeddedBackroom, all: readonly string[], more = {}) =>
    core.interchange.importRecords(actor, { open: () => inTurn(all), onError: 'stop', ...more });
  async function give({ core, actor }: EmbeddedBackroom): Promise<readonly string[]> {
    const all: string[] = [];
    for await (const line of await core.interchange.exportRecords(actor, {})) all.push(line);
    return all;
  }

  it('are the same after a way out and in again', async () => {
    const other = await fresh();
    const exported = await give(backroom);
    await take(other, exported);
    expect(await give(other)).toEqual(exported);
  });

  it('are not changed by the same file again', async () => {
    const before = await give(backroom);
    await take(backroom, lines);
    await take(backroom, lines, { chunk: 7 });
    expect(await give(backroom)).toEqual(before);
  });

  it('are not changed by a dry run of others', async () => {
    const before = await give(backroom);
    const report = await take(backroom, [before[0] ?? '', '{"kind":"category","id":9000,"name":"N","slug":"n"}'], {
      dryRun: true,
    });
    expect(report).toMatchObject({ kept: false, stored: 2 });
    expect(await give(backroom)).toEqual(before);
  });

  it('are the same taken in parts as at once', async () => {
    const other = await fresh();
    await take(other, lines, { chunk: 3 });
    expect(await give(other)).toEqual(await give(backroom));
    expect((await other.core.analytics.verifyAnalytics(other.actor, {})).differences).toEqual([]);
  });

  it('leave facts that match them', async () => {
    const { core, actor } = backroom;
    expect((await core.analytics.verifyAnalytics(actor, {})).differences).toEqual([]);
    expect(await core.analytics.rebuildAnalytics(actor, {})).toMatchObject({ orders: 34, differing: 0 });
    expect((await core.analytics.verifyAnalytics(actor, {})).differences).toEqual([]);
  });
});
