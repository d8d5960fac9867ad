import { fileURLToPath } from 'node:url';
import { fileVariables, readSettings, SettingsError, variables } from '@backroom/composition';
import { code, page, table } from './markdown.ts';

interface Told {
  readonly description: string;
  readonly defaultValue?: string;
  readonly isSecret?: boolean;
}

/** Every variable of the environment, and what is refused about them together. */
export function configurationPage(): string {
  const told: readonly (readonly [string, Told])[] = Object.entries(variables);
  const canBeFiles: readonly string[] = fileVariables;
  return page(
    'Configuration',
    'All settings are variables of the environment. They are read once at the start; `npm run -s backroom -- config check`',
    'tells what is wrong with them, and shows them without secrets. With settings that cannot work the program does not',
    'start: it names each of them and ends with 78.',
    '',
    ...table(
      ['variable', 'meaning', 'value', 'default'],
      told.map(([name, { description, defaultValue, isSecret }]) => [
        code(name),
        `${description}${isSecret ? ' Secret.' : ''}`,
        formOf(name),
        defaultValue === undefined ? '' : code(defaultValue),
      ]),
    ),
    '## Secrets in files',
    '',
    'These values can also stand in a file; a line break at its end is not part of the value. Its path is then given in',
    `${canBeFiles.map((name) => code(`${name}_FILE`)).join(', ')}.`,
    '',
    '## What is refused together',
    '',
    ...together.map((environment) => `- ${faultsOf(environment).join(' ')}`),
  );
}

/** Settings that each break one rule about several variables. */
const together: readonly Readonly<Record<string, string>>[] = [
  { DATABASE_URL: 'postgresql://localhost/backroom' },
  { JWT_SECRET: 'short' },
  { BOOTSTRAP_ADMIN_USERNAME: 'ada' },
  { BOOTSTRAP_ADMIN_PASSWORD: 'a password' },
  { METRICS_TOKEN: 'a token', METRICS_TOKEN_FILE: fileURLToPath(import.meta.url) },
];

/** What the program itself says about an environment that it refuses. */
function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  throw new TypeError(`These settings are not refused any more: ${Object.keys(environment).join(', ')}`);
}

/** What a value must look like, in the words in which a mark that is nearly never right is refused. */
function formOf(name: string): string {
  try {
    readSettings({ [name]: '?' });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const fault = error.faults.find((each) => each.startsWith(`${name} must be `) && !each.includes(' together with '));
    if (fault && !fault.endsWith(' is.')) return fault.slice(`${name} must be `.length, -1);
  }
  return 'a text';
}
