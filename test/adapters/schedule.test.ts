import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { repeat, type Schedule, type ScheduledTask } from '../../packages/composition/src/schedules/schedule.ts';

/** Work whose every turn ends on request. */
function turns() {
  const open: { readonly hasEnded: () => boolean; readonly finish: () => void }[] = [];
  const work: ScheduledTask = (hasEnded) => new Promise<void>((finish) => void open.push({ hasEnded, finish }));
  return { open, work };
}

describe('work that is repeated', () => {
  let schedule: Schedule | undefined;
  beforeEach(() => void vi.useFakeTimers());
  afterEach(async () => {
    vi.useRealTimers();
    await schedule?.end();
  });

  it('begins at once, and again in every period', async () => {
    const begun: number[] = [];
    schedule = repeat(async () => void begun.push(Date.now()), { period: 1_000 });
    await vi.advanceTimersByTimeAsync(2_500);
    expect(begun.map((at) => at - (begun[0] ?? 0))).toEqual([0, 1_000, 2_000]);
  });

  it('is never done twice at a time', async () => {
    const { open, work } = turns();
    schedule = repeat(work, { period: 1_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(open).toHaveLength(1);
    open[0]?.finish();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(open).toHaveLength(2);
    open[1]?.finish();
  });

  it('is notified of the end, and awaited', async () => {
    const { open, work } = turns();
    schedule = repeat(work, { period: 1_000 });
    let isOver = false;
    const ending = schedule.end().then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([open[0]?.hasEnded(), isOver, open.length]).toEqual([true, false, 1]);
    open[0]?.finish();
    await ending;
  });
});
