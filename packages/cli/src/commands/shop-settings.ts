import { changeShopSettings, readShopSettings, type ShopSettings, settingsRecord } from '@backroom/core';
import { listOf, text } from '@backroom/core/interface';
import { type Command, command } from '../command.ts';
import { UsageError } from '../failure.ts';
import { type Print, pairs } from '../print.ts';
import { createTeller } from '../records/tell-progress.ts';

const show = command({
  name: 'settings show',
  group: 'Shop',
  summary: 'Show what the shop has decided about time, money and stock.',
  examples: ['backroom settings show', 'backroom settings show --json'],
  run: async ({ print, run }) => tell(print, await run(readShopSettings, {})),
});

const set = command({
  name: 'settings set',
  group: 'Shop',
  summary: 'Change what the shop has decided; what is counted differently by then is made anew.',
  examples: [
    'backroom settings set time_zone=Europe/Berlin week_starts_on=1',
    'backroom settings set excluded_statuses=pending,failed,cancelled date_type=date_created',
  ],
  args: {
    setting: listOf(text(), {
      required: true,
      description: 'A name and its value: low_stock_amount=5; nothing after the sign takes a text away.',
    }),
  },
  async run(context, { setting }) {
    const record = Object.fromEntries(setting.map(readPair));
    const { tell: hear, clear } = await createTeller(context, { share: () => undefined });
    const settings = await context.run(changeShopSettings, { record, tell: hear }).finally(clear);
    tell(context.print, settings);
  },
});

/** What the command line says for a setting, as a record would say it. */
function readPair(word: string): readonly [string, unknown] {
  const place = word.indexOf('=');
  if (place < 1) throw new UsageError(`A setting is written as name=value, not as ${word}.`);
  const [name, value] = [word.slice(0, place), word.slice(place + 1)];
  if (name === 'excluded_statuses') return [name, value.split(',').filter((status) => status !== '')];
  return [name, value === 'true' ? true : value === 'false' ? false : value];
}

function tell(print: Print, settings: ShopSettings): void {
  const record = settingsRecord(settings).write(settings) as Readonly<Record<string, unknown>>;
  const shown = Object.entries(record).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]);
  print.result(record, pairs(Object.fromEntries(shown)));
}

/** What is about the decisions of the shop. */
export const shopSettings: readonly Command[] = [show, set];
