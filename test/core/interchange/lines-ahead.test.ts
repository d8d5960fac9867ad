import { describe, expect, it } from 'vitest';
import { LinesAhead } from '../../../packages/core/src/interchange/lines-ahead.ts';

/** A file of letters that fails after the last one. */
async function* broken(letters: string) {
  yield* letters;
  throw new Error('broken off');
}

async function read(lines: LinesAhead): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  try {
    for await (const line of lines) found.push(line);
  } catch (error) {
    found.push((error as Error).message);
  }
  return found;
}

describe('lines read ahead', () => {
  it('are returned before the failure that ended the reading', async () => {
    const lines = new LinesAhead(broken('abc'), 100);
    await lines.fill(50);
    expect(await read(lines)).toEqual(['a', 'b', 'c', 'broken off']);
  });

  it('are as many as there is room for', async () => {
    let taken = 0;
    async function* letters() {
      for (; taken < 50; taken += 1) yield 'abcd';
    }
    const lines = new LinesAhead(letters(), 20);
    await lines.fill(50);
    expect(lines.count).toBe(4);
    expect(await read(lines)).toHaveLength(50);
  });

  it('are each read once when two wait for them', async () => {
    const lines = new LinesAhead(broken('abcdef'), 100);
    const [, found] = await Promise.all([lines.fill(3), read(lines)]);
    expect(found).toEqual([...'abcdef', 'broken off']);
  });
});
