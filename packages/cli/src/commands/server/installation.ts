import { command } from '../../command.ts';
import { pairs } from '../../print.ts';
import { version as number, versionLabel } from '../../version.ts';

/** Validates and shows the settings. */
export const configCheck = command({
  name: 'config check',
  group: 'Run the server',
  summary: 'Validate and show all settings, without secrets; ends with 78 when one is invalid.',
  examples: ['backroom config check', 'backroom config check --json'],
  async run({ print, settings, replaced, terminal }) {
    await settings();
    const { showVariables } = await import('@backroom/composition');
    const shown = showVariables(terminal.environment, replaced);
    print.say('The settings are valid.');
    print.result(shown, pairs(shown));
  },
});

export const openapi = command({
  name: 'openapi',
  group: 'Interface',
  summary: 'Print the OpenAPI 3.1 document of the interface.',
  examples: ['backroom openapi > openapi.json'],
  async run({ print, settings }) {
    const { describeInventory } = await import('@backroom/composition');
    const document = describeInventory(await settings())();
    print.result(document, [JSON.stringify(document, undefined, 2)]);
  },
});

export const version = command({
  name: 'version',
  group: 'Run the server',
  summary: 'Print the version.',
  examples: ['backroom version'],
  async run({ print }) {
    print.result({ version: number, label: versionLabel }, [versionLabel]);
  },
});
