import { isPage } from '../../kernel/page.ts';
import { demandJson } from '../json-values.ts';
import type { Answer } from '../route.ts';
import { OK } from '../status.ts';

/** Parts of an endpoint declaration that concern its response. */
export interface Telling<O> {
  readonly status?: number;
  readonly statusOf?: (output: O) => number;
  readonly location?: (output: O) => string;
  readonly listOf?: (output: O) => NonNullable<Answer['list']>;
  readonly lasting?: number;
}

/** Validated bodies of long-lived responses: the same object is returned repeatedly. */
const checked = new WeakSet<object>();

/**
 * Presents an output: pages entry by entry, with their total.
 * @throws JsonEncodeError
 */
export function tell<O>(spec: Telling<O>, output: O, show: (value: unknown) => unknown): Answer {
  const { location, listOf, status = OK, statusOf } = spec;
  const page = isPage(output) ? output : undefined;
  const body = page ? page.entries.map(show) : show(output);
  return {
    status: statusOf ? statusOf(output) : status,
    body: spec.lasting === undefined ? demandJson(body) : checkedOnce(body),
    ...(location && { location: location(output) }),
    ...(page && { list: { total: page.total } }),
    ...(listOf && { list: listOf(output) }),
  };
}

function checkedOnce(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return demandJson(body);
  if (!checked.has(body)) checked.add(demandJson(body));
  return body;
}
