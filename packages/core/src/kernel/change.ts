import { preconditionFailed } from './errors.ts';
import { isObject } from './reading/storable.ts';

/** The versions that satisfy the caller's precondition; undefined accepts any. */
export type ExpectedVersions = readonly number[] | undefined;

/** Checks the caller's precondition. */
export function demandVersion(object: { readonly version: number }, expected: ExpectedVersions): void {
  if (expected !== undefined && !expected.includes(object.version)) throw preconditionFailed();
}

/** The wanted members that differ from the current ones; undefined members are ignored. */
export function changesOf<T extends object>(
  current: T,
  wanted: { readonly [K in keyof T]?: T[K] | undefined },
): Partial<T> {
  const changes: Partial<T> = {};
  for (const key of Object.keys(wanted) as (keyof T)[]) {
    const value = wanted[key];
    if (value !== undefined && !same(current[key], value)) changes[key] = value as T[keyof T];
  }
  return changes;
}

const same = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && canonical(a) === canonical(b));

/** Canonical JSON: members sorted by name. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
