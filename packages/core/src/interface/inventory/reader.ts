import * as v from 'valibot';
import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import type { UnreadLines } from '../../kernel/refusals.ts';
import { camel, type Params } from '../schema.ts';
import { gatherQuery, invalid, type Problem, placeProblem, splitMessage, wordFor } from './problems.ts';
import { objectSchema } from './schemas.ts';

/** The parts of a request that carry parameters. */
export interface RawInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Parameters by location. */
export interface Placement {
  readonly path: Params;
  readonly query: Params;
  readonly body: Params;
  /** Members of the body that are ignored. */
  readonly ignored: readonly string[];
}

/** Returns the parsed values of a request by the use case's names, or throws a refusal that lists every invalid member. */
export type Reader = (raw: RawInput) => Record<string, unknown>;

/** Compiles the reader of one endpoint; schemas are built once. */
export function compileReader({ path, query, body, ignored }: Placement): Reader {
  const pathSchema = objectSchema(path, 'text', []);
  const querySchema = objectSchema(query, 'text', []);
  const bodySchema = objectSchema(body, 'json', ignored);
  return (raw) => {
    const fromPath = v.safeParse(pathSchema, raw.path, { abortPipeEarly: true });
    if (!fromPath.success) throw new DomainError('not-found', 'not_found', 'There is nothing at that address.');
    const { entries, problems: repeated } = gatherQuery(raw.query, query);
    const fromQuery = v.safeParse(querySchema, entries, { abortPipeEarly: true });
    const fromBody = v.safeParse(bodySchema, raw.body, { abortPipeEarly: true });
    const problems = [
      ...repeated,
      ...(fromQuery.success ? [] : fromQuery.issues.map((issue) => problemOf(issue, 'query'))),
      ...(fromBody.success ? [] : fromBody.issues.map((issue) => problemOf(issue, 'body'))),
    ];
    if (problems.length > 0) throw invalid(problems);
    return { ...(fromQuery.output as object), ...(fromBody.output as object), ...(fromPath.output as object) };
  };
}

/** Returns the parsed values of one table row by the use case's names, or the problems of its cells. */
export type CellReader = (
  cells: Readonly<Record<string, string | null>>,
) => { readonly value: Record<string, unknown> } | { readonly faults: readonly FieldProblem[] };

/** Compiles the row reader of one table. */
export function compileCells(params: Params): CellReader {
  const schema = objectSchema(params, 'cell', []);
  return (cells) => {
    const read = v.safeParse(schema, cells, { abortPipeEarly: true });
    return read.success ? { value: read.output } : { faults: read.issues.map((issue) => problemOf(issue, 'body')) };
  };
}

function problemOf(issue: v.BaseIssue<unknown>, place: 'query' | 'body'): FieldProblem {
  const names = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
  const problem = splitMessage(issue.message) ?? builtIn(issue);
  return placeProblem(problem, names, place);
}

const builtIn = ({ received, expected }: v.BaseIssue<unknown>): Problem =>
  received === 'undefined'
    ? { code: 'required', message: 'It is required.' }
    : { code: 'wrong_type', message: `It must be ${wordFor(expected)}.` };

/** The lines of a list that could not be parsed, with the reasons. */
export interface Unread {
  readonly unread: UnreadLines;
}

interface Reading {
  readonly read: Reader;
  /** The parameter that holds the list of changes. */
  readonly lines?: string;
}

/**
 * Reads the input of a route. If only some lines of its list are malformed, returns the others with the refusal attached,
 * so that the use case can report all errors at once.
 * @throws DomainError from the reader, if no line can be read
 */
export function readInput(route: Reading, raw: RawInput): Record<string, unknown> {
  try {
    return route.read(raw);
  } catch (error) {
    const others = error instanceof DomainError ? otherLines(route, raw, error) : undefined;
    if (!others) throw error;
    return others;
  }
}

function otherLines(
  { read, lines }: Reading,
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
