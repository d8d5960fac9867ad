import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { Tagged } from '../data/client.ts';
import { categoryQuery, type Item, itemQuery, type Operation } from '../data/stock.ts';
import { Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Amounts, Notice, Screen } from '../kit/layout.tsx';
import { announce } from '../shell/announce.tsx';
import { PageHead } from '../shell/head.tsx';
import { BackLink } from '../shell/records/back-link.tsx';
import { PendingRecord } from '../shell/records/pending.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';
import { Booked } from './booked.tsx';
import { type BookableType, BookingDialog, bookableTypes, typeIcons } from './booking-dialog.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { Ledger } from './ledger/ledger.tsx';
import { LinkedProducts } from './linked-products.tsx';
import { useOpenCode } from './open-code.ts';
import { useScanner } from './scanner.ts';
import { StockPill } from './stock-pill.tsx';
import css from './stockroom.module.css';

/** One item: what is on hand where, how to book it, and its ledger. */
export function ItemScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0;
  const { stockroom: words } = useWords();
  const query = useQuery({ ...itemQuery(number) });
  useScanner(useOpenCode());
  const back = <BackLink to="/stockroom">{words.back}</BackLink>;
  if (!query.data) {
    return <PendingRecord back={back} error={query.error} retry={query.refetch} title={words.column.item} />;
  }
  return <ItemCard back={back} key={number} tagged={query.data} />;
}

interface CardProps {
  readonly tagged: Tagged<Item>;
  readonly back: React.ReactNode;
}

function ItemCard({ tagged, back }: CardProps) {
  const { record: item } = tagged;
  const { stockroom: words } = useWords();
  const may = useMay();
  const [booking, setBooking] = useState<BookableType>();
  const [booked, setBooked] = useState<Operation>();
  const [dialog, setDialog] = useState<'edit' | 'archive'>();
  const { count } = useFormats();
  const done = (operation: Operation) => {
    setBooking(undefined);
    setBooked(operation);
    const { type, balance_before: before, balance_after: after } = operation;
    announce(words.booked(words.type[type] ?? type, count(before), count(after)));
  };
  return (
    <Screen>
      <PageHead back={back} detail={<Codes item={item} />} title={item.name}>
        {may('edit_catalog') && (
          <Button icon="edit" onClick={() => setDialog('edit')}>
            {words.edit}
          </Button>
        )}
        {may('edit_catalog') && !item.archived && (
          <Button icon="trash" onClick={() => setDialog('archive')}>
            {words.archive}
          </Button>
        )}
      </PageHead>
      {booked && <Booked key={booked.id} onClose={() => setBooked(undefined)} operation={booked} />}
      <Balances item={item} />
      {may('record_operations') && !item.archived && <BookingButtons onChoose={setBooking} />}
      {item.archived && <Notice>{words.isArchived}</Notice>}
      <div className={css.columns}>
        <Places item={item} />
        <Facts item={item} />
        <LinkedProducts item={item.id} />
      </div>
      <Ledger search={{ item: item.id, count: 20 }} showsItem={false} title={words.screens.ledger} />
      {booking && <BookingDialog item={item} onClose={() => setBooking(undefined)} onDone={done} type={booking} />}
      {dialog === 'edit' && (
        <ItemDialog onClose={() => setDialog(undefined)} onSaved={() => setDialog(undefined)} tagged={tagged} />
      )}
      {dialog === 'archive' && <ArchiveDialog onClose={() => setDialog(undefined)} tagged={tagged} />}
    </Screen>
  );
}

function Codes({ item }: { readonly item: Item }) {
  return (
    <span className={css.codes}>
      <span className="nums">{item.sku}</span>
      <StockPill item={item} />
    </span>
  );
}

/** The three amounts of an item, as large numbers. */
function Balances({ item }: { readonly item: Item }) {
  const { stockroom: words } = useWords();
  const { count } = useFormats();
  const amountOf = (label: string, amount: number) =>
    [
      label,
      <Fragment key={label}>
        {count(amount)} <small>{item.unit}</small>
      </Fragment>,
    ] as const;
  const amounts = [
    amountOf(words.column.onHand, item.quantity),
    amountOf(words.column.reserved, item.reserved),
    amountOf(words.column.available, item.available),
  ];
  return (
    <Sheet flush>
      <Amounts amounts={amounts} large />
    </Sheet>
  );
}

function BookingButtons({ onChoose }: { readonly onChoose: (type: BookableType) => void }) {
  const { stockroom: words } = useWords();
  return (
    <div className={css.bookings}>
      {bookableTypes.map((type) => (
        <Button className={css.large} data-type={type} icon={typeIcons[type]} key={type} onClick={() => onChoose(type)}>
          {words.type[type]}
        </Button>
      ))}
    </div>
  );
}

function Places({ item }: { readonly item: Item }) {
  const { stockroom: words } = useWords();
  const { count } = useFormats();
  const stock = item.stock ?? [];
  return (
    <Sheet detail={item.reorder_level !== null && words.reorderAt(count(item.reorder_level))} title={words.byPlace}>
      {stock.length === 0 && <p className="soft">{words.nowhere}</p>}
      <ul className={css.lines}>
        {stock.map(({ location_id: id, location, quantity }) => (
          <li className={css.line} key={id}>
            <span>{location}</span>
            <strong className="nums">
              {count(quantity)} {item.unit}
            </strong>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function Facts({ item }: { readonly item: Item }) {
  const { stockroom: words } = useWords();
  const { money } = useFormats();
  const id = item.category_id;
  const category = useQuery({ ...categoryQuery(id ?? 0), enabled: id !== null }).data?.record;
  const facts = [
    [words.facts.barcode, item.barcode],
    [words.facts.category, category?.path.map(({ name }) => name).join(' › ')],
    [words.facts.price, item.price && money(Number(item.price))],
    [words.facts.cost, item.cost && money(Number(item.cost))],
    [words.item.description, item.description],
  ] as const;
  const known = facts.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <Sheet>
      <dl className={css.facts}>
        {known.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
