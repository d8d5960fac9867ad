import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Item, type ItemSearch, itemsPerPage, itemsQuery, itemTotalsQuery } from '../data/stock.ts';
import { Empty } from '../kit/bits.tsx';
import { Button, buttonClass } from '../kit/button.tsx';
import { Checkbox } from '../kit/field.tsx';
import { Icon, type IconName } from '../kit/icon.tsx';
import { Filters, Screen } from '../kit/layout.tsx';
import type { Column } from '../kit/table/table.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink, useAddress, useGo } from '../shell/links.tsx';
import { CountedStatuses } from '../shell/records/counted-statuses.tsx';
import { ListSheet } from '../shell/records/list-sheet.tsx';
import { ListPager } from '../shell/records/pages.tsx';
import { Picker } from '../shell/records/picker.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { useCategoryChoices } from './category-choice.ts';
import { FindField } from './find-field.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { StockPill } from './stock-pill.tsx';
import { readItemSearch, statuses, writeItemSearch } from './stock-search.ts';

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
    <Screen>
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
      <ItemFilters search={search} setSearch={setSearch} />
      <Items onOpen={open} search={search} setSearch={setSearch} />
      {newCode !== undefined && (
        <ItemDialog
          code={newCode}
          onClose={() => setNewCode(undefined)}
          onSaved={({ id }) => go(`/stockroom/items/${id}`)}
        />
      )}
    </Screen>
  );
}

/** The other screens of the stockroom, as far as the account may use them. */
function Tools() {
  const { stockroom, trees } = useWords();
  const { tools } = stockroom;
  const may = useMay();
  const links: readonly (readonly [path: string, label: string, icon: IconName, capability: string])[] = [
    ['receive', tools.receive, 'plus', 'record_operations'],
    ['count', tools.count, 'count', 'record_operations'],
    ['ledger', tools.ledger, 'audit', 'read_inventory'],
    ['categories', trees.title, 'directory', 'read_inventory'],
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

function ItemFilters({ search, setSearch }: SearchProps) {
  const { stockroom: words } = useWords();
  const choices = useCategoryChoices() ?? [];
  const change = (part: Partial<ItemSearch>) => setSearch({ ...search, ...part, page: 1 });
  return (
    <Filters>
      <CountedStatuses
        chosen={search.status}
        label={words.statusFilter}
        onChoose={(status) => change({ status: statuses.find((each) => each === status) })}
        query={itemTotalsQuery(search)}
        statuses={statuses.map((value) => ({ value, label: words.status[value] ?? value }))}
      />
      {(choices.length > 0 || search.category !== undefined) && (
        <Picker
          choices={choices}
          chosen={search.category}
          label={words.column.category}
          none={words.anyCategory}
          onChange={(category) => change({ category })}
        />
      )}
      <Checkbox
        checked={search.archived}
        label={words.archived}
        onChange={({ target }) => change({ archived: target.checked })}
      />
    </Filters>
  );
}

function Items({ search, setSearch, onOpen }: SearchProps & { readonly onOpen: (item: Item) => void }) {
  const { stockroom: words } = useWords();
  const query = useQuery(itemsQuery(search));
  const columns = useItemColumns();
  const isFiltered = search.q !== '' || search.status !== undefined || search.category !== undefined || search.archived;
  return (
    <ListSheet
      asked={search}
      bones={8}
      detail={query.data && words.itemCount(query.data.total)}
      empty={
        <Empty
          action={isFiltered && <Button onClick={() => setSearch(readItemSearch({}))}>{words.showAll}</Button>}
          text={isFiltered ? words.noItems : words.firstItem}
        />
      }
      isPaged={search.page > 1}
      query={query}
      rows={query.data?.rows}
      table={{
        caption: words.items,
        columns,
        keyOf: ({ id }) => String(id),
        onOpen,
        onSort: (sort) => setSearch({ ...search, sort, page: 1 }),
        sort: search.sort,
      }}
      title={words.items}
    >
      <ListPager
        isStale={query.isPlaceholderData}
        onPage={(page, options) => setSearch({ ...search, page }, options)}
        page={search.page}
        perPage={itemsPerPage}
        total={query.data?.total}
      />
    </ListSheet>
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
      onPhone: true,
      value: ({ quantity }) => quantity,
      label: column.onHand,
      isNumber: true,
      sort: 'quantity',
      cell: ({ quantity, unit }) => `${count(quantity)} ${unit}`,
    },
    { name: 'reserved', label: column.reserved, isNumber: true, cell: ({ reserved }) => count(reserved) },
    { name: 'available', label: column.available, isNumber: true, cell: ({ available }) => count(available) },
    { name: 'status', label: column.status, onPhone: 'under', cell: (item) => <StockPill item={item} /> },
    { name: 'sku', label: column.sku, onPhone: 'under', sort: 'sku', cell: ({ sku }) => sku },
  ];
}
