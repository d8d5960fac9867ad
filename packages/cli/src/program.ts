import { camel, choicesOf, type Schema } from '@backroom/core/interface';
import { Argument, Command as Commander, InvalidArgumentError, Option } from 'commander';
import type { Command } from './command.ts';
import { commands, families } from './commands.ts';
import { globalFlags } from './global-flags.ts';
import { versionLabel } from './version.ts';

/** The parsed command line. */
export interface ParsedCommand {
  readonly command: Command;
  /** Arguments and flags by name, not yet validated. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The help of the command. */
  help(): string;
}

const example = (lines: readonly string[]) =>
  `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  ${line}`).join('\n')}`;

const introduction = `Backroom on the command line: accounts, stock and the whole interface, with or without a running server.
Below, "backroom" stands for: npm run -s backroom --`;

const firstSteps = [
  'backroom serve --migrate            start the server, and create its database if there is none',
  'backroom users create anna --admin  create an account; prompts for its password',
  'backroom call POST /items name=Tea  call any route of the interface',
];

/** Builds the argument parser; the parsed command is passed to `choose`. */
export function createProgram(choose: (parsed: ParsedCommand) => Promise<void>): Commander {
  const program = new Commander('backroom')
    .description(introduction)
    .version(versionLabel, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print help, of a command where one is given.')
    .helpCommand(false)
    .addHelpText('after', `${example(firstSteps)}\n\nHelp on one command: backroom users create --help`);
  for (const { word, value = '', meaning } of globalFlags) program.option(`${word}${value}`, meaning);
  const parents = new Map<string, Commander>();
  for (const each of commands) {
    const [first = '', second] = each.name.split(' ');
    if (second === undefined) addCommand(program.command(first), each, choose);
    else {
      const parent = parents.get(first) ?? addFamily(program, first);
      parents.set(first, parent);
      addCommand(parent.command(second), each, choose);
    }
  }
  return program;
}

function addFamily(program: Commander, name: string): Commander {
  const family = families.find((each) => each.name === name);
  if (!family) throw new TypeError(`The commands that begin with ${name} have no summary.`);
  return program
    .command(name)
    .description(family.summary)
    .helpGroup(`${family.group}:`)
    .helpCommand(false)
    .helpOption('-h, --help', 'Print this.');
}

function addCommand(target: Commander, command: Command, choose: (parsed: ParsedCommand) => Promise<void>): void {
  const after = `${example(command.examples)}\n\nOptions of every command: backroom --help`;
  target
    .description(command.summary)
    .helpGroup(`${command.group}:`)
    .addHelpText('after', after)
    .helpOption(command.ownHelp ? false : '-h, --help', 'Print this.')
    .configureHelp({ optionDescription: ({ description }) => description });
  for (const [name, descriptor] of Object.entries(command.args)) target.addArgument(argument(name, descriptor));
  for (const [name, descriptor] of Object.entries(command.flags)) target.addOption(option(name, descriptor));
  const names = Object.keys(command.args);
  target.action(async (...received: unknown[]) => {
    const args = names.map((name, index) => [name, received[index]] as const);
    const flags = Object.keys(command.flags).map((name) => [name, flagOf(target.opts(), name)] as const);
    const given = Object.fromEntries([...args, ...flags].filter(([, value]) => value !== undefined));
    await choose({ command, given, help: () => `${target.helpInformation()}${after}` });
  });
}

/** The parser reads `--no-facts` as `facts: false`. */
function flagOf(given: Readonly<Record<string, unknown>>, name: string): unknown {
  if (!name.startsWith('no_')) return given[camel(name)];
  return given[camel(name.slice('no_'.length))] === false ? true : undefined;
}

function argument(name: string, descriptor: Schema): Argument {
  const word = `${kebab(name)}${descriptor.type === 'array' ? '...' : ''}`;
  const made = new Argument(descriptor.required ? `<${word}>` : `[${word}]`, descriptor.description ?? '');
  const words = choicesOf(descriptor);
  return words ? made.choices(words) : made;
}

function option(name: string, descriptor: Schema): Option {
  const words = choicesOf(descriptor);
  const word =
    descriptor.type === 'boolean'
      ? ''
      : ` <${descriptor.type === 'integer' ? 'number' : (words?.join('|') ?? 'text')}>`;
  const made = new Option(`${name === 'help' ? '-h, ' : ''}--${kebab(name)}${word}`, descriptor.description ?? '');
  if (descriptor.required) made.makeOptionMandatory();
  if (words) return made.choices(words);
  return descriptor.type === 'integer' ? made.argParser((text) => wholeNumber(text, descriptor)) : made;
}

function wholeNumber(text: string, { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): string {
  if (/^(0|[1-9][0-9]{0,14})$/.test(text) && Number(text) >= minimum && Number(text) <= maximum) return text;
  throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
}

const kebab = (name: string): string => name.replaceAll('_', '-');
