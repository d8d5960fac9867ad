import type { PrintedReport, PublishedRow } from '@backroom/core';
import type { Context } from '../context.ts';

/** So many names can be asked for at a time. */
const MOST = 100;

const keys = { products: 'product_id', categories: 'category_id' } as const;

/** Asks for the names that the rows of a report do not say; those that nobody knows are left out. */
export async function namesBehind(
  context: Context,
  names: PrintedReport['names'],
  rows: readonly PublishedRow[],
): Promise<ReadonlyMap<number, string>> {
  const known = new Map<number, string>();
  if (!names) return known;
  const ids = [...new Set(rows.flatMap(names.ids))];
  const backend = await context.backend();
  for (let start = 0; start < ids.length; start += MOST) {
    const part = ids.slice(start, start + MOST).join(',');
    const query = { [names.report]: part, per_page: String(MOST), extended_info: 'true' };
    const path = `/shop-analytics/reports/${names.report}`;
    const { body } = await backend.call({ method: 'GET', path, query: Object.entries(query) }, context.as);
    for (const row of body as readonly PublishedRow[]) {
      const { name } = row.extended_info as { readonly name?: unknown };
      if (typeof name === 'string') known.set(Number(row[keys[names.report]]), name);
    }
  }
  return known;
}
