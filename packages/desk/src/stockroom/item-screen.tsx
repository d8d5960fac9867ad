import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tagged } from '../data/client.ts';
import { categoriesQuery, type Item, itemQuery, type Operation } from '../data/stock.ts';
import { Bone, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { announce } from '../shell/announce.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';
import { Booked } from './booked.tsx';
import { type BookableType, BookingDialog, bookableTypes, typeIcons } from './booking-dialog.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { Ledger } from './ledger.tsx';
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
  const back = (
    <ScreenLink className={css.back} to="/stockroom">
      {words.back}
    </ScreenLink>
  );
  if (query.isError) {
    return (
      <>
        <PageHead back={back} title={words.column.item} />
        <Failure error={query.error} retry={query.refetch} />
      </>
    );
  }
  if (!query.data) {
    return (
      <div className={css.screen}>
        <PageHead back={back} detail={<Bone width={12} />} title={words.column.item} />
        <Sheet>
          <Bone width={30} />
        </Sheet>
      </div>
    );
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
    <div className={css.screen}>
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
      <Amounts item={item} />
      {may('record_operations') && !item.archived && <BookingButtons onChoose={setBooking} />}
      {item.archived && <p className={css.notice}>{words.isArchived}</p>}
      <div className={css.columns}>
        <Places item={item} />
        <Facts item={item} />
      </div>
      <Sheet flush title={words.screens.ledger}>
        <Ledger search={{ item: item.id, count: 20 }} showsItem={false} />
      </Sheet>
      {booking && <BookingDialog item={item} onClose={() => setBooking(undefined)} onDone={done} type={booking} />}
      {dialog === 'edit' && (
        <ItemDialog onClose={() => setDialog(undefined)} onSaved={() => setDialog(undefined)} tagged={tagged} />
      )}
      {dialog === 'archive' && <ArchiveDialog onClose={() => setDialog(undefined)} tagged={tagged} />}
    </div>
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
function Amounts({ item }: { readonly item: Item }) {
  const { stockroom: words } = useWords();
  const { count } = useFormats();
  const amounts = [
    [words.column.onHand, item.quantity],
    [words.column.reserved, item.reserved],
    [words.column.available, item.available],
  ] as const;
  return (
    <Sheet flush>
      <dl className={css.amounts}>
        {amounts.map(([label, amount]) => (
          <div className={css.amount} key={label}>
            <dt>{label}</dt>
            <dd>
              {count(amount)} <small>{item.unit}</small>
            </dd>
          </div>
        ))}
      </dl>
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
      {stock.length === 0 && <p className={css.soft}>{words.nowhere}</p>}
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
  const categories = useQuery({ ...categoriesQuery, enabled: item.category_id !== null }).data?.rows ?? [];
  const category = categories.find(({ id }) => id === item.category_id);
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
