import { useQuery } from '@tanstack/react-query';
import { limits } from '../../data/api/limits.ts';
import type { Tagged } from '../../data/client.ts';
import { sharedAttributesQuery } from '../../data/shop/attributes.ts';
import { type Product, saveRecordOf, topicsOf } from '../../data/shop-records.ts';
import { RecordForm } from '../../shell/record-form.tsx';
import { useWords } from '../../words/words.tsx';
import { productFields } from '../fields.ts';

interface ProductFormProps {
  /** The product to change; a new one without it. */
  readonly tagged?: Tagged<Product>;
  readonly onClose: () => void;
  readonly onSaved: (product: Product) => void;
}

/** Shared attributes for the forms of a product and of its variations; undefined until they are read. */
export function useSharedAttributes(product: Pick<Product, 'attributes'> | undefined) {
  const names = (product?.attributes ?? []).filter(({ id }) => id).map(({ name }) => name);
  const query = useQuery(sharedAttributesQuery(names));
  return query.data ?? (query.isError ? [] : undefined);
}

/** Creates a product, or changes it. */
export function ProductForm({ tagged, onClose, onSaved }: ProductFormProps) {
  const words = useWords();
  const shared = useSharedAttributes(tagged?.record);
  // The values of attributes are written by their names when the form opens.
  if (!shared) return null;
  return (
    <RecordForm
      fields={productFields(words, shared)}
      limits={limits.products}
      onClose={onClose}
      onSaved={onSaved}
      record={tagged?.record}
      title={tagged?.record.name ?? words.shop.create.products}
      writing={{
        write: saveRecordOf<'products'>('products', tagged?.record.id),
        topics: topicsOf.products,
        tag: tagged?.tag,
      }}
    />
  );
}
