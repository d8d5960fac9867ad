import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, useState } from 'react';
import { amountOf } from '../data/amounts.ts';
import {
  type Product,
  saveVariation,
  type Variation,
  variationsPerPage,
  variationsQuery,
} from '../data/shop-records.ts';
import { useWriting } from '../data/writing.ts';
import { Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { inputClass } from '../kit/field.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { Failure } from '../shell/failure.tsx';
import { ListPager } from '../shell/records/pages.tsx';
import { Trouble } from '../shell/records/trouble.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { useStockText } from './product-stock.ts';
import css from './shop.module.css';

/** Typed prices by the ids of their variations, which may be on several pages. */
type Prices = ReadonlyMap<number, { readonly row: Variation; readonly text: string }>;

/** Variations as a grid: prices are typed, or pasted as a column of a spreadsheet. */
export function Variations({ product }: { readonly product: Product }) {
  const { shop: words, action, report } = useWords();
  const may = useMay();
  const { count } = useFormats();
  const [page, setPage] = useState(1);
  const query = useQuery(variationsQuery(String(product.id), { page }));
  const [prices, setPrices] = useState<Prices>(new Map());
  const { rows = [], total } = query.data ?? {};
  const changed = [...prices.values()].filter(({ row, text }) => text !== priceText(row.price));
  const writing = useWriting({
    // One write for each variation: a repeated one changes nothing.
    write: async (list: typeof changed, headers) => {
      for (const { row, text } of list) {
        const key = `${headers['Idempotency-Key']}-${row.id}`;
        await saveVariation(product.id, row.id)({ price: text.replace(',', '.') || null }, { 'Idempotency-Key': key });
      }
    },
    topics: ['catalog', 'stock'],
    onDone: () => setPrices(new Map()),
  });
  const columns = useVariationColumns({ rows, prices, setPrices, isEditable: may('edit_products') });
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />;
  return (
    <Sheet
      aside={
        changed.length > 0 && (
          <Button disabled={writing.isPending} kind="main" onClick={() => writing.mutate(changed)}>
            {action.save}
          </Button>
        )
      }
      detail={total === undefined ? undefined : count(total)}
      flush
      title={words.product.variations}
    >
      <Trouble error={writing.error} />
      <Table
        bones={query.data ? undefined : 4}
        caption={words.product.variations}
        columns={columns}
        folds={report.table.more}
        keyOf={({ id }) => String(id)}
        rows={rows}
      />
      <ListPager
        isStale={query.isPlaceholderData}
        onPage={setPage}
        page={page}
        perPage={variationsPerPage}
        total={total}
      />
    </Sheet>
  );
}

const priceText = (price: Variation['price']): string => (price === null ? '' : String(amountOf(price)));

interface Grid {
  readonly rows: readonly Variation[];
  readonly prices: Prices;
  readonly setPrices: (prices: Prices) => void;
  readonly isEditable: boolean;
}

function useVariationColumns({ rows, prices, setPrices, isEditable }: Grid): readonly Column<Variation>[] {
  const { shop: words } = useWords();
  const stock = useStockText();
  const type = (...typed: readonly { readonly row: Variation; readonly text: string }[]) =>
    setPrices(new Map([...prices, ...typed.map((each) => [each.row.id, each] as const)]));
  const paste = (event: ClipboardEvent<HTMLInputElement>, from: number) => {
    const cells = event.clipboardData.getData('text').trim().split(/\r?\n/);
    if (cells.length < 2) return;
    event.preventDefault();
    const pasted = cells.flatMap((cell, index) => {
      const row = rows[from + index];
      return row ? [{ row, text: cell.split('\t')[0]?.trim() ?? '' }] : [];
    });
    type(...pasted);
  };
  return [
    {
      name: 'name',
      label: words.column.name,
      cell: ({ name, attributes, id }) => name ?? (Object.values(attributes ?? {}).join(', ') || `#${id}`),
    },
    { name: 'sku', label: words.column.sku, cell: ({ sku }) => sku },
    { name: 'stock', label: words.column.stock, isNumber: true, cell: stock },
    {
      name: 'price',
      label: words.column.price,
      isNumber: true,
      onPhone: true,
      cell: (row) => (
        <input
          aria-label={`${words.column.price}: ${row.name ?? row.id}`}
          className={`${inputClass} ${css.short}`}
          disabled={!isEditable}
          inputMode="decimal"
          maxLength={20}
          onChange={({ target }) => type({ row, text: target.value })}
          onPaste={(event) => paste(event, rows.indexOf(row))}
          value={prices.get(row.id)?.text ?? priceText(row.price)}
        />
      ),
    },
  ];
}
