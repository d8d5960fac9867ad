import { commands } from '../../packages/cli/src/commands.ts';
import { ExitCode } from '../../packages/cli/src/exit-code.ts';
import { createProgram } from '../../packages/cli/src/program.ts';
import { code, page, table } from './markdown.ts';

type Program = ReturnType<typeof createProgram>;

const endings: Readonly<Record<keyof typeof ExitCode, string>> = {
  ok: 'All went well.',
  unexpected: 'Something nobody expected; a bug, or a machine that does not let us work.',
  usage: 'The command was not written as it can be understood.',
  notFound: 'What was named does not exist.',
  conflict: 'It exists already, is the last of its kind, or has changed meanwhile.',
  invalid: 'What was given is not valid, or what was compared differs.',
  refused: 'It may not be done, or somebody did not want it after all.',
  unavailable: 'The database, or the address to listen on, cannot be had now.',
  configuration: 'The settings cannot work.',
};

/** Every command, its arguments and options as the parser knows them, and how commands end. */
export function commandsPage(): string {
  const program = createProgram(async () => {});
  const groups = [...new Set(commands.map(({ group }) => group))];
  return page(
    'Commands',
    'In a checkout, `backroom` stands for `npm run -s backroom --`. Results go to the standard output, words for people to the',
    'error output. While a server has the embedded database open, commands about accounts, stock and the interface go through',
    'that server; without one they open the database themselves.',
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

/** The parser of a command, which may stand below the first of its words. */
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
