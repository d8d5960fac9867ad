import { flushCompileCache } from 'node:module';
import { openBackroom } from '@backroom/composition';
import { planSample, sampleLines } from '@backroom/core/sample';

// A process that does long work on records and can be killed at any moment: `import`, `rebuild` or `settings`, on the place that is
// the first argument as JSON. It reports its start, its progress and its end.
const [place = '', work = '', orders = '0', zone = 'UTC'] = process.argv.slice(2);
const backroom = await openBackroom({ database: JSON.parse(place) });
const { core, actor } = backroom;
// A killed process writes nothing at its end.
flushCompileCache();
const onProgress = ({ rows }: { readonly rows: number }) => void process.send?.({ rows });
process.send?.({ rows: 0 });
if (work === 'import') {
  const plan = planSample({ orders: Number(orders), years: 1, seed: 5, until: '2026-01-01' });
  const open = async function* () {
    yield* sampleLines(plan);
  };
  await core.interchange.importRecords(actor, { open, onError: 'stop', chunk: 200, onProgress });
} else if (work === 'settings') {
  await core.settings.changeShopSettings(actor, { record: { time_zone: zone }, onProgress });
} else {
  await core.analytics.rebuildAnalytics(actor, { onProgress });
}
await backroom.close();
process.send?.({ done: true });
process.disconnect?.();
