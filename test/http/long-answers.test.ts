import { describe, expect, it } from 'vitest';
import { isLong, LongJson } from '../../packages/adapters-http/src/common/long-json.ts';

const piecesOf = async (value: unknown): Promise<readonly string[]> => {
  const pieces: string[] = [];
  for await (const piece of new LongJson(value)) pieces.push(String(piece));
  return pieces;
};

const part = (id: number) => ({ id, label: `„Ä" ${id}`, none: undefined, nothing: null, numbers: { a: 1.5, b: -0 } });
const parts = Array.from({ length: 5_000 }, (_, id) => part(id));

describe('a long answer', () => {
  it.each([
    ['a list', parts],
    ['an object', { totals: { segments: parts, missing: undefined }, intervals: [{ segments: parts }, {}, []] }],
    ['what is not said in lists', [...parts, undefined, null, true, 'x', new Date(0)]],
  ])('is the same text in pieces as at once: %s', async (_, value) => {
    expect((await piecesOf(value)).join('')).toBe(JSON.stringify(value));
  });

  it('is one with many members, at any depth', () => {
    expect([isLong({ deep: [{ parts }] }), isLong(parts.slice(0, 100)), isLong('x'.repeat(1_000_000))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('yields to others between two pieces', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const pieces = await piecesOf(parts);
    clearImmediate(timer);
    expect(pieces.length).toBeGreaterThan(3);
    expect(turns).toBeGreaterThanOrEqual(pieces.length - 1);
  });

  it('fails as a stream where a member cannot be serialised', async () => {
    await expect(piecesOf([...parts, 1n])).rejects.toThrow('BigInt');
  });
});
