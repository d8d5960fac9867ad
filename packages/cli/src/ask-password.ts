import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { ExitCode } from './exit-code.ts';
import { CommandFailure, nothingChanged, UsageError } from './failure.ts';
import type { Print, Terminal } from './print.ts';

/** How somebody wants to give a password. */
export interface PasswordFlags {
  readonly generate?: boolean;
  readonly passwordStdin?: boolean;
}

const largestInput = 1_048_576;

/**
 * Gets a password: from the standard input, or by asking twice without echo; undefined where one is to be generated.
 * It is never an argument, because everybody can read the arguments of a process.
 * @throws UsageError where there is no terminal to ask on
 */
export async function getPassword(terminal: Terminal, print: Print, flags: PasswordFlags): Promise<string | undefined> {
  if (flags.generate && flags.passwordStdin) throw new UsageError('Use either --generate or --password-stdin.');
  if (flags.generate) return undefined;
  if (flags.passwordStdin) return (await readAll(terminal)).replace(/\r?\n$/, '');
  if (terminal.stdin.isTTY !== true) {
    throw new UsageError('There is no terminal to ask for a password on: use --password-stdin or --generate.');
  }
  const [first, second] = await askLines(terminal, print, {
    questions: ['Password: ', 'The same again: '],
    isSecret: true,
  });
  if (first !== second)
    throw new CommandFailure(ExitCode.refused, 'passwords_differ', 'The two passwords differ; nothing was changed.');
  return first;
}

/** Reads the whole standard input as text. */
export async function readAll({ stdin }: Terminal): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Buffer | string);
    length += bytes.length;
    if (length > largestInput) throw new UsageError('There is too much on the standard input; at most 1 MiB.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Asks one question and gives the line that is typed. */
export async function askLine(terminal: Terminal, print: Print, question: string): Promise<string> {
  const [line = ''] = await askLines(terminal, print, { questions: [question], isSecret: false });
  return line;
}

interface Asked {
  readonly questions: readonly string[];
  readonly isSecret: boolean;
}

/** The line editor shows what is typed on its output; a secret goes to one that shows nothing. */
async function askLines(
  { stdin, stderr }: Terminal,
  print: Print,
  { questions, isSecret }: Asked,
): Promise<readonly string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const editor = createInterface({
    input: stdin,
    output: isSecret ? nowhere : stderr,
    terminal: isSecret,
    historySize: 0,
  });
  // Ctrl-C and the end of the input both close the editor.
  editor.on('SIGINT', () => editor.close());
  const lines = editor[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      print.ask(question);
      const { value, done } = await lines.next();
      if (isSecret) print.ask('\n');
      if (done) throw nothingChanged();
      answers.push(value as string);
    }
    return answers;
  } finally {
    editor.close();
  }
}
