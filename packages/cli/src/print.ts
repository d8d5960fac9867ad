import type { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { Environment } from '@backroom/composition';
import type { Failure } from './failure.ts';

/** Input, output and process events of a command; replaced in tests. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** That of the process by default. */
  readonly environment?: Environment;
  /** Emits signals and uncaught errors. */
  readonly process: EventEmitter;
  /** Exits immediately. */
  exit(code: number): void;
}

/** The terminal of this process. */
export const ownTerminal = (): Terminal => {
  // EPIPE: the reader has closed the pipe, as `| head` does.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(0);
    process.stderr.write(`backroom: The output cannot be written: ${code}.\n`);
    process.exit(1);
  });
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    process,
    exit: (code) => process.exit(code),
  };
};

/** Outputs of the argument parser; its errors are reported by `runCli` instead. */
export const helpOutputs = ({ stdout, stderr }: Terminal, isJson: boolean) => ({
  writeOut: (text: string) => void stdout.write(text),
  writeErr: (text: string) => void (isJson || stderr.write(text)),
  outputError: () => {},
});

/** Output of a command: results on the standard output, messages on the error output. */
export interface Print {
  /** Whether the output is one JSON document without messages. */
  readonly isJson: boolean;
  /** Prints the result as JSON, or as lines for people. */
  result(document: unknown, lines: readonly string[]): void;
  /** Prints the result as JSON; indented on a terminal. */
  json(document: unknown): void;
  /** Prints a message, unless `--json` or `--quiet` is given. */
  say(...lines: readonly string[]): void;
  /** Replaces the progress line of a terminal; an empty text clears it. */
  progress(text: string): void;
  /** Prints a message regardless of `--quiet` and `--json`. */
  insist(...lines: readonly string[]): void;
  /** Prints a prompt, without a line break. */
  ask(question: string): void;
  /** Prints a problem document on the error output. */
  problem(document: unknown): void;
  fail(failure: Failure): void;
}

export function createPrint(
  { stdout, stderr }: Terminal,
  { isJson, isQuiet }: { readonly isJson: boolean; readonly isQuiet: boolean },
): Print {
  const write = (stream: Writable, lines: readonly string[]) =>
    void (lines.length > 0 && stream.write(`${lines.join('\n')}\n`));
  const encode = (document: unknown, isSpread: boolean) =>
    JSON.stringify(document ?? null, undefined, isSpread ? 2 : 0);
  const json = (document: unknown) => write(stdout, [encode(document, stdout.isTTY === true)]);
  // Colours only on a terminal, and not with NO_COLOR.
  const red = (text: string) => styleText('red', text, { stream: stderr });
  const problem = (document: unknown) => write(stderr, [encode(document, stderr.isTTY === true)]);
  return {
    isJson,
    result: (document, lines) => (isJson ? json(document) : write(stdout, lines)),
    json,
    say: (...lines) => void (isJson || isQuiet || write(stderr, lines)),
    progress: (text) => void (isJson || isQuiet || stderr.isTTY !== true || stderr.write(`\r\u001b[K${text}`)),
    insist: (...lines) => write(stderr, lines),
    ask: (question) => void stderr.write(question),
    problem,
    fail: (failure) =>
      isJson
        ? problem(failure.problem)
        : write(
            stderr,
            failure.lines.map((line, index) => (index === 0 ? `${red('backroom:')} ${line}` : line)),
          ),
  };
}

/** Aligned columns with a header. */
export function table(names: readonly string[], rows: readonly (readonly unknown[])[]): readonly string[] {
  const cells = [
    names,
    ...rows.map((row) => row.map((value) => (value === null || value === undefined ? '-' : String(value)))),
  ];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Names and values, one pair per line. */
export function pairs(values: Readonly<Record<string, unknown>>): readonly string[] {
  const width = Math.max(0, ...Object.keys(values).map((name) => name.length));
  return Object.entries(values).map(
    ([name, value]) => `${name.padEnd(width)}  ${value === null || value === undefined ? '-' : String(value)}`,
  );
}
