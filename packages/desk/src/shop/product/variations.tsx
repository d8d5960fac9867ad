import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, useId, useState } from 'react';
import { type Product, type Variation, variationsPerPage, variationsQuery } from '../../data/shop-records.ts';
import { Sheet } from '../../kit/bits.tsx';
import { Button } from '../../kit/button.tsx';
import { inputClass } from '../../kit/field.tsx';
import { buttonsClass } from '../../kit/layout.tsx';
import { type Column, Table } from '../../kit/table/table.tsx';
import { Failure } from '../../shell/failure.tsx';
import { ErrorNotice } from '../../shell/records/error-notice.tsx';
import { ListPager } from '../../shell/records/pages.tsx';
import { useMay } from '../../shell/session-context.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import css from '../shop.module.css';
import { ProductStatus } from '../status-pill.tsx';
import { useStockText } from './product-stock.ts';
import { VariationDialog } from './variation-dialog.tsx';
import { priceText, type TypedPrice, useTypedPrices } from './variation-prices.ts';

/** Variations as a grid: prices are typed, or pasted as a column of a spreadsheet; a row opens its form. */
export function Variations({ product }: { readonly product: Product }) {
  const { shop: words, action, report } = useWords();
  const isEditable = useMay()('edit_products');
  const { count } = useFormats();
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<number | 'new'>();
  const query = useQuery(variationsQuery(String(product.id), { page }));
  const { prices, put, changed, writing } = useTypedPrices(product.id);
  const { rows = [], total } = query.data ?? {};
  const columns = useVariationColumns({ rows, prices, put, isEditable });
  // With an older answer the form of a variation stays open.
  if (query.isError && !query.data) return <Failure error={query.error} retry={query.refetch} />;
  return (
    <Sheet
      aside={
        <span className={buttonsClass}>
          {changed.length > 0 && (
            <Button disabled={writing.isPending} kind="main" onClick={() => writing.mutate(changed)}>
              {action.save}
            </Button>
          )}
          {isEditable && (
            <Button icon="plus" onClick={() => setEdited('new')}>
              {words.product.newVariation}
            </Button>
          )}
        </span>
      }
      detail={total === undefined ? undefined : count(total)}
      flush
      title={words.product.variations}
    >
      <ErrorNotice error={writing.error} />
      <Table
        bones={query.data ? undefined : 4}
        caption={words.product.variations}
        columns={columns}
        folds={report.table.more}
        keyOf={({ id }) => String(id)}
        onOpen={isEditable ? ({ id }) => setEdited(id) : undefined}
        rows={rows}
      />
      <ListPager
        isStale={query.isPlaceholderData}
        onPage={setPage}
        page={page}
        perPage={variationsPerPage}
        total={total}
      />
      {edited !== undefined && <VariationDialog id={edited} onClose={() => setEdited(undefined)} product={product} />}
    </Sheet>
  );
}

interface Grid {
  readonly rows: readonly Variation[];
  readonly prices: ReadonlyMap<number, TypedPrice>;
  readonly put: (typed: readonly TypedPrice[]) => void;
  readonly isEditable: boolean;
}

function useVariationColumns({ rows, prices, put, isEditable }: Grid): readonly Column<Variation>[] {
  const { shop: words } = useWords();
  const stock = useStockText();
  const paste = (event: ClipboardEvent<HTMLInputElement>, from: number) => {
    const cells = event.clipboardData.getData('text').trim().split(/\r?\n/);
    if (cells.length < 2) return;
    event.preventDefault();
    const pasted = cells.flatMap((cell, index) => {
      const row = rows[from + index];
      return row ? [typedIn(prices, row, cell.split('\t')[0]?.trim() ?? '')] : [];
    });
    put(pasted);
  };
  return [
    {
      name: 'name',
      label: words.column.name,
      cell: ({ name, attributes, id }) => name ?? (Object.values(attributes ?? {}).join(', ') || `#${id}`),
    },
    { name: 'sku', label: words.column.sku, cell: ({ sku }) => sku },
    { name: 'status', label: words.column.status, cell: ({ status }) => <ProductStatus status={status ?? ''} /> },
    { name: 'stock', label: words.column.stock, isNumber: true, cell: stock },
    {
      name: 'price',
      label: words.column.price,
      isNumber: true,
      onPhone: true,
      cell: (row) => (
        <PriceField
          isEditable={isEditable}
          onPaste={(event) => paste(event, rows.indexOf(row))}
          onText={(text) => put([typedIn(prices, row, text)])}
          row={row}
          typed={prices.get(row.id)}
        />
      ),
    },
  ];
}

/** A price as it is typed over the one that was shown when typing began. */
const typedIn = (prices: Grid['prices'], row: Variation, text: string): TypedPrice => ({
  row: prices.get(row.id)?.row ?? row,
  text,
});

interface PriceProps {
  readonly row: Variation;
  readonly typed: TypedPrice | undefined;
  readonly isEditable: boolean;
  readonly onText: (text: string) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

function PriceField({ row, typed, isEditable, onText, onPaste }: PriceProps) {
  const { product: words } = useWords().shop;
  const id = useId();
  return (
    <>
      <input
        aria-describedby={typed?.fault && id}
        aria-invalid={typed?.fault !== undefined || undefined}
        aria-label={words.priceOf(row.name ?? `#${row.id}`)}
        className={`${inputClass} ${css.short}`}
        disabled={!isEditable}
        inputMode="decimal"
        maxLength={20}
        onChange={({ target }) => onText(target.value)}
        onPaste={onPaste}
        placeholder={priceText(row.regular_price)}
        value={typed?.text ?? priceText(row.price)}
      />
      {typed?.fault && (
        <small className={css.fault} id={id} role="alert">
          {typed.fault}
        </small>
      )}
    </>
  );
}
