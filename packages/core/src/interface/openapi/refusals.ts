import type { ErrorKind } from '../../kernel/errors.ts';
import type { Schema } from '../../kernel/schema.ts';
import type { DeclaredRefusals } from '../../kernel/use-case.ts';
import { commonStatus, refusalNames } from '../status.ts';
import type { Components, JsonSchema } from './json-schema.ts';
import type { OwnRefusal } from './own-refusal.ts';

/** The refusals of one operation under one status. */
interface StatusRefusals {
  readonly codes: readonly string[];
  /** The shape of the bodies that the operation has beside the usual one. */
  readonly own: Schema | undefined;
}

/** The refusals of one operation, by status. */
export type RefusalCodes = ReadonlyMap<number, StatusRefusals>;

/** How an interface prints refusals. */
export interface RefusalFormat {
  /** Name of the schema of all refusals. */
  readonly name: string;
  readonly mediaType: string;
  readonly schema: JsonSchema;
  readonly statusOf: (kind: ErrorKind, code: string) => number;
  /** Published code of a refusal. */
  readonly codeOf: (code: string) => string;
}

/** Merges declarations of refusals into their codes by status, in ascending order. */
export function refusalCodes(
  declared: readonly DeclaredRefusals[],
  { statusOf, codeOf }: Pick<RefusalFormat, 'statusOf' | 'codeOf'>,
  own: OwnRefusal | undefined,
): RefusalCodes {
  const found = new Map<number, Set<string>>();
  for (const [kind, codes] of declared.flatMap((each) => Object.entries(each) as [ErrorKind, readonly string[]][]))
    for (const code of codes) {
      const status = statusOf(kind, code);
      found.set(status, (found.get(status) ?? new Set()).add(codeOf(code)));
    }
  const ordered = [...found].sort(([one], [other]) => one - other);
  return new Map(
    ordered.map(([status, found]) => {
      const codes = [...found].sort();
      const hasOwn = codes.some((code) => own?.body({ code, message: '', status }) !== undefined);
      return [status, { codes, own: hasOwn ? own?.returns : undefined }];
    }),
  );
}

/** Prints the refusals of operations; the most frequent ones of each status are printed once and referred to. */
export class RefusalResponses {
  readonly #format: RefusalFormat;
  readonly #components: Components;
  readonly #schema: JsonSchema;
  readonly #shared: ReadonlyMap<string, string>;

  constructor(format: RefusalFormat, components: Components, all: readonly RefusalCodes[]) {
    this.#format = format;
    this.#components = components;
    this.#schema = components.add(format.name, format.schema);
    this.#shared = sharedNames(all);
  }

  /** The shared responses by name, and the one for every other refusal. */
  get components(): Readonly<Record<string, JsonSchema>> {
    const shared = [...this.#shared].map(([key, name]) => {
      const { status, ...refusals } = JSON.parse(key) as StatusRefusals & { readonly status: number };
      return [name, this.#print(status, refusals)] as const;
    });
    const other = { description: 'Any other refusal.', content: this.#content(this.#schema) };
    return { ...Object.fromEntries(shared), [this.#format.name]: other };
  }

  /** The responses of one operation. */
  of(codes: RefusalCodes): Readonly<Record<string, JsonSchema>> {
    const printed = [...codes].map(([status, each]) => {
      const name = this.#shared.get(keyOf(status, each));
      return [status, name === undefined ? this.#print(status, each) : refer(name)] as const;
    });
    return { ...Object.fromEntries(printed), default: refer(this.#format.name) };
  }

  #print(status: number, { codes, own }: StatusRefusals): JsonSchema {
    const schema = { allOf: [this.#schema, { type: 'object', properties: { code: { enum: codes } } }] };
    const description = `${codes.map((code) => `\`${code}\``).join(', ')}.`;
    // Faults of values have the codes of their fields.
    const usual = hasOpenCodes(status, codes) ? this.#schema : schema;
    return {
      description,
      content: this.#content(own ? { anyOf: [usual, this.#components.print(own, 'answer')] } : usual),
    };
  }

  #content(schema: JsonSchema): JsonSchema {
    return { [this.#format.mediaType]: { schema } };
  }
}

const refer = (name: string): JsonSchema => ({ $ref: `#/components/responses/${name}` });

const keyOf = (status: number, { codes, own }: StatusRefusals): string => JSON.stringify({ status, codes, own });

/** Whether refusals of a status may have codes of fields, too. */
const hasOpenCodes = (status: number, codes: readonly string[]): boolean =>
  codes.includes('validation_failed') || (status === commonStatus.malformed && codes.includes('rest_invalid_param'));

/** Fewer operations with the same codes have them printed in place. */
const LEAST_SHARED = 2;
/** A shared response is named by at most this number of codes. */
const MOST_NAMING = 2;

/** Names of shared responses: the status for the codes that most operations have, else the codes that differ from them. */
function sharedNames(all: readonly RefusalCodes[]): ReadonlyMap<string, string> {
  const shared = new Map<string, string>();
  const taken = new Set<string>();
  const leading = new Map<number, readonly string[]>();
  for (const { key, status, codes } of countedCodes(all)) {
    const base = refusalNames[status] ?? `Status${status}`;
    const lead = leading.get(status);
    if (!lead) leading.set(status, codes);
    const naming = lead ? namingCodes(codes, lead) : [];
    const name = [base, ...naming].join('_');
    if (taken.has(name) || naming.length > MOST_NAMING) continue;
    taken.add(name);
    shared.set(key, name);
  }
  return shared;
}

function namingCodes(codes: readonly string[], lead: readonly string[]): readonly string[] {
  const own = codes.filter((code) => !lead.includes(code));
  return own.length > 0 ? own : codes;
}

/** Codes that several operations have under one status, the most frequent first. */
function countedCodes(all: readonly RefusalCodes[]) {
  const counts = new Map<
    string,
    { readonly key: string; readonly status: number; readonly codes: readonly string[] }[]
  >();
  for (const [status, refusals] of all.flatMap((each) => [...each])) {
    const key = keyOf(status, refusals);
    counts.set(key, [...(counts.get(key) ?? []), { key, status, codes: refusals.codes }]);
  }
  return [...counts.values()]
    .filter(({ length }) => length >= LEAST_SHARED)
    .sort((one, other) => other.length - one.length || ((one[0]?.key ?? '') < (other[0]?.key ?? '') ? -1 : 1))
    .flatMap(([first]) => (first ? [first] : []));
}
