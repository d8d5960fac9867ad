import type { RowPlan } from '../plan.ts';
import { all, is } from '../plan.ts';
import type { ReportPorts } from '../report-ports.ts';
import { textOf } from './row-values.ts';

/** Maximum names per query. */
const TOGETHER = 50;

/** Key column of lines. */
type LineKey = 'product_id' | 'variation_id';

/**
 * Last sold names of deleted products or variations, by id: the name on their lines in the latest order. Ids without a
 * named line are absent.
 */
export async function lastSoldNames(
  { reports }: Pick<ReportPorts, 'reports'>,
  key: LineKey,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)];
  const names = new Map<number, string>();
  for (let from = 0; from < wanted.length; from += TOGETHER) {
    const some = wanted.slice(from, from + TOGETHER);
    const answer = await reports.answer(Object.fromEntries(some.map((id) => [`sold${id}`, latestOf(key, id)])));
    for (const id of some) {
      const name = textOf(answer[`sold${id}`]?.[0]?.name);
      if (name) names.set(id, name);
    }
  }
  return names;
}

const latestOf = (key: LineKey, id: number): RowPlan => ({
  kind: 'rows',
  from: 'line',
  columns: ['name'],
  limit: 1,
  where: all(is(key, id), is('is_refund', false)),
  orderBy: [
    { by: 'order.created_at', descending: true },
    { by: 'order_id', descending: true },
    { by: 'item_id', descending: true },
  ],
});

/** Selects the entries of deleted records: the key column of their lines and the id; 0 for all others. */
interface Gone<E> {
  readonly key: LineKey;
  idOf(entry: E): number;
}

/** Adds the last sold name to entries of deleted records. */
export async function withSoldNames<E extends object>(
  ports: Pick<ReportPorts, 'reports'>,
  entries: readonly E[],
  { key, idOf }: Gone<E>,
): Promise<readonly (E & { readonly soldAs?: string })[]> {
  const ids = entries.map(idOf).filter((id) => id !== 0);
  const names = await lastSoldNames(ports, key, ids);
  return entries.map((entry) => {
    const soldAs = names.get(idOf(entry));
    return soldAs === undefined ? entry : { ...entry, soldAs };
  });
}
