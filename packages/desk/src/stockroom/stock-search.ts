import {
  among,
  type NoteFault,
  partReader,
  type RawSearch,
  readId,
  readPage,
  readSearchText,
} from '../data/address.ts';
import type { ItemSearch, StockStatus } from '../data/stock.ts';

export const statuses: readonly StockStatus[] = ['in_stock', 'low', 'out_of_stock', 'negative'];
const sorts = ['sku', '-sku', 'name', '-name', 'quantity', '-quantity', 'updated_at', '-updated_at'];

/** Reads the list of items from an address; a wrong part falls back to its default. */
export function readItemSearch(search: RawSearch, note?: NoteFault): ItemSearch {
  const part = partReader(search, note);
  return {
    q: part('q', readSearchText) ?? '',
    status: part('status', among(statuses)),
    category: part('category', readId),
    archived: part('archived', among(['yes'])) === 'yes',
    sort: part('sort', among(sorts)) ?? '',
    page: part('page', readPage) ?? 1,
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
