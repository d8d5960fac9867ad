import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread } from '../../packages/desk/src/reports/chart/line-names.tsx';
import { hiddenOf, isolated, none, shownOf, toggled } from '../../packages/desk/src/reports/chart/shown-lines.ts';

const ids = ['a', 'b', 'c'];
const shown = (hidden: ReadonlySet<string>) => ids.filter((id) => !hidden.has(id)).join('');

describe('the lines of a chart', () => {
  it('are hidden and shown one by one', () => {
    const without = toggled(ids, none, 'b');
    expect([shown(without), shown(toggled(ids, without, 'b'))]).toEqual(['ac', 'abc']);
  });

  it('are all shown after the last one was hidden', () => {
    expect(shown(toggled(ids, new Set(['a', 'b']), 'c'))).toBe('abc');
    expect(shown(toggled(['a'], none, 'a'))).toBe('abc');
  });

  it('are one alone, and all again', () => {
    const alone = isolated(ids, new Set(['a']), 'b');
    expect([shown(alone), shown(isolated(ids, alone, 'b')), shown(isolated(ids, alone, 'c'))]).toEqual([
      'b',
      'abc',
      'c',
    ]);
  });

  it('are never all hidden, also when others take their place', () => {
    expect(shown(hiddenOf(ids, new Set(ids)))).toBe('abc');
    expect(shown(hiddenOf(ids, new Set(['a', 'z'])))).toBe('bc');
    const press = fc.record({ id: fc.constantFrom(...ids), how: fc.constantFrom(toggled, isolated) });
    fc.assert(
      fc.property(fc.array(press), (presses) => {
        let hidden: ReadonlySet<string> = none;
        for (const { id, how } of presses) {
          hidden = how(ids, hidden, id);
          expect(shown(hidden)).not.toBe('');
        }
      }),
    );
  });

  it('are announced', () => {
    const after = (hidden: ReadonlySet<string>, id: string) => shownOf(ids, hidden, id);
    expect(after(none, 'a')).toBe('all');
    expect(after(new Set(['b', 'c']), 'a')).toBe('only');
    expect(after(new Set(['a']), 'a')).toBe('hidden');
    expect(after(new Set(['b']), 'a')).toBe('shown');
  });
});

describe('the names at the ends of lines', () => {
  it('stay where they are when they are apart', () => {
    expect(spread([10, 50, 90], 200, 15)).toEqual([10, 50, 90]);
  });

  it('do not touch, keep their order, and stay above the bottom', () => {
    const heights = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(heights, (given) => {
        const placed = spread(given, 200, 15);
        const order = given.map((_, place) => place).toSorted((a, b) => (given[a] ?? 0) - (given[b] ?? 0));
        for (const [rank, place] of order.entries()) {
          expect(placed[place]).toBeLessThanOrEqual(200);
          expect(placed[place]).toBeGreaterThanOrEqual(0);
          const above = order[rank - 1];
          if (above !== undefined) expect((placed[place] ?? 0) - (placed[above] ?? 0)).toBeGreaterThanOrEqual(14.999);
        }
      }),
    );
  });
});
