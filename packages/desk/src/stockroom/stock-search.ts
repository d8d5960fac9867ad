import { listOf, type RawSearch } from '../data/address.ts';
import type { ItemSearch, StockStatus } from '../data/stock.ts';

export const statuses: readonly StockStatus[] = ['in_stock', 'low', 'out_of_stock', 'negative'];
const sorts = new Set(['sku', '-sku', 'name', '-name', 'quantity', '-quantity', 'updated_at', '-updated_at']);

const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** Reads the list of items from an address; a wrong part falls back to its default. */
export function readItemSearch(search: RawSearch): ItemSearch {
  const first = (name: string) => listOf(search[name])[0];
  const sort = first('sort') ?? '';
  return {
    q: (first('q') ?? '').slice(0, 200),
    status: statuses.find((each) => each === first('status')),
    category: whole(first('category')),
    archived: first('archived') === 'yes',
    sort: sorts.has(sort) ? sort : '',
    page: whole(first('page')) ?? 1,
  };
}

/** Writes the list of items into an address, without its defaults. */
export const writeItemSearch = ({ q, status, category, archived, sort, page }: ItemSearch): RawSearch => ({
  ...(q !== '' && { q }),
  ...(status && { status }),
  ...(category !== undefined && { category: String(category) }),
  ...(archived && { archived: 'yes' }),
  ...(sort !== '' && { sort }),
  ...(page > 1 && { page: String(page) }),
});
