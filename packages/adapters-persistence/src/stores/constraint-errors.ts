import type { DomainError } from '@backroom/core';

/** What it means in the words of the core when a constraint of this name is broken. */
export type Refusals = Readonly<Record<string, () => DomainError>>;

/** Waits for a statement; a broken constraint that means something to the core is told in its words. */
export async function refusing<T>(refusals: Refusals, statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const { constraint } = error as { readonly constraint?: unknown };
    const refusal =
      typeof constraint === 'string' && Object.hasOwn(refusals, constraint) ? refusals[constraint]?.() : undefined;
    throw refusal ?? error;
  }
}
