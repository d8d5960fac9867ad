import type { ErrorKind } from '@backroom/core';
import { INTERNAL_ERROR, inventoryStatus } from '@backroom/core/interface';

export const ExitCode = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  notFound: 3,
  /** It exists already, is the last of its kind, or was changed concurrently. */
  conflict: 4,
  /** Invalid input, or a comparison with differences. */
  invalid: 5,
  refused: 6,
  /** The database, or the address to listen on. */
  unavailable: 7,
  /** EX_CONFIG of sysexits.h. */
  configuration: 78,
  /** Ctrl-C, as shells count it: 128 + SIGINT. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

const byKind: Readonly<Record<ErrorKind, ExitCode>> = {
  malformed: ExitCode.invalid,
  invalid: ExitCode.invalid,
  'too-large': ExitCode.invalid,
  'unsupported-media': ExitCode.invalid,
  'not-acceptable': ExitCode.invalid,
  unauthenticated: ExitCode.refused,
  forbidden: ExitCode.refused,
  'rate-limited': ExitCode.refused,
  'switched-off': ExitCode.refused,
  'not-found': ExitCode.notFound,
  'method-not-allowed': ExitCode.usage,
  conflict: ExitCode.conflict,
  gone: ExitCode.conflict,
  'precondition-failed': ExitCode.conflict,
  'precondition-required': ExitCode.conflict,
  'upgrade-required': ExitCode.usage,
  misconfigured: ExitCode.configuration,
  unavailable: ExitCode.unavailable,
};

export const exitCodeOfKind = (kind: ErrorKind): ExitCode => byKind[kind];

/** The exit code for an HTTP status. */
export function exitCodeOfStatus(status: number): ExitCode {
  if (status === INTERNAL_ERROR) return ExitCode.unexpected;
  const kinds = Object.entries(inventoryStatus) as [ErrorKind, number][];
  const [kind] = kinds.find(([, number]) => number === status) ?? [];
  return kind === undefined ? ExitCode.ok : exitCodeOfKind(kind);
}
