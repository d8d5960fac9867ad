import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import {
  among,
  type NoteFault,
  partReader,
  type RawSearch,
  readId,
  readPage,
  readSearchText,
} from '../data/address.ts';
import {
  type RecordSearch,
  recordsPerPage,
  recordsQuery,
  type ShopKind,
  type ShopRecords,
  statusTotalsQuery,
} from '../data/shop-records.ts';
import { Empty } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Filters, Screen, SearchField } from '../kit/layout.tsx';
import type { Column } from '../kit/table/table.tsx';
import { PageHead } from '../shell/head.tsx';
import { useAddress } from '../shell/links.tsx';
import { CountedStatuses, type ListedStatus } from '../shell/records/counted-statuses.tsx';
import { ListSheet } from '../shell/records/list-sheet.tsx';
import { ListPager } from '../shell/records/pages.tsx';
import { useWords } from '../words/words.tsx';
import { CategoryFilter } from './categories/category-filter.tsx';

interface ListScreenProps<Kind extends ShopKind> {
  readonly kind: Kind;
  readonly title: string;
  readonly columns: readonly Column<ShopRecords[Kind]>[];
  readonly onOpen: (record: ShopRecords[Kind]) => void;
  /** Whether the list can be narrowed to a category of products. */
  readonly hasCategories?: boolean;
  /** Statuses that the list can be narrowed to. */
  readonly statuses?: readonly ListedStatus[];
  readonly tools?: ReactNode;
  /** Under the filters: actions on the rows that are chosen. */
  readonly children?: ReactNode;
  /** Takes the rows of the page. */
  readonly onRows?: (rows: readonly ShopRecords[Kind][]) => void;
  readonly check?: ((record: ShopRecords[Kind]) => ReactNode) | undefined;
  readonly checkAll?: ReactNode;
}

/** Reads a list from an address; a wrong part falls back to its default. */
const readSearch =
  (statuses: readonly string[], hasCategories: boolean) =>
  (search: RawSearch, note?: NoteFault): RecordSearch => {
    const part = partReader(search, note);
    return {
      search: part('q', readSearchText) ?? '',
      status: part('status', among(statuses)),
      category: hasCategories ? part('category', readId) : undefined,
      page: part('page', readPage) ?? 1,
    };
  };

const writeSearch = ({ search, status, category, page }: RecordSearch): RawSearch => ({
  ...(search !== '' && { q: search }),
  ...(status !== undefined && { status }),
  ...(category !== undefined && { category: String(category) }),
  ...(page > 1 && { page: String(page) }),
});

/** A list of records: search, statuses, pages. */
export function ListScreen<Kind extends ShopKind>(props: ListScreenProps<Kind>) {
  const { kind, title, statuses = [], hasCategories = false, tools, children } = props;
  const { shop: words } = useWords();
  const [read] = useState(() =>
    readSearch(
      statuses.map(({ value }) => value),
      hasCategories,
    ),
  );
  const [search, setSearch] = useAddress(read, writeSearch);
  return (
    <Screen>
      <PageHead title={title}>{tools}</PageHead>
      <Filters>
        <SearchField
          hint={words.searchHint[kind]}
          label={words.search}
          onText={(text) => setSearch({ ...search, search: text, page: 1 }, { replace: true })}
          text={search.search}
        />
        {(kind === 'orders' || kind === 'products') && (
          <CountedStatuses
            chosen={search.status}
            label={words.column.status}
            onChoose={(status) => setSearch({ ...search, status, page: 1 })}
            query={statusTotalsQuery(kind, search)}
            statuses={statuses}
          />
        )}
        {hasCategories && (
          <CategoryFilter
            chosen={search.category}
            onChoose={(category) => setSearch({ ...search, category, page: 1 })}
          />
        )}
      </Filters>
      {children}
      <Rows {...props} search={search} setSearch={setSearch} />
    </Screen>
  );
}

interface Searching {
  readonly search: RecordSearch;
  readonly setSearch: (next: RecordSearch, options?: { readonly replace?: boolean }) => void;
}

interface RowsProps<Kind extends ShopKind> extends ListScreenProps<Kind>, Searching {}

function Rows<Kind extends ShopKind>(props: RowsProps<Kind>) {
  const { kind, title, columns, onOpen, onRows, check, checkAll, search, setSearch } = props;
  const { shop: words } = useWords();
  const query = useQuery(recordsQuery(kind, search));
  const { rows, total = 0 } = query.data ?? {};
  useEffect(() => onRows?.(rows ?? []), [rows]);
  const { search: text, status, category, page } = search;
  const isFiltered = text !== '' || status !== undefined || category !== undefined || page > 1;
  const showAll = () => setSearch({ search: '', status: undefined, page: 1 });
  return (
    <ListSheet
      asked={search}
      bones={10}
      empty={
        <Empty
          action={isFiltered && <Button onClick={showAll}>{words.showAll}</Button>}
          text={isFiltered ? words.none : words.empty}
        />
      }
      isPaged={search.page > 1}
      query={query}
      rows={rows}
      table={{ caption: title, check, checkAll, columns, keyOf: ({ id }) => String(id), onOpen }}
      title={query.data ? words.count[kind](total) : title}
    >
      <ListPager
        isStale={query.isPlaceholderData}
        onPage={(page, options) => setSearch({ ...search, page }, options)}
        page={search.page}
        perPage={recordsPerPage}
        total={query.data?.total}
      />
    </ListSheet>
  );
}
