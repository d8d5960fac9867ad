import { MOST_SAMPLE_ORDERS, MOST_SAMPLE_YEARS, planSample, sampleLines } from '@backroom/core';
import { integer, text } from '@backroom/core/interface';
import { command } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { giveOut } from '../records/give-out.ts';
import { type Source, takeIn } from '../records/take-in.ts';
import { importFlags } from './records-import.ts';

/** The command that makes up a shop. */
export const sample = command({
  name: 'sample',
  group: 'Shop',
  summary: 'Make up a believable shop, for a first look or to measure with; the same seed makes the same shop.',
  examples: [
    'backroom sample --orders 20000 --years 2',
    'backroom sample --orders 1000000 --years 5 --seed 7 --out shop.ndjson.gz',
  ],
  flags: {
    orders: integer({
      required: true,
      minimum: 0,
      maximum: MOST_SAMPLE_ORDERS,
      description: 'How many orders it has.',
    }),
    years: integer({ minimum: 1, maximum: MOST_SAMPLE_YEARS, description: 'Over how many years. By default 2.' }),
    seed: integer({ description: 'Which one of the many. By default 1.' }),
    until: text({ description: 'The day after its last one. By default 2026-01-01.' }),
    out: text({ description: 'Write it to this file in place of the database; - for the standard output.' }),
    ...importFlags,
  },
  async run(context, { orders, years = 2, seed = 1, until = '2026-01-01', out, ...how }) {
    const plan = planSample({ orders, years, seed, until });
    if (out === undefined) return takeIn(context, [sourceOf(plan)], how);
    await giveOut(context, sampleLines(plan), out);
    return ExitCode.ok;
  },
});

function sourceOf(plan: ReturnType<typeof planSample>): Source {
  let made = 0;
  const open = async function* () {
    made = 0;
    for (const line of sampleLines(plan)) {
      made += 1;
      yield line;
    }
  };
  // Besides the orders there are mostly their customers, one for every five, and some refunds.
  const all = plan.customers + plan.orders * 1.1 + plan.products * 2 + 130;
  return { name: 'the sample', open, share: () => Math.min(made / all, 1) };
}
