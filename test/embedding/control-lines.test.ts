import { UNITS_PER_TURN } from '@backroom/core/kernel';
import { countBetweenTurns } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { batched, unbatched } from '../../packages/adapters-http/src/control/lines.ts';

describe('lines that a command sends to a running server', () => {
  it.each([
    ['blank', '', 1],
    ['records', JSON.stringify({ kind: 'product', name: 'x'.repeat(1_000) }), 16],
  ])('are given to the import with yields to the event loop: %s', async (_, line, units) => {
    const lines = Array.from({ length: 20_000 }, () => line);
    const turns = countBetweenTurns();
    let count = 0;
    for await (const each of unbatched(batched(lines))) {
      expect(each).toBe(line);
      count += 1;
      turns.count(units);
    }
    const most = turns.end();
    expect(count).toBe(20_000);
    expect(most).toBeLessThanOrEqual(UNITS_PER_TURN + units);
  });
});
