/** Messages by the path of their member: `files.0.name`. */
export type Faults = ReadonlyMap<string, string>;

/** Whether a path is another one, or leads to a part of it. */
export const isBelow = (path: string, above: string): boolean => path === above || path.startsWith(`${above}.`);

/** The fault of a member, or else of a part of it: `attributes.0.options.1`. */
export const faultBelow = (faults: Faults, path: string): string | undefined =>
  faults.get(path) ?? [...faults].find(([each]) => isBelow(each, path))?.[1];
