import { commands } from '../../packages/cli/src/commands.ts';
import { ExitCode } from '../../packages/cli/src/exit-code.ts';
import { createProgram } from '../../packages/cli/src/program.ts';
import { code, page, table } from './markdown.ts';

type Program = ReturnType<typeof createProgram>;

const endings: Readonly<Record<keyof typeof ExitCode, string>> = {
  ok: 'Success.',
  unexpected: 'An unexpected error: a bug, or a fault of the machine.',
  usage: 'Invalid arguments.',
  notFound: 'The named object does not exist.',
  conflict: 'It exists already, is the last of its kind, or was changed concurrently.',
  invalid: 'Invalid input, or a comparison with differences.',
  refused: 'Not permitted, or not confirmed.',
  unavailable: 'The database, or the address to listen on, is not available.',
  configuration: 'Invalid settings.',
  interrupted: 'Interrupted by Ctrl-C; of an import nothing is kept.',
};

/** All commands with their arguments and options, and the exit codes. */
export function commandsPage(): string {
  const program = createProgram(async () => {});
  const groups = [...new Set(commands.map(({ group }) => group))];
  return page(
    'Commands',
    'In a checkout, `backroom` stands for `npm run -s backroom --`. Results go to the standard output, messages to the error',
    'output. While a server has the embedded database open, commands about accounts, stock and the interface go through that',
    'server; without one they open the database themselves.',
    '',
    '## Options of every command',
    '',
    ...table(['option', 'meaning'], optionsOf(program)),
    ...groups.flatMap((group) => [
      `## ${group}`,
      '',
      ...commands.filter((each) => each.group === group).flatMap((each) => describe(find(program, each.name), each)),
    ]),
    '## How commands end',
    '',
    ...table(
      ['number', 'meaning'],
      (Object.entries(ExitCode) as [keyof typeof ExitCode, ExitCode][]).map(([name, number]) => [
        String(number),
        endings[name],
      ]),
    ),
  );
}

/** The parser of a command; those of two words are nested. */
function find(program: Program, name: string): Program {
  const found = name
    .split(' ')
    .reduce<Program | undefined>((parent, word) => parent?.commands.find((each) => each.name() === word), program);
  if (!found) throw new TypeError(`The program does not know the command ${name}.`);
  return found;
}

function describe(
  parser: Program,
  {
    name,
    summary,
    examples,
  }: { readonly name: string; readonly summary: string; readonly examples: readonly string[] },
): readonly string[] {
  const help = parser.createHelp();
  const args = help
    .visibleArguments(parser)
    .map((argument) => [code(help.argumentTerm(argument)), help.argumentDescription(argument)]);
  return [
    `### backroom ${name}`,
    '',
    summary,
    '',
    '```sh',
    ...examples,
    '```',
    '',
    ...table(['argument', 'meaning'], args),
    ...table(['option', 'meaning'], optionsOf(parser)),
  ];
}

const optionsOf = (parser: Program): readonly (readonly string[])[] => {
  const help = parser.createHelp();
  return help
    .visibleOptions(parser)
    .filter(({ long }) => long !== '--help')
    .map((option) => [code(help.optionTerm(option)), option.description]);
};
