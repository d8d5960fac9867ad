import { setImmediate } from 'node:timers/promises';
import { openBackroom } from '@backroom/composition';
import { planSample, sampleLines } from '@backroom/core/sample';

// A process of its own, so that its memory is that of an import: imports a sample and reports its rate.
// Arguments: the place (an address, or `folder:…`), how many orders.
const [place = '', orders = '1000'] = process.argv.slice(2);
const database = place.startsWith('folder:')
  ? ({ kind: 'embedded', folder: place.slice('folder:'.length) } as const)
  : ({ kind: 'server', url: place, poolSize: 4 } as const);
const backroom = await openBackroom({ database });
const { core, actor } = backroom;
const plan = planSample({ orders: Number(orders), years: 3, seed: 1, until: '2026-01-01' });
const before = plan.customers + 1_000 + plan.products * 2;

/** When the import had done how many lines. */
const marks: { readonly line: number; readonly at: number }[] = [];
const since = performance.now();
/** As they would come from a file: some at a time. */
async function* lines() {
  let count = 0;
  for (const line of sampleLines(plan)) {
    count += 1;
    if (count % 64 === 0) await setImmediate();
    yield line;
  }
}
const report = await core.interchange.importRecords(actor, {
  open: lines,
  onError: 'stop',
  chunk: 5_000,
  onProgress: ({ rows }) => void marks.push({ line: rows, at: performance.now() }),
});
const seconds = (performance.now() - since) / 1_000;
const rate = (from: number, to: number): number => {
  const [first, last] = [from, to].map((share) => {
    const line = before + plan.orders * share;
    return marks.find((mark) => mark.line >= line) ?? marks.at(-1);
  });
  if (!first || !last || first === last) return 0;
  return Math.round(((last.line - first.line) / (last.at - first.at)) * 1_000);
};
process.send?.({
  seconds,
  failed: report.failed,
  problems: report.problems.slice(0, 3),
  first: rate(0, 0.1),
  last: rate(0.9, 1),
  whole: Math.round(plan.orders / seconds),
  summingSeconds: (performance.now() - (marks.at(-1)?.at ?? since)) / 1_000,
  cpuSeconds: process.cpuUsage().user / 1_000_000,
  memory: Math.round(process.resourceUsage().maxRSS / 1_024),
});
await backroom.close();
process.disconnect?.();
