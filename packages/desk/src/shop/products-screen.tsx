import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { amountOf } from '../data/amounts.ts';
import { soldQuery } from '../data/shop/sold.ts';
import type { Product } from '../data/shop-records.ts';
import { Button, buttonClass } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import type { Column } from '../kit/table/table.tsx';
import { ScreenLink, useGo } from '../shell/links.tsx';
import { useCalendar, useMay } from '../shell/session-context.tsx';
import { addDays } from '../words/calendar.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { BulkChange } from './bulk-change.tsx';
import { productStatuses } from './fields.ts';
import { ListScreen } from './list-screen.tsx';
import { ProductForm } from './product/product-form.tsx';
import { useStockText } from './product/product-stock.ts';
import { ProductStatus } from './status-pill.tsx';

/** Products, with changes of many at once. */
export function ProductsScreen() {
  const { shop: words, shell, trees } = useWords();
  const may = useMay();
  const go = useGo();
  const [isNew, setNew] = useState(false);
  const [rows, setRows] = useState<readonly Product[]>([]);
  const [chosen, setChosen] = useState<ReadonlyMap<number, Product>>(new Map());
  const choose = (isChosen: boolean, ...products: readonly Product[]) => {
    const next = new Map(chosen);
    for (const product of products) {
      if (isChosen) next.set(product.id, product);
      else next.delete(product.id);
    }
    setChosen(next);
  };
  const isEditor = may('edit_products');
  return (
    <>
      <ListScreen
        check={
          isEditor
            ? (product) => (
                <input
                  aria-label={words.product.choose(product.name)}
                  checked={chosen.has(product.id)}
                  onChange={({ target }) => choose(target.checked, product)}
                  type="checkbox"
                />
              )
            : undefined
        }
        checkAll={
          isEditor &&
          rows.length > 0 && (
            <input
              aria-label={words.product.chooseAll}
              checked={rows.every(({ id }) => chosen.has(id))}
              onChange={({ target }) => choose(target.checked, ...rows)}
              type="checkbox"
            />
          )
        }
        columns={useProductColumns(rows)}
        kind="products"
        onOpen={({ id }) => go(`/products/${id}`)}
        onRows={setRows}
        statuses={[...productStatuses, 'trash'].map((value) => ({ value, label: words.choice[value] ?? value }))}
        title={shell.screens.products ?? ''}
        hasCategories={may('manage_store')}
        tools={
          <>
            {may('manage_store') && (
              <ScreenLink className={buttonClass} data-kind="plain" to="/products/categories">
                <Icon name="directory" />
                <span>{trees.title}</span>
              </ScreenLink>
            )}
            {isEditor && (
              <Button icon="plus" kind="main" onClick={() => setNew(true)}>
                {words.create.products}
              </Button>
            )}
          </>
        }
      >
        {chosen.size > 0 && <BulkChange onClose={() => setChosen(new Map())} products={[...chosen.values()]} />}
      </ListScreen>
      {isNew && <ProductForm onClose={() => setNew(false)} onSaved={({ id }) => go(`/products/${id}`)} />}
    </>
  );
}

function useProductColumns(rows: readonly Product[]): readonly Column<Product>[] {
  const { shop: words } = useWords();
  const { money, count } = useFormats();
  const stock = useStockText();
  const may = useMay();
  const { today } = useCalendar();
  const asked = soldQuery(
    rows.map(({ id }) => id),
    addDays(today, -29),
  );
  const mayRead = may('manage_store');
  const sold = useQuery({ ...asked, enabled: mayRead && rows.length > 0 }).data;
  const soldColumn: Column<Product> = {
    name: 'sold',
    label: words.column.sold,
    isNumber: true,
    cell: ({ id }) => (sold ? count(sold.get(id) ?? 0) : words.noValue),
  };
  return [
    {
      name: 'name',
      label: words.column.name,
      cell: ({ id, name }) => <ScreenLink to={`/products/${id}`}>{name}</ScreenLink>,
    },
    { name: 'sku', label: words.column.sku, onPhone: 'under', cell: ({ sku }) => sku },
    { name: 'status', label: words.column.status, cell: ({ status }) => <ProductStatus status={status} /> },
    { name: 'stock', label: words.column.stock, isNumber: true, onPhone: true, value: stock, cell: stock },
    ...(mayRead ? [soldColumn] : []),
    {
      name: 'price',
      onPhone: 'under',
      value: ({ price }) => price,
      label: words.column.price,
      isNumber: true,
      cell: ({ price }) => (price === null ? words.noValue : money(amountOf(price))),
    },
  ];
}
