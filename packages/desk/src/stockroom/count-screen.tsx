import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { itemsAtQuery, itemsPerPage, type Location, locationsQuery, type Operation } from '../data/stock.ts';
import { Empty, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Screen } from '../kit/layout.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { mayLeave } from '../shell/leaving.ts';
import { ScreenLink } from '../shell/links.tsx';
import { BackLink } from '../shell/records/back-link.tsx';
import { ListPager } from '../shell/records/pages.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { CountList } from './count-list.tsx';
import { keepPlace, useFoundPlaces } from './places.tsx';
import css from './stockroom.module.css';

/** From this number of places on they are searched. */
const MANY = 20;

/** Counts the items of a place, blind: what was expected is shown only after the counts are booked. */
export function CountScreen() {
  const { stockroom: words } = useWords();
  const [place, setPlace] = useState<Location>();
  const [result, setResult] = useState<readonly Operation[]>();
  const restart = () => {
    if (!mayLeave()) return;
    setResult(undefined);
    setPlace(undefined);
  };
  return (
    <Screen>
      <PageHead
        back={<BackLink to="/stockroom">{words.back}</BackLink>}
        detail={place?.name}
        title={words.screens.count}
      />
      {result && <Differences onRestart={restart} operations={result} />}
      {!place && !result && (
        <Choice
          onChoose={(chosen) => {
            keepPlace(chosen.id);
            setPlace(chosen);
          }}
        />
      )}
      {place && <Counting onBooked={(operations) => setResult([...operations, ...(result ?? [])])} place={place} />}
    </Screen>
  );
}

function Choice({ onChoose }: { readonly onChoose: (place: Location) => void }) {
  const { stockroom: words } = useWords();
  const query = useQuery(locationsQuery);
  const open = (query.data?.rows ?? []).filter(({ archived }) => !archived);
  const { rows, search, pages } = useFoundPlaces(open);
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />;
  return (
    <Sheet title={words.counting.choose}>
      {open.length >= MANY && search}
      <div className={css.choices}>
        {rows.map((place) => (
          <Button className={css.large} key={place.id} onClick={() => onChoose(place)}>
            {place.name === place.code ? place.code : `${place.code} · ${place.name}`}
          </Button>
        ))}
      </div>
      {pages}
    </Sheet>
  );
}

interface CountingProps {
  readonly place: Location;
  readonly onBooked: (operations: readonly Operation[]) => void;
}

function Counting({ place, onBooked }: CountingProps) {
  const { stockroom: words } = useWords();
  const [page, setPage] = useState(1);
  const query = useQuery(itemsAtQuery(place.code, page));
  const { data } = query;
  return (
    <>
      {!data && query.isError && <Failure error={query.error} retry={query.refetch} />}
      {!data && !query.isError && <Sheet>{words.counting.begin}…</Sheet>}
      <CountList items={data?.rows} onBooked={onBooked} place={place} />
      {data && <ListPager onPage={setPage} page={page} perPage={itemsPerPage} total={data.total} />}
    </>
  );
}

interface DifferencesProps {
  readonly operations: readonly Operation[];
  readonly onRestart: () => void;
}

function Differences({ operations, onRestart }: DifferencesProps) {
  const { stockroom: words } = useWords();
  const { count } = useFormats();
  const different = operations.filter(({ delta }) => delta !== 0);
  return (
    <Sheet aside={<Button onClick={onRestart}>{words.counting.again}</Button>} title={words.counting.result}>
      {different.length === 0 && <Empty text={words.counting.agrees} />}
      <ul className={css.lines}>
        {different.map(
          ({ id, item_id: item, item_name: name, balance_before: before, balance_after: after, delta }) => (
            <li className={css.line} key={id}>
              <ScreenLink to={`/stockroom/items/${item}`}>{name}</ScreenLink>
              <span className="nums">
                {count(before)} → {count(after)}{' '}
                <strong>{delta > 0 ? `+${count(delta)}` : `\u2212${count(-delta)}`}</strong>
              </span>
            </li>
          ),
        )}
      </ul>
    </Sheet>
  );
}
