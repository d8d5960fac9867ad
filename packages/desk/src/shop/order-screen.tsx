import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { amountOf } from '../data/amounts.ts';
import type { Tagged } from '../data/client.ts';
import { type Order, type Refund, recordQuery, refundsQuery, saveRecordOf, topicsOf } from '../data/shop-records.ts';
import { useWriting } from '../data/writing.ts';
import { Bone, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { inputClass } from '../kit/field.tsx';
import { showToast } from '../kit/toast.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { RecordForm } from '../shell/record-form.tsx';
import { useSession } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { orderFields } from './fields.ts';
import { OrderAside } from './order-aside.tsx';
import { OrderLines } from './order-lines.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { leftOf } from './refunding.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import css from './shop.module.css';
import { OrderStatus } from './status-pill.tsx';

/** One order: lines, totals, payments and refunds, stock, customer. */
export function OrderScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const words = useWords();
  const query = useQuery(recordQuery('orders', id));
  const refunds = useQuery(refundsQuery(id));
  const back = (
    <ScreenLink className={css.back} to="/orders">
      {words.shell.screens.orders}
    </ScreenLink>
  );
  const title = words.shop.order.title(query.data?.record.number ?? id);
  if (query.isError || refunds.isError) {
    return (
      <>
        <PageHead back={back} title={title} />
        <Failure error={query.error ?? refunds.error} retry={query.refetch} />
      </>
    );
  }
  if (!query.data || !refunds.data) {
    return (
      <div className={css.screen}>
        <PageHead back={back} detail={<Bone width={20} />} title={title} />
        <Sheet>
          <Bone width={40} />
        </Sheet>
      </div>
    );
  }
  return <OrderCard back={back} key={id} refunds={refunds.data.rows} tagged={query.data} title={title} />;
}

interface CardProps {
  readonly tagged: Tagged<Order>;
  readonly refunds: readonly Refund[];
  readonly title: string;
  readonly back: React.ReactNode;
}

function OrderCard({ tagged, refunds, title, back }: CardProps) {
  const { record: order, tag } = tagged;
  const words = useWords();
  const { moment } = useFormats();
  const { shop } = useSession();
  const [dialog, setDialog] = useState<'edit' | 'refund' | 'remove'>();
  const close = () => setDialog(undefined);
  const left = leftOf(order, refunds);
  return (
    <div className={css.screen}>
      <PageHead
        back={back}
        detail={
          <span className={css.marks}>
            <OrderStatus status={order.status} /> {moment(order.created_at)}
          </span>
        }
        title={title}
      >
        <StatusSelect tagged={tagged} />
        <Button disabled={left.all === 0} icon="undo" onClick={() => setDialog('refund')}>
          {words.shop.refund.action}
        </Button>
        <Button icon="edit" onClick={() => setDialog('edit')}>
          {words.shop.edit}
        </Button>
        {order.status !== 'trash' && (
          <Button icon="trash" onClick={() => setDialog('remove')}>
            {words.shop.bin}
          </Button>
        )}
      </PageHead>
      {order.test && <p className={css.notice}>{words.shop.order.test}</p>}
      <div className={css.detail}>
        <div className={css.screen}>
          <OrderLines order={order} />
          <Totals order={order} refunds={refunds} />
        </div>
        <OrderAside order={order} refunds={refunds} />
      </div>
      {dialog === 'refund' && <RefundDialog decimals={shop.price_decimals} left={left} onClose={close} order={order} />}
      {dialog === 'remove' && <RemoveDialog kind="orders" name={title} onClose={close} tagged={tagged} />}
      {dialog === 'edit' && (
        <RecordForm
          fields={orderFields}
          onClose={close}
          onSaved={close}
          record={order}
          title={title}
          writing={{ write: saveRecordOf<'orders'>('orders', order.id), topics: topicsOf.orders, tag }}
        />
      )}
    </div>
  );
}

function StatusSelect({ tagged: { record, tag } }: { readonly tagged: Tagged<Order> }) {
  const words = useWords();
  const { shop } = useSession();
  const writing = useWriting({
    write: saveRecordOf<'orders'>('orders', record.id),
    topics: topicsOf.orders,
    tag,
    onDone: ({ status }) => showToast({ id: 'status', text: words.status[status] ?? status }),
  });
  const options = [...new Set([...shop.statuses, record.status])];
  return (
    <select
      aria-label={words.shop.order.changeStatus}
      className={`${inputClass} ${css.statusSelect}`}
      disabled={writing.isPending}
      onChange={({ target }) =>
        writing.mutate(
          { status: target.value },
          { onError: ({ message }) => showToast({ id: 'status', kind: 'bad', text: message }) },
        )
      }
      value={record.status}
    >
      {options.map((each) => (
        <option key={each} value={each}>
          {words.status[each] ?? each}
        </option>
      ))}
    </select>
  );
}

function Totals({ order, refunds }: { readonly order: Order; readonly refunds: readonly Refund[] }) {
  const { order: words } = useWords().shop;
  const { money } = useFormats();
  const fees = (order.fee_lines ?? []).reduce((sum, { total }) => sum + amountOf(total), 0);
  const refunded = refunds.reduce((sum, { amount }) => sum + amountOf(amount), 0);
  const rows: readonly (readonly [label: string, amount: number, isStrong?: boolean])[] = [
    [words.subtotal, order.lines.reduce((sum, { subtotal }) => sum + amountOf(subtotal), 0)],
    [words.discount, -amountOf(order.discount_total)],
    [words.fees, fees],
    [words.shipping, amountOf(order.shipping_total)],
    [words.tax, amountOf(order.total_tax)],
    [words.total, amountOf(order.total), true],
    [words.refunded, -refunded],
    [words.left, amountOf(order.total) - refunded, true],
  ];
  const isAlways = (label: string) => label === words.subtotal || label === words.total;
  const shown = rows.filter(
    ([label, amount]) => isAlways(label) || (label === words.left ? refunded > 0 : amount !== 0),
  );
  return (
    <Sheet title={words.totals}>
      <dl className={css.totals}>
        {shown.map(([label, amount, isStrong]) => (
          <div className={css.total} data-strong={isStrong} key={label}>
            <dt>{label}</dt>
            <dd className="nums">{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
