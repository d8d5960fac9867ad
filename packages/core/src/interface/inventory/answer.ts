import { isPage } from '../../kernel/page.ts';
import type { Schemas } from '../../kernel/schema.ts';
import type { Tables } from '../../kernel/tables.ts';
import { demandJson } from '../json-values.ts';
import type { Answer, CommonSpec, Presented } from '../route.ts';
import { NO_CONTENT, OK } from '../status.ts';
import { streamTable, type TableWish } from './table-answer.ts';

/** Presents the output of a use case as its endpoint declares. */
export function tell<P extends Schemas, O, Given>(
  spec: CommonSpec<P, O, Given> & { readonly present?: unknown },
  output: O,
  { tables, ...call }: Presented<Given> & { readonly tables: Tables },
): Answer {
  const { etag, location, replayed, next, statusOf, present, streams } = spec;
  const status = statusOf?.(output) ?? spec.status ?? OK;
  if (streams)
    return { status, body: undefined, stream: streamTable(streams(output, call), wishOf(call.given), tables) };
  const show = (value: unknown) =>
    present ? (present as (value: unknown, call: Presented<Given>) => unknown)(value, call) : value;
  const page = isPage(output) ? output : undefined;
  const following = next?.(output, call.given);
  return {
    status,
    body: spec.status === NO_CONTENT ? undefined : demandJson(page ? page.entries.map(show) : show(output)),
    ...(etag && { etag: etag(output) }),
    ...(location && { location: location(output) }),
    ...(page && { list: { total: page.total, ...(following && { next: following }) } }),
    ...(replayed?.(output) && { replayed: true }),
  };
}

const wishOf = (given: unknown): TableWish => given as TableWish;
