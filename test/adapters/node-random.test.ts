import { NodeIds, NodeRandom } from '@backroom/adapters-node';
import { describe, expect, it } from 'vitest';

describe('NodeRandom', () => {
  const random = new NodeRandom();

  it('returns the requested number of characters, of the alphabet only', () => {
    expect(random.characters(500, 'abc')).toMatch(/^[abc]{500}$/);
    expect(random.characters(0, 'abc')).toBe('');
  });

  it('draws every character about equally often', () => {
    const drawn = random.characters(50_000, 'abcde');
    // Ten standard deviations around 10 000.
    for (const letter of 'abcde') expect(Math.abs(drawn.split(letter).length - 1 - 10_000)).toBeLessThan(900);
  });

  it('takes an emoji for one character', () => {
    expect([...random.characters(20, '🔑🔒')]).toHaveLength(20);
  });

  it('does not draw the same twice', () => {
    expect(random.characters(20, 'abcdefghij')).not.toBe(random.characters(20, 'abcdefghij'));
  });

  it('refuses an empty alphabet', () => {
    expect(() => random.characters(1, '')).toThrow(RangeError);
  });
});

describe('NodeIds', () => {
  it('returns a UUID of version 4, each time another one', () => {
    const ids = new NodeIds();
    const given = Array.from({ length: 100 }, () => ids.next());
    for (const id of given) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(given).size).toBe(100);
  });
});
