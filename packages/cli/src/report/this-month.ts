import type { PlainRequest } from '@backroom/composition';
import { createZone } from '@backroom/core/kernel';
import { readShopSettings } from '@backroom/core/settings';
import type { Context } from '../context.ts';
import type { KnownReport } from './known-reports.ts';

/** Adds the dates of this month, by the calendar of the shop, to the request of a report that takes dates and has none. */
export async function withThisMonth(
  context: Context,
  { params }: KnownReport,
  request: PlainRequest,
): Promise<PlainRequest> {
  const { query = [] } = request;
  const takesDates = 'after' in params && 'before' in params;
  if (!takesDates || query.some(([name]) => name === 'after' || name === 'before')) return request;
  const { SystemClock } = await import('@backroom/composition');
  const { timeZone } = await context.run(readShopSettings, {});
  const { first, last } = monthOf(createZone(timeZone).toLocal(new SystemClock().now()));
  context.print.say(`This month by the calendar of the shop: ${first} to ${last}; after= and before= set other dates.`);
  return { ...request, query: [...query, ['after', `${first}T00:00:00`], ['before', `${last}T23:59:59`]] };
}

/** The first and the last day of the month of a local time. */
export function monthOf(local: string): { readonly first: string; readonly last: string } {
  const month = local.slice(0, 7);
  // Day 0 of the next month is the last one of this.
  const days = new Date(Date.UTC(Number(local.slice(0, 4)), Number(local.slice(5, 7)), 0)).getUTCDate();
  return { first: `${month}-01`, last: `${month}-${days}` };
}
