import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { categoriesQuery, type Item, type ItemSearch, itemsPerPage, itemsQuery } from '../data/stock.ts';
import { Empty, Segmented, Sheet } from '../kit/bits.tsx';
import { Button, buttonClass } from '../kit/button.tsx';
import { Checkbox, inputClass } from '../kit/field.tsx';
import { Icon, type IconName } from '../kit/icon.tsx';
import { Pager } from '../kit/table/pager.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink, useAddress, useGo } from '../shell/links.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { FindField } from './find-field.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { StockPill } from './stock-pill.tsx';
import { readItemSearch, statuses, writeItemSearch } from './stock-search.ts';
import css from './stockroom.module.css';

type SetSearch = (next: ItemSearch, options?: { readonly replace?: boolean }) => void;

/** Finds items: by scan, by words, by stock; the first screen of the stockroom. */
export function StockroomScreen() {
  const { stockroom: words } = useWords();
  const may = useMay();
  const go = useGo();
  const [search, setSearch] = useAddress(readItemSearch, writeItemSearch);
  const [newCode, setNewCode] = useState<string>();
  const open = ({ id }: Item) => go(`/stockroom/items/${id}`);
  return (
    <div className={css.screen}>
      <PageHead title={words.back}>
        <Tools />
        {may('edit_catalog') && (
          <Button icon="plus" kind="main" onClick={() => setNewCode('')}>
            {words.tools.newItem}
          </Button>
        )}
      </PageHead>
      <FindField
        onItem={open}
        onText={(q) => setSearch({ ...search, q, page: 1 }, { replace: true })}
        text={search.q}
        unknownAction={(code) =>
          may('edit_catalog') && (
            <Button kind="quiet" onClick={() => setNewCode(code)}>
              {words.createWithCode}
            </Button>
          )
        }
      />
      <Filters search={search} setSearch={setSearch} />
      <Items onOpen={open} search={search} setSearch={setSearch} />
      {newCode !== undefined && (
        <ItemDialog
          code={newCode}
          onClose={() => setNewCode(undefined)}
          onSaved={({ id }) => go(`/stockroom/items/${id}`)}
        />
      )}
    </div>
  );
}

/** The other screens of the stockroom, as far as the account may use them. */
function Tools() {
  const { tools } = useWords().stockroom;
  const may = useMay();
  const links: readonly (readonly [path: string, label: string, icon: IconName, capability: string])[] = [
    ['receive', tools.receive, 'plus', 'record_operations'],
    ['count', tools.count, 'count', 'record_operations'],
    ['ledger', tools.ledger, 'audit', 'read_inventory'],
    ['places', tools.places, 'home', 'manage_inventory'],
    ['import', tools.import, 'export', 'manage_inventory'],
  ];
  return links.map(
    ([path, label, icon, capability]) =>
      may(capability) && (
        <ScreenLink className={buttonClass} data-kind="plain" key={path} to={`/stockroom/${path}`}>
          <Icon name={icon} />
          <span>{label}</span>
        </ScreenLink>
      ),
  );
}

interface SearchProps {
  readonly search: ItemSearch;
  readonly setSearch: SetSearch;
}

function Filters({ search, setSearch }: SearchProps) {
  const { stockroom: words } = useWords();
  const categories = useQuery(categoriesQuery).data?.rows ?? [];
  const change = (part: Partial<ItemSearch>) => setSearch({ ...search, ...part, page: 1 });
  return (
    <div className={`${css.filters} not-printed`}>
      <Segmented
        label={words.statusFilter}
        name="status"
        onChange={(status) => change({ status: statuses.find((each) => each === status) })}
        options={[
          { value: '', label: words.all },
          ...statuses.map((value) => ({ value, label: words.status[value] ?? value })),
        ]}
        value={search.status ?? ''}
      />
      {categories.length > 0 && (
        <select
          aria-label={words.column.category}
          className={inputClass}
          onChange={({ target }) => change({ category: target.value === '' ? undefined : Number(target.value) })}
          value={search.category ?? ''}
        >
          <option value="">{words.anyCategory}</option>
          {categories.map(({ id, path }) => (
            <option key={id} value={id}>
              {path.map(({ name }) => name).join(' › ')}
            </option>
          ))}
        </select>
      )}
      <Checkbox
        checked={search.archived}
        label={words.archived}
        onChange={({ target }) => change({ archived: target.checked })}
      />
    </div>
  );
}

function Items({ search, setSearch, onOpen }: SearchProps & { readonly onOpen: (item: Item) => void }) {
  const { stockroom: words, action, reports } = useWords();
  const query = useQuery(itemsQuery(search));
  const columns = useItemColumns();
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />;
  const isFiltered = search.q !== '' || search.status !== undefined || search.category !== undefined || search.archived;
  const last = Math.max(1, Math.ceil((query.data?.total ?? 0) / itemsPerPage));
  return (
    <Sheet detail={query.data && words.itemCount(query.data.total)} flush title={words.items}>
      {query.data?.rows.length === 0 ? (
        <Empty
          action={isFiltered && <Button onClick={() => setSearch(readItemSearch({}))}>{words.showAll}</Button>}
          text={isFiltered ? words.noItems : words.firstItem}
        />
      ) : (
        <div aria-busy={query.isPlaceholderData}>
          <Table
            bones={query.data ? undefined : 8}
            caption={words.items}
            columns={columns}
            keyOf={({ id }) => String(id)}
            onOpen={onOpen}
            onSort={(sort) => setSearch({ ...search, sort, page: 1 })}
            rows={query.data?.rows ?? []}
            sort={search.sort}
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

function useItemColumns(): readonly Column<Item>[] {
  const { column } = useWords().stockroom;
  const { count } = useFormats();
  return [
    {
      name: 'name',
      label: column.name,
      sort: 'name',
      cell: ({ id, name }) => <ScreenLink to={`/stockroom/items/${id}`}>{name}</ScreenLink>,
    },
    {
      name: 'quantity',
      label: column.onHand,
      isNumber: true,
      sort: 'quantity',
      cell: ({ quantity, unit }) => `${count(quantity)} ${unit}`,
    },
    { name: 'reserved', label: column.reserved, isNumber: true, cell: ({ reserved }) => count(reserved) },
    { name: 'available', label: column.available, isNumber: true, cell: ({ available }) => count(available) },
    { name: 'status', label: column.status, cell: (item) => <StockPill item={item} /> },
    { name: 'sku', label: column.sku, sort: 'sku', cell: ({ sku }) => sku },
  ];
}
