import { fileURLToPath } from 'node:url';
import { fileVariables, readSettings, SettingsError, variables } from '@backroom/composition';
import { code, page, table } from './markdown.ts';

interface VariableSummary {
  readonly description: string;
  readonly defaultValue?: string;
  readonly isSecret?: boolean;
}

/** All environment variables, and the rules about combinations of them. */
export function configurationPage(): string {
  const summaries: readonly (readonly [string, VariableSummary])[] = Object.entries(variables);
  const canBeFiles: readonly string[] = fileVariables;
  return page(
    'Configuration',
    'All settings are environment variables. They are read once at the start; `npm run -s backroom -- config check` validates',
    'them and shows them without secrets. With invalid settings the program does not start: it names each of them and ends',
    'with 78.',
    '',
    ...table(
      ['variable', 'meaning', 'value', 'default'],
      summaries.map(([name, { description, defaultValue, isSecret }]) => [
        code(name),
        `${description}${isSecret ? ' Secret.' : ''}`,
        formOf(name),
        defaultValue === undefined ? '' : code(defaultValue),
      ]),
    ),
    '## Secrets in files',
    '',
    'These values can also be in a file; a line break at its end is not part of the value. Its path is then given in',
    `${canBeFiles.map((name) => code(`${name}_FILE`)).join(', ')}.`,
    '',
    '## Invalid combinations',
    '',
    ...invalidCombinations.map((environment) => `- ${faultsOf(environment).join(' ')}`),
  );
}

/** Environments that each break one rule about several variables. */
const invalidCombinations: readonly Readonly<Record<string, string>>[] = [
  { DATABASE_URL: 'postgresql://localhost/backroom' },
  { JWT_SECRET: 'short' },
  { BOOTSTRAP_ADMIN_USERNAME: 'ada' },
  { BOOTSTRAP_ADMIN_PASSWORD: 'a password' },
  { METRICS_TOKEN: 'a token', METRICS_TOKEN_FILE: fileURLToPath(import.meta.url) },
];

/** The faults that the program reports for an environment. */
function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  throw new TypeError(`These settings are not refused any more: ${Object.keys(environment).join(', ')}`);
}

/** The format of a variable, from the fault for a value that hardly any variable accepts. */
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
