import type { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Environment } from '@backroom/composition';
import type { Failure } from './failure.ts';

/** Where a command reads and writes: a terminal, pipes, or what a test listens to. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** In place of the environment of the process. */
  readonly environment?: Environment;
  /** Tells of signals, and of errors that nobody caught. */
  readonly process: EventEmitter;
  /** Ends everything at once. */
  exit(code: number): void;
}

/** The terminal this process was started from. */
export const ownTerminal = (): Terminal => {
  // Whoever reads our output may have read enough: `| head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    process,
    exit: (code) => process.exit(code),
  };
};

/** Where the parser of arguments writes its help; its errors are told in our words. */
export const helpOutputs = ({ stdout, stderr }: Terminal, isJson: boolean) => ({
  writeOut: (text: string) => void stdout.write(text),
  writeErr: (text: string) => void (isJson || stderr.write(text)),
  outputError: () => {},
});

/** Says what there is to say: data on the standard output, words for people on the error output. */
export interface Print {
  /** Whether there shall be one JSON document and no words for people. */
  readonly isJson: boolean;
  /** Gives the result: its JSON, or the lines that show it to people. */
  result(document: unknown, lines: readonly string[]): void;
  /** Gives a result that people want as JSON too; spread out where a person is looking. */
  json(document: unknown): void;
  /** Tells people something that is not the result. */
  say(...lines: readonly string[]): void;
  /** Tells a person at a terminal how far it is, each time in place of the last; nothing takes it away. */
  progress(text: string): void;
  /** Tells something that must not be missed, however quiet it shall be. */
  insist(...lines: readonly string[]): void;
  /** Asks for something; the answer goes on in the same line. */
  ask(question: string): void;
  /** Gives JSON that tells why there is no result. */
  problem(document: unknown): void;
  fail(failure: Failure): void;
}

/** Prints for one command. */
export function createPrint(
  { stdout, stderr }: Terminal,
  { isJson, isQuiet }: { readonly isJson: boolean; readonly isQuiet: boolean },
): Print {
  const write = (stream: Writable, lines: readonly string[]) =>
    void (lines.length > 0 && stream.write(`${lines.join('\n')}\n`));
  const encode = (document: unknown, isSpread: boolean) =>
    JSON.stringify(document ?? null, undefined, isSpread ? 2 : 0);
  const json = (document: unknown) => write(stdout, [encode(document, stdout.isTTY === true)]);
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
            failure.lines.map((line, index) => (index === 0 ? `backroom: ${line}` : line)),
          ),
  };
}

/** Rows in columns that stand below one another, under their names. */
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
