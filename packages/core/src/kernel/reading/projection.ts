import { isObject } from './storable.ts';

/** Splits at commas and white space. */
export const wordsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '');

type Tree = Map<string, Tree>;

/** Compiles the projection given by `_fields`; undefined if it names no members. */
export function readFields(value: unknown): ((body: unknown) => unknown) | undefined {
  const names = (Array.isArray(value) ? value : [value])
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .flatMap((each) => wordsIn(String(each)));
  if (names.length === 0) return undefined;
  const wanted: Tree = new Map();
  for (const name of names) plant(wanted, name.split('.'));
  return (body) => (Array.isArray(body) ? body.map((each) => choose(each, wanted)) : choose(body, wanted));
}

/** A name selects its whole subtree, so deeper names do not narrow it. */
function plant(root: Tree, path: readonly string[]): void {
  let branch = root;
  for (const [index, name] of path.entries()) {
    const next = branch.get(name);
    if (next?.size === 0) return;
    const deeper: Tree = next ?? new Map();
    if (index === path.length - 1) deeper.clear();
    branch.set(name, deeper);
    branch = deeper;
  }
}

function choose(value: unknown, wanted: Tree): unknown {
  if (!isObject(value)) return value;
  const chosen: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const deeper = wanted.get(name);
    if (deeper?.size === 0) chosen.push([name, member]);
    else if (deeper && isObject(member)) chosen.push([name, choose(member, deeper)]);
    else if (deeper && Array.isArray(member)) chosen.push([name, member.map((each) => choose(each, deeper))]);
  }
  return Object.fromEntries(chosen);
}
