import { DomainError } from '../../../kernel/errors.ts';

/** Validation error, returned instead of thrown so that the remaining parameters are still checked. */
export class Fault {
  readonly code: string;
  readonly message: string;

  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}

/** Refusal of missing required parameters. */
export const missingParameters = (names: readonly string[]): DomainError =>
  new DomainError('malformed', 'rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
    params: names,
  });

/** Refusal of invalid parameters, each with its first fault. */
export function invalidParameters(faults: ReadonlyMap<string, Fault>): DomainError {
  const each = [...faults];
  const message = messageOf(each.map(([name]) => name));
  return new DomainError('malformed', 'rest_invalid_param', message, {
    params: Object.fromEntries(each.map(([name, { message }]) => [name, message])),
    details: Object.fromEntries(each.map(([name, { code, message }]) => [name, { code, message, data: null }])),
  });
}

/** Message for invalid parameters. */
export const messageOf = (names: readonly string[]): string => `Invalid parameter(s): ${names.join(', ')}`;
