import { DomainError } from '../../../kernel/errors.ts';

/** Why a value was refused. It is handed back, not thrown: reading goes on with the next parameter. */
export class Fault {
  readonly code: string;
  readonly message: string;

  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}

/** Parameters that must be there and are not. */
export const missingParameters = (names: readonly string[]): DomainError =>
  new DomainError('malformed', 'rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
    params: names,
  });

/** Parameters that are not what they must be, each with its first fault. */
export function invalidParameters(faults: ReadonlyMap<string, Fault>): DomainError {
  const each = [...faults];
  const message = messageOf(each.map(([name]) => name));
  return new DomainError('malformed', 'rest_invalid_param', message, {
    params: Object.fromEntries(each.map(([name, { message }]) => [name, message])),
    details: Object.fromEntries(each.map(([name, { code, message }]) => [name, { code, message, data: null }])),
  });
}

/** What is said of parameters that are not what they must be. */
export const messageOf = (names: readonly string[]): string => `Invalid parameter(s): ${names.join(', ')}`;
