import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ProductLink, productLinksQuery, removeProductLink, saveProductLink } from '../../data/stock.ts';
import { useWriting } from '../../data/writing.ts';
import { Sheet } from '../../kit/bits.tsx';
import { Button } from '../../kit/button.tsx';
import { buttonsClass } from '../../kit/layout.tsx';
import { ScreenLink } from '../../shell/links.tsx';
import { RecordForm } from '../../shell/record-form.tsx';
import { Confirm } from '../../shell/records/confirm.tsx';
import { useMay } from '../../shell/session-context.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import { linkFields } from '../fields.ts';

const topics = ['stock', 'catalog'] as const;

interface LinkProps {
  /** A product or a variation. */
  readonly product: number;
}

/** The item of the stockroom that counts for a product, for those who may read it; administrators set it. */
export function ItemLink({ product }: LinkProps) {
  const { link: words } = useWords().shop;
  const { count } = useFormats();
  const may = useMay();
  const query = useQuery({
    ...productLinksQuery({ product_id: product, effective: true }),
    enabled: may('read_inventory'),
  });
  const [dialog, setDialog] = useState<'set' | 'remove'>();
  const close = () => setDialog(undefined);
  if (!query.data) return null;
  const [counted] = query.data.rows;
  const link = counted?.origin === 'link' ? counted : undefined;
  return (
    <Sheet
      aside={
        may('manage_inventory') && (
          <span className={buttonsClass}>
            <Button onClick={() => setDialog('set')}>{link ? words.change : words.set}</Button>
            {link && <Button onClick={() => setDialog('remove')}>{words.remove}</Button>}
          </span>
        )
      }
      title={words.title}
    >
      {counted ? (
        <>
          <p>
            <ScreenLink to={`/stockroom/items/${counted.item_id}`}>{counted.item_name}</ScreenLink>
          </p>
          <p className="soft">
            {counted.item_sku} · {words.units(count(counted.units_per_sale))}
          </p>
          {counted.origin !== 'link' && <p className="soft">{words.origin[counted.origin]}</p>}
        </>
      ) : (
        <p className="soft">{words.none}</p>
      )}
      {dialog === 'set' && <LinkForm link={link} onClose={close} product={product} />}
      {dialog === 'remove' && <RemoveLink onClose={close} product={product} />}
    </Sheet>
  );
}

interface DialogProps extends LinkProps {
  readonly onClose: () => void;
}

const oneUnit = { units_per_sale: 1 };

function LinkForm({ product, link, onClose }: DialogProps & { readonly link: ProductLink | undefined }) {
  const { link: words } = useWords().shop;
  return (
    <RecordForm
      fields={linkFields}
      onClose={onClose}
      onSaved={onClose}
      record={link ?? oneUnit}
      title={link ? words.change : words.set}
      writing={{ write: saveProductLink(product, link), topics }}
    />
  );
}

function RemoveLink({ product, onClose }: DialogProps) {
  const { link: words } = useWords().shop;
  const writing = useWriting({ write: removeProductLink(product), topics, onDone: onClose });
  return (
    <Confirm
      onClose={onClose}
      onConfirm={() => writing.mutate(undefined)}
      text={words.removeText}
      title={words.remove}
      verb={words.remove}
      writing={writing}
    />
  );
}
