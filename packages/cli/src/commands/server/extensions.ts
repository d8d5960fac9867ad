import {
  activateExtensions,
  deactivateExtension,
  downgradeExtension,
  type Extension,
  installExtensions,
  listInstalledExtensions,
  removeExtension,
  type SetupOutcome,
  updateExtension,
} from '@backroom/core/extensions';
import { flag, text } from '@backroom/core/interface';
import { type Command, command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { ExitCode } from '../../exit-code.ts';
import { pairs, table } from '../../print.ts';
import { extensionTools } from './extension-tools.ts';

const slug = text({ required: true, maxLength: 64, description: 'As the list shows it.' });
const slugs = {
  type: 'array',
  items: { type: 'string', maxLength: 64 },
  minItems: 1,
  maxItems: 50,
  required: true,
  description: 'Slugs of extensions.',
} as const;

const list = command({
  name: 'extensions list',
  group: 'Run the server',
  summary: 'List the installed extensions with their state and rights.',
  examples: ['backroom extensions list', 'backroom extensions list --json'],
  async run({ print, run }) {
    const found = await run(listInstalledExtensions, {});
    const rows = found.map((each) => [each.slug, each.version, each.state, each.rights.join(','), each.failure]);
    print.result(found.map(documentOf), table(['slug', 'version', 'state', 'rights', 'failure'], rows));
  },
});

const install = command({
  name: 'extensions install',
  group: 'Run the server',
  summary: 'Install extensions of the catalogue; ends with 4 when one of them cannot be installed.',
  examples: ['backroom extensions install low-stock', 'backroom extensions install low-stock newsletter'],
  args: { slugs },
  async run(context, { slugs: plugins }) {
    const code = report(context, await context.run(installExtensions, { plugins, async: false }));
    const named = new Set(plugins);
    for (const { slug: name, rights, isActive } of await context.run(listInstalledExtensions, {}))
      if (named.has(name) && !isActive && rights.length > 0)
        context.print.say(`${name} gets these rights when it is activated: ${rights.join(', ')}.`);
    return code;
  },
});

const activate = command({
  name: 'extensions activate',
  group: 'Run the server',
  summary: 'Activate installed extensions; ends with 4 when one of them cannot be loaded.',
  examples: ['backroom extensions activate low-stock'],
  args: { slugs },
  async run(context, { slugs: plugins }) {
    return report(context, await context.run(activateExtensions, { plugins, async: false }));
  },
});

const deactivate = command({
  name: 'extensions deactivate',
  group: 'Run the server',
  summary: 'Deactivate an extension; it stays installed.',
  examples: ['backroom extensions deactivate low-stock'],
  args: { slug },
  async run({ print, run }, { slug: named }) {
    const extension = await run(deactivateExtension, { slug: named });
    print.say(`${named} is not active.`);
    print.result(documentOf(extension), []);
  },
});

const update = command({
  name: 'extensions update',
  group: 'Run the server',
  summary: 'Update an extension and grant the rights it asks for; ends with 4 when the new version cannot be loaded.',
  examples: ['backroom extensions update low-stock'],
  args: { slug },
  async run({ print, run }, { slug: named }) {
    const { kind, version, reason } = await run(updateExtension, { slug: named });
    const document = { slug: named, status: kind, version, reason };
    print.result(document, pairs(document));
    return kind === 'rolled-back' ? ExitCode.conflict : ExitCode.ok;
  },
});

const remove = command({
  name: 'extensions remove',
  group: 'Run the server',
  summary: 'Deactivate an extension and remove it with the values that it has stored.',
  examples: ['backroom extensions remove low-stock', 'backroom extensions remove low-stock --keep-data'],
  args: { slug },
  flags: { keep_data: flag({ description: 'Keep the stored values for a later installation.' }) },
  async run(context, { slug: named, keepData = false }) {
    await context.confirm(`Remove the extension ${named}?`);
    const extension = await context.run(removeExtension, { slug: named, keepData });
    context.print.say(`${named} is removed.`);
    context.print.result(documentOf(extension), []);
  },
});

const downgrade = command({
  name: 'extensions downgrade',
  group: 'Run the server',
  summary: 'Go back to the version of an extension before its last update.',
  examples: ['backroom extensions downgrade low-stock'],
  args: { slug },
  async run(context, { slug: named }) {
    await context.confirm(`Go back to the version of ${named} before its last update?`);
    const extension = await context.run(downgradeExtension, { slug: named });
    context.print.say(`${named} has version ${extension.version}.`);
    context.print.result(documentOf(extension), []);
  },
});

const documentOf = (extension: Extension) => ({
  slug: extension.slug,
  title: extension.title,
  version: extension.version,
  state: extension.state,
  failure: extension.failure,
  rights: extension.rights,
  folder: extension.folder,
  signed_by: extension.signedBy,
  installed_at: extension.installedAt.toISOString(),
  activated_at: extension.activatedAt?.toISOString() ?? null,
});

/** One line for each extension, with the reason of a failure. */
function report({ print }: Context, outcome: SetupOutcome): ExitCode {
  const states = outcome.kind === 'done' ? Object.entries(outcome.states) : [];
  const lines = states.map(([name, { status, errors }]) => ({ slug: name, status, errors }));
  const rows = lines.map(({ slug: name, status, errors }) => [name, status, errors.join(' ') || null]);
  print.result(lines, table(['slug', 'status', 'reason'], rows));
  return lines.some(({ status }) => status === 'failed') ? ExitCode.conflict : ExitCode.ok;
}

/** Installs, activates, updates and removes extensions. */
export const extensions: readonly Command[] = [
  list,
  install,
  activate,
  deactivate,
  update,
  downgrade,
  remove,
  ...extensionTools,
];
