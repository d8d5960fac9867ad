import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { itemsAtQuery, itemsPerPage, type Location, locationsQuery, type Operation } from '../data/stock.ts';
import { Empty, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Pager } from '../kit/table/pager.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { CountList } from './count-list.tsx';
import { keepPlace } from './kept-place.ts';
import css from './stockroom.module.css';

/** Counts the items of a place, blind: what was expected is shown only after the counts are booked. */
export function CountScreen() {
  const { stockroom: words } = useWords();
  const [place, setPlace] = useState<Location>();
  const [result, setResult] = useState<readonly Operation[]>();
  const restart = () => {
    setResult(undefined);
    setPlace(undefined);
  };
  return (
    <div className={css.screen}>
      <PageHead
        back={
          <ScreenLink className={css.back} to="/stockroom">
            {words.back}
          </ScreenLink>
        }
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
    </div>
  );
}

function Choice({ onChoose }: { readonly onChoose: (place: Location) => void }) {
  const { stockroom: words } = useWords();
  const query = useQuery(locationsQuery);
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />;
  return (
    <Sheet title={words.counting.choose}>
      <div className={css.choices}>
        {query.data?.rows
          .filter(({ archived }) => !archived)
          .map((place) => (
            <Button className={css.large} key={place.id} onClick={() => onChoose(place)}>
              {place.name === place.code ? place.code : `${place.code} · ${place.name}`}
            </Button>
          ))}
      </div>
    </Sheet>
  );
}

interface CountingProps {
  readonly place: Location;
  readonly onBooked: (operations: readonly Operation[]) => void;
}

function Counting({ place, onBooked }: CountingProps) {
  const { stockroom: words, action, reports } = useWords();
  const [page, setPage] = useState(1);
  const query = useQuery(itemsAtQuery(place.code, page));
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />;
  if (!query.data) return <Sheet>{words.counting.begin}…</Sheet>;
  const last = Math.max(1, Math.ceil(query.data.total / itemsPerPage));
  return (
    <>
      <CountList items={query.data.rows} key={page} onBooked={onBooked} place={place} />
      <Pager
        last={last}
        nextLabel={action.next}
        onPage={setPage}
        page={page}
        previousLabel={action.previous}
        text={reports.table.page(page, last)}
      />
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
