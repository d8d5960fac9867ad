import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordsQuery, type ShopKind, type ShopRecords, variationsQuery } from '../data/shop-records.ts';
import { Combobox } from '../kit/options.tsx';
import { useWords } from '../words/words.tsx';
import type { OrderedProduct } from './order-draft.ts';

interface RecordChoiceProps<Kind extends ShopKind> {
  readonly kind: Kind;
  readonly nameOf: (record: ShopRecords[Kind]) => string;
  readonly onChoose: (record: ShopRecords[Kind]) => void;
}

/** Finds a record by typed words. */
export function RecordChoice<Kind extends ShopKind>({ kind, nameOf, onChoose }: RecordChoiceProps<Kind>) {
  const { shop: words } = useWords();
  const [text, setText] = useState('');
  const found = useQuery(recordsQuery(kind, { search: text.trim(), status: undefined, page: 1 }));
  const rows = found.data?.rows ?? [];
  return (
    <Combobox
      empty={words.none}
      isBusy={found.isLoading || found.isPlaceholderData}
      isFramed
      label={words.searchHint[kind] ?? words.search}
      onChoose={(id) => {
        const record = rows.find((each) => String(each.id) === id);
        if (record) onChoose(record);
      }}
      onText={(next) => setText(next.slice(0, 200))}
      options={rows.map((record) => ({ id: String(record.id), content: nameOf(record) }))}
      placeholder={words.searchHint[kind]}
      text={text}
    />
  );
}

/** A product, or one of its variations, with its price. */
export function ProductChoice({ onChoose }: { readonly onChoose: (chosen: OrderedProduct, price: string) => void }) {
  const [parent, setParent] = useState<ShopRecords['products']>();
  if (parent) {
    return <VariationChoice onChoose={onChoose} parent={parent} />;
  }
  return (
    <RecordChoice
      kind="products"
      nameOf={({ name }) => name}
      onChoose={(product) => {
        if (product.type === 'variable') setParent(product);
        else
          onChoose(
            { product: product.id, variation: undefined, name: product.name },
            String(product.price === null ? '' : Number(product.price)),
          );
      }}
    />
  );
}

interface VariationProps {
  readonly parent: ShopRecords['products'];
  readonly onChoose: (chosen: OrderedProduct, price: string) => void;
}

function VariationChoice({ parent, onChoose }: VariationProps) {
  const { shop: words } = useWords();
  const [text, setText] = useState('');
  const search = text.trim().slice(0, 200);
  const found = useQuery(variationsQuery(String(parent.id), { page: 1, search }));
  const rows = (found.data?.rows ?? []).map((variation) => ({
    ...variation,
    label: variation.name ?? `${parent.name} ${Object.values(variation.attributes ?? {}).join(', ')}`,
  }));
  return (
    <Combobox
      empty={words.none}
      isBusy={found.isLoading || found.isPlaceholderData}
      isFramed
      label={words.product.variations}
      onChoose={(id) => {
        const variation = rows.find((each) => String(each.id) === id);
        if (!variation) return;
        onChoose(
          { product: parent.id, variation: variation.id, name: variation.label },
          String(variation.price === null ? '' : Number(variation.price)),
        );
      }}
      onText={setText}
      options={rows.map(({ id, label }) => ({ id: String(id), content: label }))}
      placeholder={words.product.variations}
      text={text}
    />
  );
}
