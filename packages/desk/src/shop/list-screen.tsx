import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listOf, type RawSearch } from '../data/address.ts';
import {
  type RecordSearch,
  recordsPerPage,
  recordsQuery,
  type ShopKind,
  type ShopRecords,
} from '../data/shop-records.ts';
import { Empty, Segmented, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { inputClass } from '../kit/field.tsx';
import { Pager } from '../kit/table/pager.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { useAddress } from '../shell/links.tsx';
import { useWords } from '../words/words.tsx';
import css from './shop.module.css';

interface ListScreenProps<Kind extends ShopKind> {
  readonly kind: Kind;
  readonly title: string;
  readonly columns: readonly Column<ShopRecords[Kind]>[];
  readonly onOpen: (record: ShopRecords[Kind]) => void;
  /** Statuses that the list can be narrowed to. */
  readonly statuses?: readonly { readonly value: string; readonly label: string }[];
  readonly tools?: ReactNode;
  /** Under the filters: actions on the rows that are chosen. */
  readonly children?: ReactNode;
  readonly check?: ((record: ShopRecords[Kind]) => ReactNode) | undefined;
}

/** Reads a list from an address; a wrong part falls back to its default. */
const readSearch =
  (statuses: readonly string[]) =>
  (search: RawSearch): RecordSearch => {
    const first = (name: string) => listOf(search[name])[0];
    const page = first('page') ?? '';
    return {
      search: (first('q') ?? '').slice(0, 200),
      status: statuses.find((each) => each === first('status')),
      page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    };
  };

const writeSearch = ({ search, status, page }: RecordSearch): RawSearch => ({
  ...(search !== '' && { q: search }),
  ...(status !== undefined && { status }),
  ...(page > 1 && { page: String(page) }),
});

/** A list of records: search, statuses, pages. */
export function ListScreen<Kind extends ShopKind>(props: ListScreenProps<Kind>) {
  const { kind, title, statuses = [], tools, children } = props;
  const { shop: words } = useWords();
  const [read] = useState(() => readSearch(statuses.map(({ value }) => value)));
  const [search, setSearch] = useAddress(read, writeSearch);
  return (
    <div className={css.screen}>
      <PageHead title={title}>{tools}</PageHead>
      <div className={`${css.filters} not-printed`}>
        <input
          aria-label={words.search}
          className={`${inputClass} ${css.search}`}
          maxLength={200}
          onChange={({ target }) => setSearch({ ...search, search: target.value, page: 1 }, { replace: true })}
          placeholder={words.searchHint[kind]}
          type="search"
          value={search.search}
        />
        {statuses.length > 0 && (
          <Segmented
            label={words.column.status}
            name="status"
            onChange={(status) => setSearch({ ...search, status: status === '' ? undefined : status, page: 1 })}
            options={[{ value: '', label: words.all }, ...statuses]}
            value={search.status ?? ''}
          />
        )}
      </div>
      {children}
      <Rows {...props} search={search} setSearch={setSearch} />
    </div>
  );
}

interface RowsProps<Kind extends ShopKind> extends ListScreenProps<Kind> {
  readonly search: RecordSearch;
  readonly setSearch: (next: RecordSearch) => void;
}

function Rows<Kind extends ShopKind>({ kind, title, columns, onOpen, check, search, setSearch }: RowsProps<Kind>) {
  const { shop: words, action, reports } = useWords();
  const query = useQuery(recordsQuery(kind, search));
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />;
  const { rows = [], total = 0 } = query.data ?? {};
  const isFiltered = search.search !== '' || search.status !== undefined || search.page > 1;
  const last = Math.max(1, Math.ceil(total / recordsPerPage));
  return (
    <Sheet flush title={query.data ? words.count[kind](total) : title}>
      {query.data && rows.length === 0 ? (
        <Empty
          action={
            isFiltered && (
              <Button onClick={() => setSearch({ search: '', status: undefined, page: 1 })}>{words.showAll}</Button>
            )
          }
          text={isFiltered ? words.none : words.empty}
        />
      ) : (
        <div aria-busy={query.isPlaceholderData}>
          <Table
            bones={query.data ? undefined : 10}
            caption={title}
            check={check}
            columns={columns}
            keyOf={({ id }) => String(id)}
            onOpen={onOpen}
            rows={rows}
          />
        </div>
      )}
      <Pager
        last={last}
        nextLabel={action.next}
        onPage={(page) => setSearch({ ...search, page })}
        page={search.page}
        previousLabel={action.previous}
        text={reports.table.page(search.page, last)}
      />
    </Sheet>
  );
}
