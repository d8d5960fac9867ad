import { isPage } from '../kernel/page.ts';
import { demandJson } from './json-values.ts';
import type { Answer } from './route.ts';
import { NO_CONTENT, OK } from './status.ts';

/** Members of an endpoint's declaration that decide its answer. */
interface AnswerSpec<O> {
  readonly status?: number;
  readonly statusOf?: (output: O) => number;
  readonly etag?: (output: O) => string;
  readonly location?: (output: O) => string;
  readonly replayed?: (output: O) => boolean;
  readonly listOf?: (output: O) => NonNullable<Answer['list']>;
  readonly lasting?: number;
}

/** Presenter of an output, or of an entry of a page, and the parameters of the next page. */
interface Shown {
  readonly show: (value: unknown) => unknown;
  readonly next?: Readonly<Record<string, string>> | undefined;
}

/** Validated bodies of long-lived responses: the same object is returned repeatedly. */
const checked = new WeakSet<object>();

/**
 * Presents the output of a use case as its endpoint declares: pages entry by entry, with their total.
 * @throws JsonEncodeError
 */
export function answerOf<O>(spec: AnswerSpec<O>, output: O, { show, next }: Shown): Answer {
  const { etag, location, replayed, listOf, statusOf, lasting } = spec;
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
  };
}

function checkedOnce(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return demandJson(body);
  if (!checked.has(body)) checked.add(demandJson(body));
  return body;
}
