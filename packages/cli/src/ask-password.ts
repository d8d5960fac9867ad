import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { ExitCode } from './exit-code.ts';
import { CommandFailure, nothingChanged, UsageError } from './failure.ts';
import type { Print, Terminal } from './print.ts';

/** The source of a password; the terminal without flags. */
export interface PasswordFlags {
  readonly generate?: boolean;
  readonly passwordStdin?: boolean;
}

const largestInput = 1_048_576;

/**
 * Reads a password from the standard input, or prompts for it twice without echo; undefined when it is to be generated.
 * Never from an argument, because arguments of a process are public on the machine.
 * @throws UsageError without a terminal to prompt on
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

/** Prompts for one line. */
export async function askLine(terminal: Terminal, print: Print, question: string): Promise<string> {
  const [line = ''] = await askLines(terminal, print, { questions: [question], isSecret: false });
  return line;
}

interface Prompt {
  readonly questions: readonly string[];
  readonly isSecret: boolean;
}

/** The line editor echoes input to its output, which is discarded for secrets. */
async function askLines(
  { stdin, stderr }: Terminal,
  print: Print,
  { questions, isSecret }: Prompt,
): Promise<readonly string[]> {
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
  const editor = createInterface({
    input: stdin,
    output: isSecret ? discarded : stderr,
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
