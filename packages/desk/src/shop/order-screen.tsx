import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import type { Tagged } from '../data/client.ts';
import { type Order, type Refund, recordQuery, refundsQuery, saveRecordOf, topicsOf } from '../data/shop-records.ts';
import { useWriting } from '../data/writing.ts';
import { Button } from '../kit/button.tsx';
import { inputClass } from '../kit/field.tsx';
import { Notice, Screen } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { PageHead } from '../shell/head.tsx';
import { RecordForm } from '../shell/record-form.tsx';
import { BackLink } from '../shell/records/back-link.tsx';
import { PendingRecord } from '../shell/records/pending.tsx';
import { useSession } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { orderFields } from './fields.ts';
import { InReports } from './in-reports.tsx';
import { OrderItems } from './order/order-items.tsx';
import { OrderAside } from './order-aside.tsx';
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
  const back = <BackLink to="/orders">{words.shell.screens.orders}</BackLink>;
  const title = words.shop.order.title(query.data?.record.number ?? id);
  if (!query.data || !refunds.data) {
    const retry = () => void Promise.all([query.refetch(), refunds.refetch()]);
    return <PendingRecord back={back} error={query.error ?? refunds.error} retry={retry} title={title} />;
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
    <Screen>
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
        <InReports id={order.id} report="orders" subject="order" />
        <Button disabled={left.all === 0n} icon="undo" onClick={() => setDialog('refund')}>
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
      {order.test && <Notice>{words.shop.order.test}</Notice>}
      <div className={css.detail}>
        <Screen>
          <OrderItems refunds={refunds} tagged={tagged} />
        </Screen>
        <OrderAside order={order} refunds={refunds} />
      </div>
      {dialog === 'refund' && <RefundDialog decimals={shop.price_decimals} left={left} onClose={close} order={order} />}
      {dialog === 'remove' && <RemoveDialog kind="orders" name={title} onClose={close} tagged={tagged} />}
      {dialog === 'edit' && (
        <RecordForm
          fields={orderFields}
          limits={limits.orders}
          onClose={close}
          onSaved={close}
          record={order}
          title={title}
          writing={{ write: saveRecordOf<'orders'>('orders', order.id), topics: topicsOf.orders, tag }}
        />
      )}
    </Screen>
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
