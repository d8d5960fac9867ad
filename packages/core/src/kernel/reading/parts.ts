import * as v from 'valibot';
import { camel } from '../names.ts';
import { MOST_FAULTS } from '../refusals.ts';
import { isStorableText } from '../text.ts';
import { encodeFault, Fault } from './fault.ts';
import { placeOf, type Reader, type ReadingStep } from './steps.ts';

/** A listed member of an object. */
export interface Member {
  readonly name: string;
  readonly reader: Reader;
  /** Its value if it is missing. */
  readonly byDefault: unknown;
  /** The fault if it is missing without a default. */
  readonly missing: Fault | undefined;
}

/** What becomes of members that are not listed. */
export interface OtherMembers {
  /** Names that are dropped. */
  readonly ignored: readonly string[];
  /** Reads the others, which keep their names; a fault if there must be none, undefined if they are dropped. */
  readonly reader: Reader | Fault | undefined;
  /** Names that the others may have, and the fault of any other name. */
  readonly names: RegExp | undefined;
  readonly misnamed: Fault;
  /** The fault of an object with a name that databases cannot store. */
  readonly unstorable: Fault;
}

type SentMembers = Readonly<Record<string, unknown>>;

/** Reads the members of an object under the names of use cases: `item_id` becomes `itemId`. */
export function readMembers(members: readonly Member[], others: OtherMembers): ReadingStep {
  const listed = members.map((member) => ({ ...member, published: camel(member.name) }));
  const known = new Set([...listed.map(({ name }) => name), ...others.ignored]);
  const taken = new Set(listed.map(({ published }) => published));
  return partsOf((sent: SentMembers, part) => {
    const values: Record<string, unknown> = {};
    for (const { name, published, reader, byDefault, missing } of listed) {
      const raw = Object.hasOwn(sent, name) ? sent[name] : undefined;
      const value = raw === undefined ? byDefault : part.read(name, reader, raw);
      if (value !== undefined) values[published] = value;
      else if (raw === undefined && missing) part.refuse(name, missing);
      if (part.isOver()) return values;
    }
    if (others.reader) {
      const unlisted = Object.keys(sent).filter((name) => !known.has(name));
      if (unlisted.length > 0) Object.assign(values, readOthers(sent, { part, others, names: unlisted, taken }));
    }
    return values;
  });
}

interface Unlisted {
  readonly part: PartReader;
  readonly others: OtherMembers;
  readonly names: readonly string[];
  /** Names of listed members in use cases, which no other member replaces. */
  readonly taken: ReadonlySet<string>;
}

function readOthers(sent: SentMembers, { part, others, names, taken }: Unlisted): SentMembers {
  const values = new Map<string, unknown>();
  let refused = 0;
  for (const name of names) {
    if (part.isOver() || refused === MOST_FAULTS) break;
    const read = readerOf(name, others);
    if (read instanceof Fault) {
      part.refuse(read === others.unstorable ? undefined : name, read);
      refused += 1;
    } else if (!taken.has(name) && name !== '__proto__') values.set(name, part.read(name, read, sent[name]));
  }
  return Object.fromEntries(values);
}

function readerOf(name: string, { reader, names, misnamed, unstorable }: OtherMembers): Reader | Fault {
  if (names && (name === '__proto__' || !names.test(name))) return misnamed;
  if (reader instanceof Fault || !reader) return reader ?? misnamed;
  return isStorableText(name) ? reader : unstorable;
}

/** Reads the items of a list; stops after a maximum of invalid ones. */
export const readItems = (reader: Reader, most: number): ReadingStep =>
  partsOf((sent: readonly unknown[], part) => {
    const values: unknown[] = [];
    for (const [index, each] of sent.entries()) {
      values.push(part.read(index, reader, each));
      if (part.invalid() >= most) break;
    }
    return values;
  });

/** Reads parts of the value at hand and collects their faults. */
interface PartReader {
  read(key: string | number, reader: Reader, raw: unknown): unknown;
  /** Without a key, the whole value is refused. */
  refuse(key: string | undefined, fault: Fault): void;
  /** How many parts have faults. */
  invalid(): number;
  /** Whether the first fault ends the reading. */
  isOver(): boolean;
}

const partsOf = <T>(readAll: (sent: T, part: PartReader) => unknown): ReadingStep =>
  v.rawTransform<unknown, unknown>(({ dataset, config, addIssue, NEVER }) => {
    let invalid = 0;
    const add = (key: string | number, message: string, path: readonly v.IssuePathItem[] = []) =>
      addIssue({ message, path: [placeOf(key), ...path] });
    const value = readAll(dataset.value as T, {
      read(key, reader, raw) {
        // As `v.safeParse`, without another configuration and result for each of millions of members.
        const { value, issues } = reader['~run']({ value: raw }, config as v.Config<v.BaseIssue<unknown>>);
        if (!issues) return value;
        invalid += 1;
        for (const { message, path } of issues) add(key, message, path);
        return undefined;
      },
      refuse(key, fault) {
        invalid += 1;
        if (key === undefined) addIssue({ message: encodeFault(fault) });
        else add(key, encodeFault(fault));
      },
      invalid: () => invalid,
      isOver: () => invalid > 0 && config.abortEarly === true,
    });
    return invalid === 0 ? value : NEVER;
  });
