import { useState } from 'react';
import type { Tagged } from '../../data/client.ts';
import type { Order, Refund } from '../../data/shop-records.ts';
import { Button } from '../../kit/button.tsx';
import { useWords } from '../../words/words.tsx';
import { OrderLines, OrderTotals } from '../order-lines.tsx';
import { LinesDialog } from './lines-dialog.tsx';

interface ItemsProps {
  readonly tagged: Tagged<Order>;
  readonly refunds: readonly Refund[];
}

/** The lines of an order, which can be changed, and what it comes to. */
export function OrderItems({ tagged, refunds }: ItemsProps) {
  const { lines: words } = useWords().shop;
  const [isOpen, setOpen] = useState(false);
  const { record: order } = tagged;
  const edit = (
    <Button icon="edit" onClick={() => setOpen(true)}>
      {words.edit}
    </Button>
  );
  return (
    <>
      <OrderLines aside={order.status !== 'trash' && edit} order={order} />
      <OrderTotals order={order} refunds={refunds} />
      {isOpen && (
        <LinesDialog
          onClose={() => setOpen(false)}
          tagged={tagged}
          title={words.title(order.number ?? String(order.id))}
        />
      )}
    </>
  );
}
