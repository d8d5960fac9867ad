import type { PrintedReport, PublishedRow } from '@backroom/core/analytics';
import type { Context } from '../context.ts';

/** Maximum names per request. */
const BATCH_SIZE = 100;

const keys = { products: 'product_id', categories: 'category_id' } as const;

/** Looks up the names of the products or categories that the rows of a report only identify. */
export async function lookUpNames(
  context: Context,
  names: PrintedReport['names'],
  rows: readonly PublishedRow[],
): Promise<ReadonlyMap<number, string>> {
  const known = new Map<number, string>();
  if (!names) return known;
  const ids = [...new Set(rows.flatMap(names.ids))];
  const backend = await context.backend();
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const part = ids.slice(start, start + BATCH_SIZE).join(',');
    const query = { [names.report]: part, per_page: String(BATCH_SIZE), extended_info: 'true' };
    const path = `/shop-analytics/reports/${names.report}`;
    const { body } = await backend.call({ method: 'GET', path, query: Object.entries(query) }, { as: context.as });
    for (const row of body as readonly PublishedRow[]) {
      const { name } = row.extended_info as { readonly name?: unknown };
      if (typeof name === 'string') known.set(Number(row[keys[names.report]]), name);
    }
  }
  return known;
}
