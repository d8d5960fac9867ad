import { setImmediate as nextTurn } from 'node:timers/promises';
import { unpaced, WorkPacer } from '@backroom/core/kernel';
import { countBetweenTurns } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';

describe('a work pacer', () => {
  it('yields once for each bound that the units reach', async () => {
    let turns = 0;
    const pacer = new WorkPacer(async () => {
      turns += 1;
    }, 10);
    for (let unit = 0; unit < 95; unit += 1) await pacer.spend();
    expect(turns).toBe(9);
  });

  it('counts several units at once, and begins at zero after each turn', () => {
    const pacer = new WorkPacer(async () => {}, 10);
    expect([pacer.spend(9), pacer.spend(0)]).toEqual([undefined, undefined]);
    expect(pacer.spend(100)).toBeInstanceOf(Promise);
    expect(pacer.spend(9)).toBeUndefined();
  });

  it('bounds the work within one turn of the event loop', async () => {
    const pacer = new WorkPacer(() => nextTurn(), 100);
    const turns = countBetweenTurns();
    for (let unit = 0; unit < 5_000; unit += 1) {
      turns.count();
      const turn = pacer.spend();
      if (turn) await turn;
    }
    expect(turns.end()).toBe(100);
  });

  it('never yields where there is no event loop to share', () => {
    expect(unpaced().spend(1_000_000)).toBeUndefined();
  });
});
