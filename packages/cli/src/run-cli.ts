import { type Command, CommanderError, type OutputConfiguration } from 'commander';
import { createContext, type GlobalFlags } from './context.ts';
import { ExitCode } from './exit-code.ts';
import { describeFailure, UsageError } from './failure.ts';
import { createPrint, helpOutputs, ownTerminal, type Terminal } from './print.ts';
import { createProgram, type ParsedCommand } from './program.ts';

/** Runs a command line and returns its exit code; closes all resources and does not exit the process. */
export async function runCli(argv: readonly string[], terminal: Terminal = ownTerminal()): Promise<ExitCode> {
  const isJson = argv.includes('--json');
  try {
    refusePasswords(argv);
    return await parseAndRun(argv, terminal);
  } catch (error) {
    if (isHelp(error)) return ExitCode.ok;
    const failure = await describeFailure(error instanceof CommanderError ? usageOf(error) : error);
    createPrint(terminal, { isJson, isQuiet: false }).fail(failure);
    return failure.exitCode;
  }
}

async function parseAndRun(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let parsed: ParsedCommand | undefined;
  if (argv.some(isHelpFlag)) await refuseUnknownWords(argv);
  const program = throwingProgram(
    async (command) => {
      parsed = command;
    },
    helpOutputs(terminal, argv.includes('--json')),
  );
  await program.parseAsync([...argv], { from: 'user' });
  if (parsed === undefined) throw new UsageError('Which command? See --help.');
  const { command, given, help } = parsed;
  const context = createContext(terminal, program.opts<GlobalFlags>(), help);
  try {
    return (await command.run(context, given)) ?? ExitCode.ok;
  } finally {
    await context.close();
  }
}

/** A parser that throws in place of ending the process. */
function throwingProgram(choose: (parsed: ParsedCommand) => Promise<void>, outputs: OutputConfiguration): Command {
  const program = createProgram(choose);
  for (const each of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    each.exitOverride().configureOutput(outputs);
  }
  return program;
}

const isHelpFlag = (word: string): boolean => word === '--help' || word === '-h';
const silent: OutputConfiguration = { writeOut: () => {}, writeErr: () => {}, outputError: () => {} };
const unknownWords = ['commander.unknownCommand', 'commander.unknownOption'];

/** Refuses unknown commands and flags beside `--help`, which the parser would answer first. */
async function refuseUnknownWords(argv: readonly string[]): Promise<void> {
  const words = argv.filter((word) => !isHelpFlag(word));
  try {
    await throwingProgram(async () => {}, silent).parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && unknownWords.includes(error.code)) throw error;
  }
}

const isHelp = (error: unknown): boolean =>
  error instanceof CommanderError && ['commander.helpDisplayed', 'commander.version'].includes(error.code);

/** The error of the parser without argument values, which may be secret. */
function usageOf(error: CommanderError): UsageError {
  if (error.code === 'commander.help') return new UsageError('Which command? See --help.');
  const message = error.message
    .replace(/^error: /, '')
    .replace(/'(--?[^=']+)=[^']*'/g, "'$1'")
    .replace(/( but got [0-9]+): .*$/s, '$1')
    .replaceAll('\n', ' ');
  const hint =
    error.code === 'commander.unknownCommand' || error.code === 'commander.unknownOption' ? ' See --help.' : '';
  return new UsageError(
    `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.)?]$/.test(message) ? '' : '.'}${hint}`,
  );
}

/** Refuses flags that look like passwords: arguments are visible in the list of processes and in the shell history. */
function refusePasswords(argv: readonly string[]): void {
  const suspect = argv.find((word) => /^--?(?!-?password-stdin$)[a-z-]*(pass|pwd|secret)[a-z-]*(=|$)/i.test(word));
  if (suspect === undefined) return;
  throw new UsageError(
    `A password is never an argument (${suspect.split('=', 1)[0]}): arguments of a process are public on this machine. Use --password-stdin, --generate, or type it when asked.`,
  );
}
