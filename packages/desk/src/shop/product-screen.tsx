import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { amountOf } from '../data/amounts.ts';
import type { Tagged } from '../data/client.ts';
import { namesQuery } from '../data/names.ts';
import { type Product, recordQuery } from '../data/shop-records.ts';
import { Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { KnownFacts } from '../kit/facts.tsx';
import { Amounts, Screen } from '../kit/layout.tsx';
import { PageHead } from '../shell/head.tsx';
import { useGo } from '../shell/links.tsx';
import { BackLink } from '../shell/records/back-link.tsx';
import { PendingRecord } from '../shell/records/pending.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { InReports } from './in-reports.tsx';
import { ItemLink } from './product/item-link.tsx';
import { ProductForm, useSharedAttributes } from './product/product-form.tsx';
import { useStockText } from './product/product-stock.ts';
import { Variations } from './product/variations.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import css from './shop.module.css';
import { ProductStatus } from './status-pill.tsx';

/** One product with its variations. */
export function ProductScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const words = useWords();
  const query = useQuery(recordQuery('products', id));
  const back = <BackLink to="/products">{words.shell.screens.products}</BackLink>;
  if (!query.data) {
    const title = words.shell.screens.product ?? '';
    return <PendingRecord back={back} error={query.error} retry={query.refetch} title={title} />;
  }
  return <ProductCard back={back} key={id} tagged={query.data} />;
}

interface CardProps {
  readonly tagged: Tagged<Product>;
  readonly back: React.ReactNode;
}

function ProductCard({ tagged, back }: CardProps) {
  const { record: product } = tagged;
  const { shop: words } = useWords();
  const may = useMay();
  const go = useGo();
  const [dialog, setDialog] = useState<'edit' | 'remove'>();
  const close = () => setDialog(undefined);
  return (
    <Screen>
      <PageHead
        back={back}
        detail={
          <span className={css.marks}>
            <ProductStatus status={product.status} /> {product.sku}
          </span>
        }
        title={product.name}
      >
        <InReports id={product.id} report="products" subject="product" />
        {may('edit_products') && (
          <Button icon="edit" onClick={() => setDialog('edit')}>
            {words.edit}
          </Button>
        )}
        {may('edit_products') && product.status !== 'trash' && (
          <Button icon="trash" onClick={() => setDialog('remove')}>
            {words.bin}
          </Button>
        )}
      </PageHead>
      <Figures product={product} />
      <Contents product={product} />
      <ItemLink product={product.id} />
      {product.type === 'variable' && <Variations product={product} />}
      {dialog === 'edit' && <ProductForm onClose={close} onSaved={close} tagged={tagged} />}
      {dialog === 'remove' && (
        <RemoveDialog
          kind="products"
          name={product.name}
          onClose={close}
          onDone={() => go('/products')}
          tagged={tagged}
        />
      )}
    </Screen>
  );
}

/** Its description, image, attributes and files; absent where it has none. */
function Contents({ product }: { readonly product: Product }) {
  const { shop: words } = useWords();
  const shared = useSharedAttributes(product) ?? [];
  const { list } = useFormats();
  const textOf = (attribute: number | null | undefined, option: number | string) =>
    shared.find(({ id }) => id === attribute)?.terms.find(({ id }) => id === option)?.name ?? String(option);
  const facts = [
    [words.field.description ?? '', product.description],
    [words.field.image ?? '', product.image],
    [words.field.permalink ?? '', product.permalink],
    ...(product.attributes ?? []).map(
      ({ id, name, options }) => [name, list((options ?? []).map((option) => textOf(id, option)))] as const,
    ),
    [words.field.files ?? '', list((product.files ?? []).map(({ name, file }) => name || file))],
  ] as const;
  return <KnownFacts facts={facts} />;
}

function Figures({ product }: { readonly product: Product }) {
  const { shop: words } = useWords();
  const { list, money } = useFormats();
  const stock = useStockText();
  const ids = (product.category_ids ?? []).map(String);
  const { data: names } = useQuery(namesQuery('categories', ids));
  const facts = [
    [words.column.price, product.price === null ? words.noValue : money(amountOf(product.price))],
    [words.column.stock, stock(product)],
    [words.column.type, words.choice[product.type] ?? product.type],
    [words.field.category_ids ?? '', list(ids.map((id) => names?.get(id) ?? `#${id}`)) || words.noValue],
  ] as const;
  return (
    <Sheet flush>
      <Amounts amounts={facts} />
    </Sheet>
  );
}
