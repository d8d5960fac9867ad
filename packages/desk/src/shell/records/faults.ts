import { faultsIn } from '../../data/form-values.ts';
import type { FieldFault } from '../../data/refusal.ts';

/** Messages by the path of their member: `files.0.name`. */
export type Faults = ReadonlyMap<string, string>;

/** Whether a path is another one, or leads to a part of it. */
export const isBelow = (path: string, above: string): boolean => path === above || path.startsWith(`${above}.`);

/** The fault of a member, or else of a part of it: `attributes.0.options.1`. */
export const faultBelow = (faults: Faults, path: string): string | undefined =>
  faults.get(path) ?? [...faults].find(([each]) => isBelow(each, path))?.[1];

/** The fault of a member, of a part of it, or of the whole that it belongs to. */
export const faultAt = (faults: Faults, path: string, whole = firstPart(path)): string | undefined =>
  faultBelow(faults, path) ?? faults.get(whole);

/** The member of a record that a path leads into. */
const firstPart = (path: string): string => path.split('.')[0] ?? path;

/** Messages of a refusal by the path of their member. */
export const faultsByPath = (error: unknown): Faults =>
  new Map(faultsIn(error).map((fault) => [pathOf(fault), fault.message]));

/** The shop writes paths as `files[0][name]`, in the name of the parameter or at the beginning of the message. */
function pathOf({ field, message }: Pick<FieldFault, 'field' | 'message'>): string {
  const path = message.startsWith(`${field}[`) ? (/^[^\s]+/.exec(message)?.[0] ?? field) : field;
  return path.replaceAll(']', '').replaceAll('[', '.');
}
