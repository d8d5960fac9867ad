import { CommanderError } from 'commander';
import { createContext, type GlobalFlags } from './context.ts';
import { ExitCode } from './exit-code.ts';
import { describeFailure, UsageError } from './failure.ts';
import { createPrint, helpOutputs, ownTerminal, type Terminal } from './print.ts';
import { type Chosen, createProgram } from './program.ts';

/** Does what the arguments say and gives the number to end with; it leaves nothing open and ends no process. */
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
  let chosen: Chosen | undefined;
  const program = createProgram(async (each) => {
    chosen = each;
  });
  const outputs = helpOutputs(terminal, argv.includes('--json'));
  for (const each of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    each.exitOverride().configureOutput(outputs);
  }
  await program.parseAsync([...argv], { from: 'user' });
  if (chosen === undefined) throw new UsageError('Which command? See --help.');
  const { command, given, help } = chosen;
  const context = createContext(terminal, program.opts<GlobalFlags>(), help);
  try {
    return (await command.run(context, given)) ?? ExitCode.ok;
  } finally {
    await context.close();
  }
}

const isHelp = (error: unknown): boolean =>
  error instanceof CommanderError && ['commander.helpDisplayed', 'commander.version'].includes(error.code);

/** What the parser found wrong, without the values that were given: they may be secret. */
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

/** Passwords as arguments stand in the list of processes and in the shell's memory, so nothing that looks like one is read. */
function refusePasswords(argv: readonly string[]): void {
  const suspect = argv.find((word) => /^--?(?!-?password-stdin$)[a-z-]*(pass|pwd|secret)[a-z-]*(=|$)/i.test(word));
  if (suspect === undefined) return;
  throw new UsageError(
    `A password is never an argument (${suspect.split('=', 1)[0]}): everybody can read the arguments of a process. Use --password-stdin, --generate, or type it when asked.`,
  );
}
