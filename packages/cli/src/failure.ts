import { DomainError } from '@backroom/core';
import { inventoryStatus, type ProblemContext, problemOf } from '@backroom/core/interface';
import { ExitCode, exitCodeOfKind } from './exit-code.ts';

/** Ends a command with an exit code and a message. */
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

/** Invalid arguments. */
export class UsageError extends CommandFailure {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super(ExitCode.usage, 'usage', message);
  }
}

/** A declined confirmation, or an aborted prompt. */
export const nothingChanged = (): CommandFailure =>
  new CommandFailure(ExitCode.refused, 'interrupted', 'Nothing was changed.');

/** An error as output: lines for people, a problem document (RFC 9457) for programs. */
export interface Failure {
  readonly exitCode: ExitCode;
  readonly lines: readonly string[];
  readonly problem: Readonly<Record<string, unknown>>;
}

/** Maximum characters of an unexpected message: some contain whole statements, or source code. */
const longestText = 300;

/** Maps an error to its output and exit code. */
export async function describeFailure(error: unknown): Promise<Failure> {
  if (error instanceof DomainError) return refusal(error);
  if (error instanceof CommandFailure) return plain(error.exitCode, error.code, error.message);
  const { DatabaseUnavailable, OtherVersion, SettingsError } = await import('@backroom/composition');
  if (error instanceof SettingsError) return faulty(error.faults);
  if (error instanceof DatabaseUnavailable)
    return plain(ExitCode.unavailable, 'database_unavailable', cut(error.message));
  if (error instanceof OtherVersion) return plain(ExitCode.unavailable, 'other_version', error.message);
  return bySystemCode(error);
}

/** Adds advice to the error that another process has the data open; an error about a copied folder has its own. */
export async function explainDataInUse<T>(opening: Promise<T>, advice: string): Promise<T> {
  const { DataFolderCopied, DataFolderInUse } = await import('@backroom/composition');
  return opening.catch((error: unknown) => {
    if (error instanceof DataFolderCopied)
      throw new CommandFailure(ExitCode.unavailable, 'data_folder_copied', error.message);
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new CommandFailure(ExitCode.unavailable, 'data_folder_in_use', `${error.message} ${advice}`);
  });
}

/** Name, message and code of an error, without its stack. */
export function summaryOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  const text = cut(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  return typeof code === 'string' || typeof code === 'number' ? `${text} (${code})` : text;
}

function refusal(error: DomainError): Failure {
  const status = inventoryStatus[error.kind];
  const { instance: _, request_id: __, ...problem } = problemOf(error, { status, request: noRequest });
  const fields = (problem.errors ?? []) as readonly { readonly field: string; readonly message: string }[];
  const shown = fields.filter(
    ({ field, message }) => field !== '' && !(fields.length === 1 && message === error.message && field === 'password'),
  );
  return {
    exitCode: exitCodeOfKind(error.kind),
    lines: [error.message, ...shown.map(({ field, message }) => `  ${field}: ${message}`)],
    problem,
  };
}

/** Commands have no request, whose members the problem document would contain. */
const noRequest = { prefix: '', path: '', origin: {} } satisfies ProblemContext;

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

/** Maps system error codes and SQLSTATEs: an address in use, a refused database login. */
function bySystemCode(error: unknown): Failure {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  const codes = [error, cause].map((each) => String((each as { readonly code?: unknown } | undefined)?.code));
  const text = error instanceof Error ? cut(error.message) : summaryOf(error);
  if (codes.includes('EADDRINUSE')) return plain(ExitCode.unavailable, 'address_in_use', text);
  const isRefused = codes.some(
    (code) => ['EACCES', 'EADDRNOTAVAIL', 'ENOTDIR', 'EROFS', '3D000'].includes(code) || /^28...$/.test(code),
  );
  if (isRefused) return plain(ExitCode.configuration, 'configuration', text);
  return plain(ExitCode.unexpected, 'unexpected', summaryOf(error));
}

const titleOf = (code: string): string => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

function cut(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > longestText ? `${line.slice(0, longestText)}…` : line;
}
