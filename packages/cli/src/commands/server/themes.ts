import { open } from 'node:fs/promises';
import { text } from '@backroom/core/interface';
import {
  activateTheme,
  defaultTheme,
  installTheme,
  installThemePackage,
  listThemes,
  removeTheme,
  type Theme,
} from '@backroom/core/themes';
import { type Command, command } from '../../command.ts';
import { ExitCode } from '../../exit-code.ts';
import { CommandFailure } from '../../failure.ts';
import { table } from '../../print.ts';

const theme = text({ required: true, maxLength: 64, description: 'Slug of a theme, as the list shows it.' });

const list = command({
  name: 'themes list',
  group: 'Run the server',
  summary: 'List the themes, with the one that the pages use.',
  examples: ['backroom themes list', 'backroom themes list --json'],
  async run({ print, run }) {
    const themes = await run(listThemes, {});
    const isDefault = !themes.some(({ isActive }) => isActive);
    const rows = [
      [defaultTheme.slug, defaultTheme.name, null, isDefault ? 'yes' : null],
      ...themes.map(({ slug, name, version, isActive }) => [slug, name, version, isActive ? 'yes' : null]),
    ];
    print.result(themes.map(documentOf), table(['slug', 'name', 'version', 'active'], rows));
  },
});

const install = command({
  name: 'themes install',
  group: 'Run the server',
  summary: 'Install a theme of the catalogue, or a package (zip or tgz); it is not activated.',
  examples: ['backroom themes install harbour', 'backroom themes install ./harbour.zip'],
  args: {
    theme: text({
      required: true,
      description: 'Slug of the catalogue, or path of a file that ends with .zip or .tgz.',
    }),
  },
  async run({ print, run }, { theme: named }) {
    const installed = /\.(?:zip|tgz)$/i.test(named)
      ? await run(installThemePackage, await readFile(named))
      : await run(installTheme, { theme: named });
    const { slug, name } = installed;
    print.say(`${slug} is installed.`);
    print.result({ slug, name }, []);
  },
});

const activate = command({
  name: 'themes activate',
  group: 'Run the server',
  summary: `Make the pages use a theme; ${defaultTheme.slug} is always there.`,
  examples: ['backroom themes activate harbour', `backroom themes activate ${defaultTheme.slug}`],
  args: { theme },
  async run({ print, run }, { theme: named }) {
    const { slug, name } = await run(activateTheme, { theme: named });
    print.say(`The pages use ${slug}.`);
    print.result({ slug, name }, []);
  },
});

const remove = command({
  name: 'themes remove',
  group: 'Run the server',
  summary: 'Remove a theme that the pages do not use.',
  examples: ['backroom themes remove harbour'],
  args: { theme },
  async run(context, { theme: named }) {
    await context.confirm(`Remove the theme ${named}?`);
    const removed = await context.run(removeTheme, { theme: named });
    context.print.say(`${named} is removed.`);
    context.print.result(documentOf(removed), []);
  },
});

async function readFile(path: string) {
  const { readThemeFile } = await import('@backroom/composition');
  const file = await open(path).catch(() => {
    throw new CommandFailure(ExitCode.notFound, 'not_found', `The file ${path} cannot be read.`);
  });
  return readThemeFile(file.createReadStream());
}

const documentOf = ({ slug, name, version, source, isActive, installedAt, activatedAt }: Theme) => ({
  slug,
  name,
  version,
  source,
  is_active: isActive,
  installed_at: installedAt.toISOString(),
  activated_at: activatedAt?.toISOString() ?? null,
});

/** Installs, activates and removes themes. */
export const themes: readonly Command[] = [list, install, activate, remove];
