import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, useState } from 'react';
import { amountOf } from '../data/amounts.ts';
import { type Product, saveVariation, type Variation, variationsQuery } from '../data/shop-records.ts';
import { useWriting } from '../data/writing.ts';
import { Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { inputClass } from '../kit/field.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { Failure } from '../shell/failure.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import { useStockText } from './product-stock.ts';
import css from './shop.module.css';

type Prices = Readonly<Record<number, string>>;

/** Variations as a grid: prices are typed, or pasted as a column of a spreadsheet. */
export function Variations({ product }: { readonly product: Product }) {
  const { shop: words, action } = useWords();
  const may = useMay();
  const query = useQuery(variationsQuery(String(product.id)));
  const [prices, setPrices] = useState<Prices>({});
  const rows = query.data?.rows ?? [];
  const changed = rows.filter(({ id, price }) => prices[id] !== undefined && prices[id] !== priceText(price));
  const writing = useWriting({
    // One write for each variation: a repeated one changes nothing.
    write: async (list: readonly Variation[], headers) => {
      for (const { id } of list) {
        const key = `${headers['Idempotency-Key']}-${id}`;
        await saveVariation(product.id, id)(
          { price: prices[id]?.replace(',', '.') || null },
          { 'Idempotency-Key': key },
        );
      }
    },
    topics: ['catalog', 'stock'],
    onDone: () => setPrices({}),
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
      flush
      title={words.product.variations}
    >
      {writing.error && (
        <p className={css.trouble} role="alert">
          {writing.error.message}
        </p>
      )}
      <Table
        bones={query.data ? undefined : 4}
        caption={words.product.variations}
        columns={columns}
        keyOf={({ id }) => String(id)}
        rows={rows}
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
  const paste = (event: ClipboardEvent<HTMLInputElement>, from: number) => {
    const cells = event.clipboardData.getData('text').trim().split(/\r?\n/);
    if (cells.length < 2) return;
    event.preventDefault();
    const pasted = cells.flatMap((cell, index) => {
      const row = rows[from + index];
      return row ? [[row.id, cell.split('\t')[0]?.trim() ?? '']] : [];
    });
    setPrices({ ...prices, ...Object.fromEntries(pasted) });
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
      cell: (row) => (
        <input
          aria-label={`${words.column.price}: ${row.name ?? row.id}`}
          className={`${inputClass} ${css.short}`}
          disabled={!isEditable}
          inputMode="decimal"
          maxLength={20}
          onChange={({ target }) => setPrices({ ...prices, [row.id]: target.value })}
          onPaste={(event) => paste(event, rows.indexOf(row))}
          value={prices[row.id] ?? priceText(row.price)}
        />
      ),
    },
  ];
}
