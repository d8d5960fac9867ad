import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { amountOf } from '../data/amounts.ts';
import { categoriesOfShopQuery, type Product, saveRecordOf, topicsOf } from '../data/shop-records.ts';
import { Button } from '../kit/button.tsx';
import type { Column } from '../kit/table/table.tsx';
import { ScreenLink, useGo } from '../shell/links.tsx';
import { RecordForm } from '../shell/record-form.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { BulkChange } from './bulk-change.tsx';
import { productFields, productStatuses } from './fields.ts';
import { ListScreen } from './list-screen.tsx';
import { useStockText } from './product-stock.ts';
import { ProductStatus } from './status-pill.tsx';

/** Products, with changes of many at once. */
export function ProductsScreen() {
  const { shop: words, shell } = useWords();
  const may = useMay();
  const go = useGo();
  const [isNew, setNew] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<number, Product>>(new Map());
  const choose = (product: Product, isChosen: boolean) => {
    const next = new Map(chosen);
    if (isChosen) next.set(product.id, product);
    else next.delete(product.id);
    setChosen(next);
  };
  return (
    <>
      <ListScreen
        check={
          may('edit_products')
            ? (product) => (
                <input
                  aria-label={words.product.choose(product.name)}
                  checked={chosen.has(product.id)}
                  onChange={({ target }) => choose(product, target.checked)}
                  type="checkbox"
                />
              )
            : undefined
        }
        columns={useProductColumns()}
        kind="products"
        onOpen={({ id }) => go(`/products/${id}`)}
        statuses={[...productStatuses, 'trash'].map((value) => ({ value, label: words.choice[value] ?? value }))}
        title={shell.screens.products ?? ''}
        tools={
          may('edit_products') && (
            <Button icon="plus" kind="main" onClick={() => setNew(true)}>
              {words.create.products}
            </Button>
          )
        }
      >
        {chosen.size > 0 && <BulkChange onClose={() => setChosen(new Map())} products={[...chosen.values()]} />}
      </ListScreen>
      {isNew && <NewProduct onClose={() => setNew(false)} />}
    </>
  );
}

function NewProduct({ onClose }: { readonly onClose: () => void }) {
  const { shop: words } = useWords();
  const go = useGo();
  const fields = useProductFields();
  return (
    <RecordForm
      fields={fields}
      onClose={onClose}
      onSaved={({ id }) => go(`/products/${id}`)}
      title={words.create.products}
      writing={{ write: saveRecordOf<'products'>('products', undefined), topics: topicsOf.products }}
    />
  );
}

/** Fields of a product, with the categories of the shop. */
export function useProductFields() {
  const words = useWords();
  const categories = useQuery(categoriesOfShopQuery).data?.rows ?? [];
  return productFields(
    { ...words.status, ...words.shop.choice },
    categories.map(({ id, name }) => ({ value: String(id), label: name })),
  );
}

function useProductColumns(): readonly Column<Product>[] {
  const { shop: words } = useWords();
  const { money } = useFormats();
  const stock = useStockText();
  return [
    {
      name: 'name',
      label: words.column.name,
      cell: ({ id, name }) => <ScreenLink to={`/products/${id}`}>{name}</ScreenLink>,
    },
    { name: 'sku', label: words.column.sku, cell: ({ sku }) => sku },
    { name: 'status', label: words.column.status, cell: ({ status }) => <ProductStatus status={status} /> },
    { name: 'stock', label: words.column.stock, isNumber: true, cell: stock },
    {
      name: 'price',
      label: words.column.price,
      isNumber: true,
      cell: ({ price }) => (price === null ? words.noValue : money(amountOf(price))),
    },
  ];
}
