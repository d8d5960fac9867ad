import type { ShopSettings } from '@backroom/core/commerce';
import { flag, listOf, text } from '@backroom/core/interface';
import {
  changeShopSettings,
  readShopSettings,
  type SettingsReport,
  updateSettings,
  writeSettings,
} from '@backroom/core/settings';
import { type Command, command } from '../../command.ts';
import { UsageError } from '../../failure.ts';
import { type Print, pairs, table } from '../../print.ts';
import { createProgressReport } from '../../records/progress-report.ts';

const show = command({
  name: 'settings show',
  group: 'Shop',
  summary: 'Show the settings of the shop about time, money and stock.',
  examples: ['backroom settings show', 'backroom settings show --json'],
  run: async ({ print, run }) => printSettings(print, await run(readShopSettings, {})),
});

const set = command({
  name: 'settings set',
  group: 'Shop',
  summary: 'Change settings of the shop; facts that depend on them are recomputed.',
  examples: [
    'backroom settings set time_zone=Europe/Berlin week_starts_on=1',
    'backroom settings set time_zone=Europe/Berlin --dry-run',
    'backroom settings set excluded_statuses=pending,failed,cancelled date_type=date_created',
  ],
  args: {
    setting: listOf(text(), {
      required: true,
      description: 'A name and its value: low_stock_amount=5; an empty value clears a text.',
    }),
  },
  flags: {
    dry_run: flag({ description: 'Report what would change and be recomputed; nothing is stored.' }),
  },
  async run(context, { setting, dryRun = false }) {
    const record = Object.fromEntries(setting.map(readPair));
    if (dryRun) return printEffects(context.print, await context.run(updateSettings, { record, dryRun }));
    const { report, clear } = await createProgressReport(context);
    const settings = await context.run(changeShopSettings, { record, onProgress: report }).finally(clear);
    printSettings(context.print, settings);
  },
});

function printEffects(print: Print, { changes, recompute }: SettingsReport): void {
  const written = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value ?? ''));
  const recomputed = recompute.facts ? 'facts and sums' : recompute.sums ? 'sums' : 'nothing';
  print.result({ changes, recompute }, [
    ...table(
      ['setting', 'from', 'to'],
      changes.map(({ name, from, to }) => [name, written(from), written(to)]),
    ),
    `Recomputes ${recomputed}. Nothing is stored.`,
  ]);
}

/** Parses a setting into the value of its record. */
function readPair(word: string): readonly [string, unknown] {
  const separator = word.indexOf('=');
  if (separator < 1) throw new UsageError(`A setting is written as name=value, not as ${word}.`);
  const name = word.slice(0, separator);
  const value = word.slice(separator + 1);
  if (name === 'excluded_statuses') return [name, value.split(',').filter((status) => status !== '')];
  return [name, value === 'true' ? true : value === 'false' ? false : value];
}

function printSettings(print: Print, settings: ShopSettings): void {
  const record = writeSettings(settings);
  const shown = Object.entries(record).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]);
  print.result(record, pairs(Object.fromEntries(shown)));
}

export const shopSettings: readonly Command[] = [show, set];
