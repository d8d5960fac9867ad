import type { Page, PageRequest } from '@backroom/core';
import type { RecordFilter } from '@backroom/core/orders';
import { expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';

/** A list of records as a test sees it: it holds exactly five, and makes no others. */
export interface ListedRecords {
  /** In the order of their ids; made on the days of the contract where the kind has a creation of its own. */
  ids(): readonly number[];
  list(filter: RecordFilter, page: PageRequest): Promise<Page<{ readonly id: number }>>;
  /** A text that only the second record has. */
  readonly searched: string;
  /** Stores the third record again, changed, an hour later than the others. */
  change(now: Date): Promise<void>;
}

const day = 86_400_000;
/** When the record with this place in the list was made. */
export const dayOf = (place: number): Date => new Date(NOON.getTime() - (5 - place) * day);

/** What every list of records promises. */
export function recordListContract({ ids, list, searched, change }: ListedRecords): void {
  const all: RecordFilter = { orderBy: 'id', order: 'asc' };
  const shown = async (filter: Partial<RecordFilter>, page: Partial<PageRequest> = {}) => {
    const { entries, total } = await list({ ...all, ...filter }, { page: 1, perPage: 10, ...page });
    return { shown: entries.map(({ id }) => ids().indexOf(id)), total };
  };

  it.each<[string, Partial<RecordFilter>, readonly number[]]>([
    ['ids, upwards', {}, [0, 1, 2, 3, 4]],
    ['ids, downwards', { order: 'desc' }, [4, 3, 2, 1, 0]],
    ['creation, downwards', { orderBy: 'date', order: 'desc' }, [4, 3, 2, 1, 0]],
  ])('is in the order of %s', async (_, filter, places) => {
    expect(await shown(filter)).toEqual({ shown: places, total: 5 });
  });

  it('shows the wanted ids, and not the unwanted ones', async () => {
    const [first = 0, second = 0, third = 0] = ids();
    expect(await shown({ include: [third, first, 2_000_000_000] })).toEqual({ shown: [0, 2], total: 2 });
    expect(await shown({ include: [] })).toEqual({ shown: [], total: 0 });
    expect(await shown({ exclude: [second] })).toEqual({ shown: [0, 2, 3, 4], total: 4 });
    expect(await shown({ exclude: [] })).toEqual({ shown: [0, 1, 2, 3, 4], total: 5 });
  });

  it('finds what contains a text, whatever case and accents', async () => {
    expect(await shown({ search: searched.toUpperCase() })).toEqual({ shown: [1], total: 1 });
    expect(await shown({ search: '%' })).toEqual({ shown: [], total: 0 });
  });

  it('is the same whole when it is cut into pages, and the total counts all', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => shown({}, { page, perPage: 2 })));
    expect(pages.map((page) => page.shown)).toEqual([[0, 1], [2, 3], [4], []]);
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
  });

  it('filters and sorts by time of modification', async () => {
    const later = new Date(NOON.getTime() + 3_600_000);
    await change(later);
    expect(await shown({ modifiedAfter: later })).toEqual({ shown: [2], total: 1 });
    expect((await shown({ orderBy: 'modified', order: 'desc' })).shown[0]).toBe(2);
  });
}

/** Further promises of a list of records with a time of creation. */
export function datedListContract({ ids, list }: Pick<ListedRecords, 'ids' | 'list'>): void {
  it('shows what was made in a time, its bounds included', async () => {
    const filter: RecordFilter = { orderBy: 'date', order: 'asc', after: dayOf(1), before: dayOf(3) };
    const { entries, total } = await list(filter, { page: 1, perPage: 10 });
    expect(entries.map(({ id }) => ids().indexOf(id))).toEqual([1, 2, 3]);
    expect(total).toBe(3);
  });
}
