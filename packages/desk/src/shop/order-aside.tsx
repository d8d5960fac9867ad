import { useQuery } from '@tanstack/react-query';
import { amountOf } from '../data/amounts.ts';
import type { Order, Refund } from '../data/shop-records.ts';
import { ledgerQuery } from '../data/stock.ts';
import { Sheet } from '../kit/bits.tsx';
import { Screen } from '../kit/layout.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { When } from '../shell/records/when.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { customerName } from './orders-screen.tsx';
import css from './shop.module.css';

interface AsideProps {
  readonly order: Order;
  readonly refunds: readonly Refund[];
}

/** Beside an order: its customer, its history, the stock that it took. */
export function OrderAside({ order, refunds }: AsideProps) {
  const may = useMay();
  return (
    <aside>
      <Screen>
        <CustomerCard order={order} />
        <History order={order} refunds={refunds} />
        {may('read_inventory') && <StockTaken order={order} />}
      </Screen>
    </aside>
  );
}

function CustomerCard({ order }: { readonly order: Order }) {
  const { shop: words } = useWords();
  const { billing, customer_id: id, source, coupon_lines: coupons } = order;
  const name = customerName(order) || words.guest;
  const place = [billing?.postcode, billing?.city, billing?.state, billing?.country].filter(Boolean).join(', ');
  return (
    <Sheet title={words.order.customer}>
      <p>{id ? <ScreenLink to={`/customers/${id}`}>{name}</ScreenLink> : name}</p>
      {billing?.email && <p className="soft">{billing.email}</p>}
      {place && <p className="soft">{place}</p>}
      {source && <p className="soft">{words.order.source(source.name ?? source.type)}</p>}
      {coupons && coupons.length > 0 && (
        <p className="soft">
          {words.order.coupons}: {coupons.map(({ code }) => code).join(', ')}
        </p>
      )}
    </Sheet>
  );
}

function History({ order, refunds }: AsideProps) {
  const { order: words } = useWords().shop;
  const { money } = useFormats();
  const events = [
    { at: order.created_at, text: words.ordered, detail: '' },
    { at: order.paid_at, text: words.paid, detail: money(amountOf(order.total)) },
    { at: order.completed_at, text: words.completed, detail: '' },
    ...refunds.map(({ created_at: at, amount, reason }) => ({
      at,
      text: words.refundOf(money(amountOf(amount))),
      detail: reason ?? '',
    })),
  ];
  const known = events.flatMap((event) => (event.at ? [{ ...event, at: event.at }] : []));
  return (
    <Sheet title={words.history}>
      <ol className={css.history}>
        {known
          .toSorted((a, b) => a.at.localeCompare(b.at))
          .map(({ at, text, detail }, index) => (
            <li className={css.event} key={`${at} ${text} ${index}`}>
              <span>
                {text} {detail && <span className="soft">{detail}</span>}
              </span>
              <span className="soft">
                <When at={at} />
              </span>
            </li>
          ))}
      </ol>
    </Sheet>
  );
}

function StockTaken({ order }: { readonly order: Order }) {
  const { shop: words, stockroom } = useWords();
  const { count } = useFormats();
  const query = useQuery(ledgerQuery({ order: order.id, count: 100 }));
  if (!query.data || query.data.rows.length === 0) return null;
  return (
    <Sheet title={words.order.stock}>
      <ul className={css.history}>
        {query.data.rows.map(({ id, item_id: item, item_name: name, delta, type }) => (
          <li className={css.event} key={id}>
            <ScreenLink to={`/stockroom/items/${item}`}>{name}</ScreenLink>
            <span className="nums">
              {stockroom.type[type]} {delta > 0 ? `+${count(delta)}` : `\u2212${count(-delta)}`}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
