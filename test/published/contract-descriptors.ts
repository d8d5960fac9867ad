/** A JSON object with unchecked members. */
export type Members = Readonly<Record<string, unknown>>;

/** A place where the contract had to settle something that is open, and what else is fine there. */
export interface Choice {
  readonly note: string;
  readonly arg: string;
  readonly keyword: string;
  readonly accept?: 'absent' | 'any' | 'any-string';
  readonly routes: readonly string[];
}

/** What a comparison has found so far. */
export interface Findings {
  /** What is wrong. */
  readonly differences: string[];
  /** What the contract would have otherwise and accepts. */
  readonly open: string[];
  /** Additions to the contract, which are allowed. */
  readonly extra: string[];
  /** Routes of the contract that are not published. */
  readonly missing: string[];
}

/** The place of a descriptor, and what may be open there. */
export interface Place {
  readonly route: string;
  readonly at: string;
  readonly arg: string;
  readonly choices: readonly Choice[];
  readonly findings: Findings;
}

const plainKeywords = ['type', 'format', 'enum', 'default', 'minimum', 'maximum', 'maxItems'];
const nestedKeywords = ['items', 'properties', 'additionalProperties'];

/** Whether a value is an object and no list. */
export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value in words. */
export const shown = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));

const setText = (value: unknown): string =>
  JSON.stringify([...new Set((Array.isArray(value) ? value : [value]).map((each) => JSON.stringify(each)))].sort());

/** Whether two lists, or single values, have the same members in whatever order. */
export const sameSet = (a: unknown, b: unknown): boolean => setText(a) === setText(b);

/** Whether a list names something twice. */
export const repeats = (list: readonly unknown[]): boolean =>
  new Set(list.map((each) => JSON.stringify(each))).size !== list.length;

const sorted = (value: unknown): unknown =>
  isMembers(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, member]) => [name, sorted(member)]),
      )
    : Array.isArray(value)
      ? value.map(sorted)
      : value;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const own = (members: Members, name: string): unknown => (Object.hasOwn(members, name) ? members[name] : undefined);

/** Compares the published descriptor of a parameter, or of a part of it, with the one of the contract. */
export function compareDescriptor(place: Place, want: Members, got: unknown, path = ''): void {
  const { at, arg, findings } = place;
  if (!isMembers(got)) {
    findings.differences.push(`${at}: arg ${arg}: ${path || 'descriptor'} is ${shown(got)}, want an object`);
    return;
  }
  for (const keyword of plainKeywords) {
    const [wanted, given] = [own(want, keyword), own(got, keyword)];
    if (!fits(keyword, wanted, given)) print(place, path + keyword, { wanted, given });
  }
  const [wanted, given] = [own(want, 'required') ?? false, own(got, 'required')];
  if ((given ?? false) !== wanted) print(place, `${path}required`, { wanted, given });
  for (const keyword of nestedKeywords) compareNested(place, keyword, { want, got, path });
  const known = ['description', 'required', ...plainKeywords, ...nestedKeywords];
  for (const keyword of Object.keys(got).filter((each) => !known.includes(each))) {
    findings.extra.push(`${at}: arg ${arg}: ${path}${keyword} ${shown(got[keyword])} is not in the contract`);
  }
}

function fits(keyword: string, wanted: unknown, given: unknown): boolean {
  if (wanted === undefined || given === undefined) return wanted === given;
  if (keyword === 'enum') return Array.isArray(given) && sameSet(wanted, given);
  return keyword === 'type' ? sameSet(wanted, given) : same(wanted, given);
}

function print(
  { route, at, arg, choices, findings }: Place,
  keyword: string,
  { wanted, given }: { wanted: unknown; given: unknown },
) {
  const choice = choices.find((each) => each.arg === arg && each.keyword === keyword && each.routes.includes(route));
  const text = `${at}: arg ${arg}: ${keyword} ${shown(given)}, want ${shown(wanted)}`;
  const accepted =
    choice?.accept === 'any' ||
    (choice?.accept === 'absent' && given === undefined) ||
    (choice?.accept === 'any-string' && typeof given === 'string' && given !== '');
  if (accepted) findings.open.push(`${text} (accepted) [${choice.note}]`);
  else findings.differences.push(choice ? `${text} [${choice.note}]` : text);
}

interface Pair {
  readonly want: Members;
  readonly got: Members;
  readonly path: string;
}

function compareNested(place: Place, keyword: string, { want, got, path }: Pair): void {
  if (keyword === 'properties') {
    compareProperties(place, { want, got, path });
    return;
  }
  const [wanted, given] = [own(want, keyword), own(got, keyword)];
  if (wanted === undefined && given === undefined) return;
  if (wanted === undefined && keyword === 'additionalProperties') {
    place.findings.extra.push(`${place.at}: arg ${place.arg}: ${path}${keyword} ${shown(given)}`);
  } else if (isMembers(wanted) && isMembers(given)) {
    compareDescriptor(place, wanted, given, `${path}${keyword}.`);
  } else if (!same(wanted, given)) print(place, path + keyword, { wanted, given });
}

/** An object without members counts as none, also where it is printed as a list. */
const withMembers = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : value;

function compareProperties(place: Place, { want, got, path }: Pair): void {
  const { at, arg, findings } = place;
  const [wanted, given] = [own(want, 'properties'), withMembers(own(got, 'properties'))];
  if (wanted === undefined && given === undefined) return;
  if (isMembers(wanted) && !isMembers(given)) {
    print(place, `${path}properties`, { wanted, given });
    return;
  }
  const [all, reported] = [isMembers(wanted) ? wanted : {}, isMembers(given) ? given : {}];
  for (const [name, descriptor] of Object.entries(all)) {
    if (Object.hasOwn(reported, name))
      compareDescriptor(place, descriptor as Members, reported[name], `${path}properties.${name}.`);
    else findings.differences.push(`${at}: arg ${arg}: ${path}properties.${name} missing`);
  }
  for (const name of Object.keys(reported).filter((each) => !Object.hasOwn(all, each)))
    findings.extra.push(`${at}: arg ${arg}: ${path}properties.${name} is not in the contract`);
}
