import { isPage } from '../kernel/page.ts';
import type { Answer, PresenterCall } from './endpoint.ts';
import { demandJson } from './json-values.ts';
import { NO_CONTENT, OK } from './status.ts';

/** Members of an endpoint's declaration that decide its answer. */
export interface AnswerSpec<Around> {
  readonly status?: number;
  readonly statusOf?: (output: unknown) => number;
  readonly etag?: (output: unknown) => string;
  readonly location?: (output: unknown) => string;
  readonly replayed?: (output: unknown) => boolean;
  readonly cookie?: (output: unknown) => Answer['cookie'];
  readonly listOf?: (output: unknown) => NonNullable<Answer['list']>;
  readonly lasting?: number;
  /** Presents the output, or an entry of a page. */
  readonly present?: (value: unknown, call: PresenterCall<unknown, Around>) => unknown;
  /** Parameters of the next page of a cursor-paginated list. */
  readonly next?: (output: unknown, given: unknown) => Readonly<Record<string, string>> | undefined;
}

/** Validated bodies of long-lived responses: the same object is returned repeatedly. */
const checked = new WeakSet<object>();

/**
 * Presents the output of a use case as its endpoint declares: pages entry by entry, with their total.
 * @throws JsonEncodeError
 */
export function answerOf<Around>(
  spec: AnswerSpec<Around>,
  output: unknown,
  call: PresenterCall<unknown, Around>,
): Answer {
  const { etag, location, replayed, listOf, statusOf, lasting } = spec;
  const show = (value: unknown) => (spec.present ? spec.present(value, call) : value);
  const next = spec.next?.(output, call.given);
  const cookie = spec.cookie?.(output);
  const page = isPage(output) ? output : undefined;
  const bodyOf = () => (page ? page.entries.map(show) : show(output));
  const checkedBody = () => (lasting === undefined ? demandJson(bodyOf()) : checkedOnce(bodyOf()));
  return {
    status: statusOf?.(output) ?? spec.status ?? OK,
    body: spec.status === NO_CONTENT ? undefined : checkedBody(),
    ...(etag && { etag: etag(output) }),
    ...(location && { location: location(output) }),
    ...(page && { list: { total: page.total, ...(next && { next }) } }),
    ...(listOf && { list: listOf(output) }),
    ...(replayed?.(output) && { replayed: true }),
    ...(cookie !== undefined && { cookie }),
  };
}

function checkedOnce(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return demandJson(body);
  if (!checked.has(body)) checked.add(demandJson(body));
  return body;
}
