import { DomainError } from '@backroom/core';
import { inventoryStatus, type ProblemContext, problemOf } from '@backroom/core/interface';
import { ExitCode, exitCodeOfKind } from './exit-code.ts';

/** A command that ends in a way of its own, told in a sentence for people. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure';
  readonly exitCode: ExitCode;
  readonly code: string;

  constructor(exitCode: ExitCode, code: string, message: string) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
  }
}

/** The command was not written as it can be understood. */
export class UsageError extends CommandFailure {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super(ExitCode.usage, 'usage', message);
  }
}

/** Somebody who was asked did not want it. */
export const nothingChanged = (): CommandFailure =>
  new CommandFailure(ExitCode.refused, 'interrupted', 'Nothing was changed.');

/** An error as it is shown: to people in lines, to programs as a problem document (RFC 9457). */
export interface Failure {
  readonly exitCode: ExitCode;
  readonly lines: readonly string[];
  readonly problem: Readonly<Record<string, unknown>>;
}

/** Longest text of an error that nobody expected; some carry whole statements, or the source of a database. */
const longestText = 300;

/** Finds out what an error means for whoever gave the command. */
export async function describeFailure(error: unknown): Promise<Failure> {
  if (error instanceof DomainError) return refusal(error);
  if (error instanceof CommandFailure) return plain(error.exitCode, error.code, error.message);
  const { DatabaseUnavailable, SettingsError } = await import('@backroom/composition');
  if (error instanceof SettingsError) return faulty(error.faults);
  if (error instanceof DatabaseUnavailable)
    return plain(ExitCode.unavailable, 'database_unavailable', cut(error.message));
  return bySystemCode(error);
}

/** Waits for data to be opened; where another process has it, tells in which way that matters here. */
export async function tellUse<T>(opening: Promise<T>, why: string): Promise<T> {
  const { DataFolderInUse } = await import('@backroom/composition');
  return opening.catch((error: unknown) => {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new CommandFailure(ExitCode.unavailable, 'data_folder_in_use', `${error.message} ${why}`);
  });
}

/** An error in few words: what it says and its code, nothing of where in the program it came from. */
export function inFewWords(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  const text = cut(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  return typeof code === 'string' || typeof code === 'number' ? `${text} (${code})` : text;
}

function refusal(error: DomainError): Failure {
  const status = inventoryStatus[error.kind];
  const { instance: _, request_id: __, ...problem } = problemOf(error, { status, request: nowhere });
  const fields = (problem.errors ?? []) as readonly { readonly field: string; readonly message: string }[];
  const told = fields.filter(
    ({ field, message }) => field !== '' && !(fields.length === 1 && message === error.message && field === 'password'),
  );
  return {
    exitCode: exitCodeOfKind(error.kind),
    lines: [error.message, ...told.map(({ field, message }) => `  ${field}: ${message}`)],
    problem,
  };
}

/** A command stands at no address. */
const nowhere = { prefix: '', path: '', origin: {} } satisfies ProblemContext;

const plain = (exitCode: ExitCode, code: string, message: string): Failure => ({
  exitCode,
  lines: [message],
  problem: { type: `urn:inventory:problem:${code}`, title: titleOf(code), detail: message, code },
});

function faulty(faults: readonly string[]): Failure {
  const failure = plain(ExitCode.configuration, 'configuration', faults.join(' '));
  const problem = { ...failure.problem, faults };
  return { ...failure, problem, lines: ['The settings cannot work:', ...faults.map((fault) => `  ${fault}`)] };
}

/** What servers and systems say by a code: an address that is taken, a login that the database refuses. */
function bySystemCode(error: unknown): Failure {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  const codes = [error, cause].map((each) => String((each as { readonly code?: unknown } | undefined)?.code));
  const text = error instanceof Error ? cut(error.message) : inFewWords(error);
  if (codes.includes('EADDRINUSE')) return plain(ExitCode.unavailable, 'address_in_use', text);
  const isRefused = codes.some((code) => ['EACCES', 'EADDRNOTAVAIL', '3D000'].includes(code) || /^28...$/.test(code));
  if (isRefused) return plain(ExitCode.configuration, 'configuration', text);
  return plain(ExitCode.unexpected, 'unexpected', inFewWords(error));
}

const titleOf = (code: string): string => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

function cut(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > longestText ? `${line.slice(0, longestText)}…` : line;
}
