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
  type StatusKind,
  statusTotalsQuery,
} from '../data/shop-records.ts';
import { Empty } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Filters, Screen, SearchField } from '../kit/layout.tsx';
import { type StatusChip, StatusChips } from '../kit/table/status-chips.tsx';
import type { Column } from '../kit/table/table.tsx';
import { PageHead } from '../shell/head.tsx';
import { useAddress } from '../shell/links.tsx';
import { ListSheet } from '../shell/records/list-sheet.tsx';
import { ListPager } from '../shell/records/pages.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { CategoryFilter } from './categories/category-filter.tsx';

/** A status that a list can be narrowed to. */
interface ListedStatus {
  readonly value: string;
  readonly label: string;
}

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
          <Statuses kind={kind} search={search} setSearch={setSearch} statuses={statuses} />
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

interface StatusesProps extends Searching {
  readonly kind: StatusKind;
  readonly statuses: readonly ListedStatus[];
}

function Statuses({ kind, statuses, search, setSearch }: StatusesProps) {
  const { column } = useWords().shop;
  return (
    <StatusChips
      chips={useCountedStatuses(kind, statuses, search)}
      label={column.status}
      name="status"
      onChange={(status) => setSearch({ ...search, status: status === '' ? undefined : status, page: 1 })}
      value={search.status ?? ''}
    />
  );
}

/**
 * The chips of a list: all, and the statuses that records are or were in since the screen was opened, so that none moves away while a
 * search is typed. Undefined until they are counted; without numbers where counting failed.
 */
function useCountedStatuses(
  kind: StatusKind,
  statuses: readonly ListedStatus[],
  search: RecordSearch,
): readonly StatusChip[] | undefined {
  const words = useWords();
  const { count } = useFormats();
  const { data, isError } = useQuery(statusTotalsQuery(kind, search));
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const all = { value: '', label: words.shop.all };
  if (!data) return isError ? [all, ...statuses] : undefined;
  const totals = new Map<string, number>(data.statuses.map((each) => [each.status, each.total]));
  const found = [...totals].filter(([name, total]) => total > 0 && !seen.has(name));
  if (found.length > 0) setSeen(new Set([...seen, ...found.map(([name]) => name)]));
  return [
    { ...all, total: count(data.total) },
    ...statuses
      .filter(({ value }) => value === search.status || seen.has(value) || (totals.get(value) ?? 0) > 0)
      .map((each) => {
        const total = totals.get(each.value) ?? 0;
        return { ...each, total: count(total), isEmpty: total === 0 };
      }),
  ];
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
