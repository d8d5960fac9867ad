import { describe, expect, it } from 'vitest';
import { BatchSource } from '../../../packages/core/src/interchange/batch-source.ts';

const category = (id: number) => JSON.stringify({ kind: 'category', id, name: `c${id}`, slug: `c${id}` });

/** A file of categories that counts the lines taken from it. */
function file(count: number) {
  const taken = { lines: 0 };
  async function* open() {
    for (let id = 1; id <= count; id += 1) {
      taken.lines += 1;
      yield category(id);
    }
  }
  return { taken, source: new BatchSource({ open, most: 2, stops: true }) };
}

/** The ids of a part of four records, whose batches are written while the next ones are prefetched. */
async function writePart(source: BatchSource): Promise<readonly number[]> {
  const ids: number[] = [];
  for await (const { entries } of source.part()) {
    source.prefetch();
    await new Promise((resolve) => setImmediate(resolve));
    ids.push(...entries.map(({ value }) => ('id' in value ? value.id : 0)));
    if (ids.length >= 4) break;
  }
  return ids;
}

describe('the batches of a file', () => {
  it('are read for the next part while one is written', async () => {
    const { taken, source } = file(12);
    expect(await source.hasMore(4)).toBe(true);
    expect(await writePart(source)).toEqual([1, 2, 3, 4]);
    source.settle();
    const before = taken.lines;
    expect(await source.hasMore(4)).toBe(true);
    expect(taken.lines).toBe(before);
    expect(await writePart(source)).toEqual([5, 6, 7, 8]);
    source.settle();
    expect(await source.hasMore(4)).toBe(true);
    expect(await writePart(source)).toEqual([9, 10, 11, 12]);
    source.settle();
    expect(await source.hasMore(4)).toBe(false);
  });

  it('are the same again when a part is repeated, and then continue', async () => {
    const { source } = file(10);
    await source.hasMore(4);
    await writePart(source);
    expect(await writePart(source)).toEqual([1, 2, 3, 4]);
    source.settle();
    await source.hasMore(4);
    expect(await writePart(source)).toEqual([5, 6, 7, 8]);
  });

  it('are not read ahead beyond those that were', async () => {
    const { taken, source } = file(100);
    await source.hasMore(4);
    await writePart(source);
    // Two batches that were read ahead, two read meanwhile, and the line that ended the last of them.
    expect(taken.lines).toBe(9);
  });
});
