import {
  changeExtensionSettings,
  type ExtensionSettings,
  readExtensionLog,
  readExtensionSettings,
} from '@backroom/core/extensions';
import { integer, text } from '@backroom/core/interface';
import { type Command, command } from '../../command.ts';
import { ExitCode } from '../../exit-code.ts';
import { writeSkeleton } from '../../extensions/write-skeleton.ts';
import { CommandFailure, UsageError } from '../../failure.ts';
import { pairs } from '../../print.ts';

const slug = text({ required: true, maxLength: 64, description: 'As the list shows it.' });
const USUAL_LINES = 100;
const MOST_LINES = 10_000;

const logs = command({
  name: 'extensions logs',
  group: 'Run the server',
  summary: 'Print what an extension has logged last.',
  examples: ['backroom extensions logs low-stock', 'backroom extensions logs low-stock --lines 20'],
  args: { slug },
  flags: {
    lines: integer({
      minimum: 1,
      maximum: MOST_LINES,
      default: USUAL_LINES,
      description: 'Number of lines.',
    }),
  },
  async run({ print, run }, { slug: named, lines = USUAL_LINES }) {
    const found = await run(readExtensionLog, { slug: named, lines });
    print.result(found, found);
  },
});

const settings = command({
  name: 'extensions settings',
  group: 'Run the server',
  summary: 'Show the settings of an active extension, or change some of them; null restores a default.',
  examples: [
    'backroom extensions settings low-stock',
    'backroom extensions settings low-stock webhook_url=https://hooks.example.com/stock',
  ],
  args: {
    slug,
    setting: {
      type: 'array',
      items: { type: 'string', maxLength: 10_000 },
      maxItems: 50,
      description: 'name=value; a value that is JSON is read as such.',
    },
  },
  async run(context, { slug: named, setting = [] }) {
    const values: ExtensionSettings = Object.fromEntries(setting.map(readPair));
    const shown =
      setting.length === 0
        ? await context.run(readExtensionSettings, { slug: named })
        : await context.run(changeExtensionSettings, { slug: named, values });
    context.print.result(shown, pairs(shown));
  },
});

function readPair(word: string): readonly [string, unknown] {
  const separator = word.indexOf('=');
  if (separator < 1) throw new UsageError(`A setting is written as name=value, not as ${word}.`);
  const value = word.slice(separator + 1);
  try {
    return [word.slice(0, separator), JSON.parse(value)];
  } catch {
    return [word.slice(0, separator), value];
  }
}

const create = command({
  name: 'extensions new',
  group: 'Run the server',
  summary: 'Write a new extension with a test into a folder.',
  examples: ['backroom extensions new low-stock', 'backroom extensions new low-stock ./extensions/low-stock'],
  args: {
    slug: {
      type: 'string',
      pattern: '^[a-z][a-z0-9-]{0,63}$',
      required: true,
      description: 'Lower-case letters, digits and hyphens.',
    },
    folder: text({
      maxLength: 4_000,
      description: 'A folder that does not exist, or is empty; named like the slug by default.',
    }),
  },
  async run({ print }, { slug: named, folder = named }) {
    const written = await writeSkeleton(named, folder).catch((error: NodeJS.ErrnoException) => {
      throw new CommandFailure(
        ExitCode.conflict,
        'folder_not_writable',
        `${folder} cannot be written: ${error.message}`,
      );
    });
    print.say(`Wrote ${written.files.length} files to ${written.folder}.`);
    print.result({ slug: named, folder: written.folder, files: written.files }, [
      'Test it:  npm install && npm test',
      `Run it:   EXTENSIONS_UNSIGNED=${written.folder} backroom serve`,
      `          backroom extensions install ${named} && backroom extensions activate ${named}`,
    ]);
  },
});

/** Logs, settings, and the skeleton of a new extension. */
export const extensionTools: readonly Command[] = [logs, settings, create];
