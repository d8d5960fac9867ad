import * as v from 'valibot';
import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import type { Params } from '../schema.ts';
import { gatherQuery, invalid, type Problem, placeProblem, splitMessage, wordFor } from './problems.ts';
import { objectSchema } from './schemas.ts';

/** The parts of a request that carry parameters. */
export interface RawInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Which parameters stand where. */
export interface Placement {
  readonly path: Params;
  readonly query: Params;
  readonly body: Params;
  /** Members of the body that are dropped unread. */
  readonly ignored: readonly string[];
}

/** Gives the values of a request under the names of the use case, or refuses it and names every member at fault. */
export type Reader = (raw: RawInput) => Record<string, unknown>;

/** Prepares the reader of one endpoint; schemas are built once. */
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

/** Gives the values of one row of a table under the names of the use case, or what is wrong with its cells. */
export type CellReader = (
  cells: Readonly<Record<string, string | null>>,
) => { readonly value: Record<string, unknown> } | { readonly faults: readonly FieldProblem[] };

/** Prepares the reader of the rows of one table. */
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
