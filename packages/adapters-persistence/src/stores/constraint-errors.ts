import type { DomainError } from '@backroom/core';
import type { CollidedWork } from '../database-errors.ts';

/** Errors by the name of the database constraint whose violation they report. */
export type ConstraintErrors = Readonly<Record<string, () => DomainError | CollidedWork>>;

/** Awaits a statement and replaces the violation of a listed constraint by its error; other errors pass unchanged. */
export async function mapConstraintErrors<T>(errors: ConstraintErrors, statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const { constraint } = error as { readonly constraint?: unknown };
    const refusal =
      typeof constraint === 'string' && Object.hasOwn(errors, constraint) ? errors[constraint]?.() : undefined;
    throw refusal ?? error;
  }
}
