import { integer, text } from '@backroom/core/interface';
import { MOST_SAMPLE_ORDERS, MOST_SAMPLE_YEARS, planSample, sampleLines } from '@backroom/core/sample';
import { command } from '../../command.ts';
import { ExitCode } from '../../exit-code.ts';
import { importSources, type RecordSource } from '../../records/import-sources.ts';
import { writeRecords } from '../../records/write-records.ts';
import { importFlags } from './records-import.ts';

/** Generates a sample shop. */
export const sample = command({
  name: 'sample',
  group: 'Shop',
  summary: 'Generate a realistic shop, for demonstrations and measurements; deterministic by seed.',
  examples: [
    'backroom sample --orders 20000 --years 2',
    'backroom sample --orders 1000000 --years 5 --seed 7 --out shop.ndjson.gz',
  ],
  flags: {
    orders: integer({
      required: true,
      minimum: 0,
      maximum: MOST_SAMPLE_ORDERS,
      description: 'Number of orders.',
    }),
    years: integer({ minimum: 1, maximum: MOST_SAMPLE_YEARS, description: 'Number of years. By default 2.' }),
    seed: integer({ description: 'Seed of the generator. By default 1.' }),
    until: text({ description: 'The day after the last one of the shop. By default 2026-01-01.' }),
    out: text({ description: 'Write it to this file in place of the database; - for the standard output.' }),
    ...importFlags,
  },
  async run(context, { orders, years = 2, seed = 1, until = '2026-01-01', out, ...flags }) {
    const plan = planSample({ orders, years, seed, until });
    if (out === undefined) return importSources(context, [sourceOf(plan)], flags);
    await writeRecords(context, sampleLines(plan), out);
    return ExitCode.ok;
  },
});

function sourceOf(plan: ReturnType<typeof planSample>): RecordSource {
  let count = 0;
  const open = async function* () {
    count = 0;
    for (const line of sampleLines(plan)) {
      count += 1;
      yield line;
    }
  };
  // An estimate: refunds and other records add about a tenth of the orders.
  const all = plan.customers + plan.orders * 1.1 + plan.products * 2 + 130;
  return { name: 'the sample', open, share: () => Math.min(count / all, 1) };
}
