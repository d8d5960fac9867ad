import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openBackroom } from '@backroom/composition';
import { planSample } from '@backroom/core/sample';

// A process of its own, so that its memory is that of an import: imports the file of a sample and reports its rate.
// Arguments: the place (an address, or `folder:…`), how many orders.
const [place = '', orders = '1000'] = process.argv.slice(2);
const database = place.startsWith('folder:')
  ? ({ kind: 'embedded', folder: place.slice('folder:'.length) } as const)
  : ({ kind: 'server', url: place, poolSize: 4 } as const);
const folder = await mkdtemp(join(tmpdir(), 'backroom-sample-'));
const file = join(folder, 'sample.ndjson');
const [code] = await once(fork(fileURLToPath(new URL('sample-file.ts', import.meta.url)), [file, orders]), 'exit');
if (code !== 0) throw new Error('The sample was not written.');
const backroom = await openBackroom({ database });
const { core, actor } = backroom;
const plan = planSample({ orders: Number(orders), years: 3, seed: 1, until: '2026-01-01' });
const before = plan.customers + 1_000 + plan.products * 2;

/** When the import had done how many lines. */
const marks: { readonly line: number; readonly at: number }[] = [];
const since = performance.now();
const report = await core.interchange.importRecords(actor, {
  open: () => createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }),
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
await rm(folder, { recursive: true });
process.disconnect?.();
