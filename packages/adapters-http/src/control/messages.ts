import { DomainError, type ErrorDetails, type ErrorKind, type Progress } from '@backroom/core';

/** Prefix of the paths of the control socket besides those of the interfaces. */
export const CONTROL_PREFIX = '/.control';

/** Headers of a command, percent-encoded. */
export const controlHeaders = {
  /** Operating system user of the command line. Trusted: only the owner of the data reaches the socket. */
  operator: 'x-backroom-operator',
  /** The account that the command acts as; absent for the system account. */
  as: 'x-backroom-as',
  /** A random id, by which the command can be interrupted. */
  run: 'x-backroom-run',
} as const;

/** First line of the body of a use case; batches of the lines of a file follow where it has one. */
export interface UseCaseRequest {
  readonly input: unknown;
  readonly hasFile: boolean;
  /** Whether progress is reported. */
  readonly hasProgress: boolean;
}

/**
 * A line of an answer: any progress; then a result, or lines up to the end, or only the end where there is no result; an error at
 * any point.
 */
export type AnswerLine =
  | { readonly progress: Progress }
  | { readonly result: unknown }
  | { readonly lines: readonly string[] }
  | { readonly end: true }
  | {
      readonly refusal: {
        readonly kind: ErrorKind;
        readonly code: string;
        readonly message: string;
        readonly details: ErrorDetails;
      };
    }
  | { readonly failure: string };

/** Serialises an error; unexpected ones are not disclosed. */
export function lineOfError(error: unknown): AnswerLine {
  if (!(error instanceof DomainError)) return { failure: 'The server could not do that; its log says why.' };
  const { kind, code, message, details } = error;
  return { refusal: { kind, code, message, details } };
}

/** Deserialises an error. */
export function errorOfLine(line: AnswerLine): Error {
  if ('failure' in line) return new Error(line.failure);
  if (!('refusal' in line)) return new Error('The server answered out of turn.');
  const { kind, code, message, details } = line.refusal;
  return new DomainError(kind, code, message, details);
}
