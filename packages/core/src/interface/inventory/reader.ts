import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import { camel } from '../../kernel/names.ts';
import { compile } from '../../kernel/reading/compile.ts';
import { type ReadResult, readWith, type Reader as ValueReader } from '../../kernel/reading/steps.ts';
import type { UnreadLines } from '../../kernel/refusals.ts';
import type { Schemas } from '../../kernel/schema.ts';
import { type From, inventoryDialects } from './dialect.ts';
import { gatherQuery, invalid, placeProblem } from './problems.ts';

/** The parts of a request that carry parameters. */
export interface RawInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Parameters by location. */
export interface Placement {
  readonly path: Schemas;
  readonly query: Schemas;
  readonly body: Schemas;
  /** Members of the body that are ignored. */
  readonly ignored: readonly string[];
}

/** Returns the parsed values of a request by the use case's names, or throws a refusal that lists every invalid member. */
export type InputReader = (raw: RawInput) => Record<string, unknown>;

/** Compiles the reader of one endpoint; schemas are built once. */
export function compileReader({ path, query, body, ignored }: Placement): InputReader {
  const readPath = placeReader(path, 'text');
  const readQuery = placeReader(query, 'text');
  const readBody = placeReader(body, 'json', ignored);
  return (raw) => {
    const fromPath = readPath(raw.path);
    if ('faults' in fromPath) throw new DomainError('not-found', 'not_found', 'There is nothing at that address.');
    const { entries, problems: repeated } = gatherQuery(raw.query, query);
    const fromQuery = readQuery(entries);
    const fromBody = readBody(raw.body);
    const problems = [...repeated, ...problemsOf(fromQuery, 'query'), ...problemsOf(fromBody, 'body')];
    if ('faults' in fromQuery || 'faults' in fromBody || problems.length > 0) throw invalid(problems);
    return { ...(fromQuery.value as object), ...(fromBody.value as object), ...(fromPath.value as object) };
  };
}

const nothing = { value: {} };

/** Reads the members of one location; without declared and sent ones there is nothing to read. */
function placeReader(properties: Schemas, from: From, ignores: readonly string[] = []) {
  const reader = compileMembers(properties, from, ignores);
  const isDeclared = Object.keys(properties).length > 0;
  return (raw: Readonly<Record<string, unknown>>): ReadResult =>
    isDeclared || Object.keys(raw).length > 0 ? readWith(reader, raw, 'all') : nothing;
}

const compileMembers = (properties: Schemas, from: From, ignores: readonly string[] = []): ValueReader =>
  compile({ type: 'object', properties, ignores }, inventoryDialects[from]);

/** Returns the parsed values of one table row by the use case's names, or the problems of its cells. */
export type CellReader = (
  cells: Readonly<Record<string, string | null>>,
) => { readonly value: Record<string, unknown> } | { readonly faults: readonly FieldProblem[] };

/** Compiles the row reader of one table. */
export function compileCells(params: Schemas): CellReader {
  const reader = compileMembers(params, 'cell');
  return (cells) => {
    const read = readWith(reader, cells, 'all');
    return 'faults' in read ? { faults: problemsOf(read, 'body') } : { value: read.value as Record<string, unknown> };
  };
}

const problemsOf = (read: ReadResult, place: 'query' | 'body'): readonly FieldProblem[] =>
  'faults' in read ? read.faults.map(({ fault, path }) => placeProblem(fault, path, place)) : [];

/** The lines of a list that could not be parsed, with the reasons. */
export interface Unread {
  readonly unread: UnreadLines;
}

interface InputReading {
  readonly read: InputReader;
  /** The parameter that holds the list of changes. */
  readonly lines?: string;
}

/**
 * Reads the input of a route. If only some lines of its list are malformed, returns the others with the refusal attached,
 * so that the use case can report all errors at once.
 * @throws DomainError from the reader, if no line can be read
 */
export function readInput(route: InputReading, raw: RawInput): Record<string, unknown> {
  try {
    return route.read(raw);
  } catch (error) {
    const others = error instanceof DomainError ? otherLines(route, raw, error) : undefined;
    if (!others) throw error;
    return others;
  }
}

function otherLines(
  { read, lines }: InputReading,
  raw: RawInput,
  refusal: DomainError,
): Record<string, unknown> | undefined {
  const sent = lines === undefined ? undefined : raw.body[lines];
  const { fields } = refusal.details;
  if (lines === undefined || !Array.isArray(sent) || !fields) return undefined;
  const below = fields.filter(({ path }) => path[0] === camel(lines)).map(({ path }) => path[1]);
  const places = [...sent.keys()].filter((place) => !below.includes(place));
  if (below.includes(undefined) || places.length === 0) return undefined;
  try {
    const input = read({ path: raw.path, query: [], body: { [lines]: places.map((place) => sent[place]) } });
    return { ...input, unread: { refusals: [refusal], places } satisfies UnreadLines };
  } catch {
    // There are more problems than one refusal lists.
    return undefined;
  }
}

/**
 * Refuses an input with malformed lines if the use case does not receive them.
 * @throws DomainError
 */
export function demandUnreadKept(given: object, input: unknown): void {
  const { unread } = given as Partial<Unread>;
  const isKept = unread === undefined || (typeof input === 'object' && input !== null && 'unread' in input);
  if (!isKept) throw unread.refusals[0];
}
