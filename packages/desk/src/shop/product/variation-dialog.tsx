import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../data/api/limits.ts';
import type { Tagged } from '../../data/client.ts';
import {
  type Product,
  recordQuery,
  saveRecordOf,
  topicsOf,
  type Variation,
  variationsOf,
} from '../../data/shop-records.ts';
import { Actions, Button } from '../../kit/button.tsx';
import { RecordForm } from '../../shell/record-form.tsx';
import { useWords } from '../../words/words.tsx';
import { variationFields } from '../fields.ts';
import { RemoveDialog } from '../remove-dialog.tsx';
import { ItemLink } from './item-link.tsx';
import { useSharedAttributes } from './product-form.tsx';

interface VariationProps {
  readonly product: Product;
  readonly onClose: () => void;
}

/** Creates a variation of a product, or changes the one with this id. */
export function VariationDialog({ id, ...props }: VariationProps & { readonly id: number | 'new' }) {
  return id === 'new' ? <VariationForm {...props} /> : <EditVariation {...props} id={id} />;
}

function EditVariation({ product, id, onClose }: VariationProps & { readonly id: number }) {
  const { shop: words } = useWords();
  const path = variationsOf(product.id);
  const { data: tagged } = useQuery({ ...recordQuery(path, String(id)), gcTime: 0 });
  const [isRemoved, setRemoved] = useState(false);
  if (!tagged) return null;
  if (isRemoved) {
    return <RemoveDialog kind={path} name={tagged.record.name ?? `#${id}`} onClose={onClose} tagged={tagged} />;
  }
  return (
    <VariationForm onClose={onClose} product={product} tagged={tagged}>
      <ItemLink product={id} />
      {tagged.record.status !== 'trash' && (
        <Actions>
          <Button icon="trash" kind="danger" onClick={() => setRemoved(true)}>
            {words.bin}
          </Button>
        </Actions>
      )}
    </VariationForm>
  );
}

interface FormProps extends VariationProps {
  readonly tagged?: Tagged<Variation>;
  readonly children?: React.ReactNode;
}

function VariationForm({ product, tagged, onClose, children }: FormProps) {
  const words = useWords();
  const shared = useSharedAttributes(product);
  if (!shared) return null;
  return (
    <RecordForm
      fields={variationFields(words, product, shared)}
      limits={limits.variations}
      onClose={onClose}
      onSaved={onClose}
      record={tagged?.record}
      title={tagged?.record.name ?? words.shop.product.newVariation}
      writing={{
        write: saveRecordOf(variationsOf(product.id), tagged?.record.id),
        topics: topicsOf.products,
        tag: tagged?.tag,
      }}
    >
      {children}
    </RecordForm>
  );
}
