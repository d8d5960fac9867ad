import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listOf, type RawSearch } from '../data/address.ts';
import { type LedgerSearch, locationsQuery, type OperationType } from '../data/stock.ts';
import { Sheet } from '../kit/bits.tsx';
import { inputClass } from '../kit/field.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink, useAddress } from '../shell/links.tsx';
import { addDays, isDay } from '../words/calendar.ts';
import { startOfDay } from '../words/moments.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { Ledger } from './ledger.tsx';
import css from './stockroom.module.css';

const types: readonly OperationType[] = ['receipt', 'issue', 'transfer', 'count', 'adjustment', 'reversal'];

interface LedgerLook {
  readonly type: OperationType | undefined;
  readonly place: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function readLook(search: RawSearch): LedgerLook {
  const first = (name: string) => listOf(search[name])[0];
  const dayOf = (name: string) => (isDay(first(name) ?? '') ? first(name) : undefined);
  return {
    type: types.find((each) => each === first('type')),
    place: first('place')?.slice(0, 64),
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

const writeLook = (look: LedgerLook): RawSearch =>
  Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined && value !== ''));

/** The whole ledger, filtered by type, place and time. */
export function LedgerScreen() {
  const { stockroom: words } = useWords();
  const { conventions } = useFormats();
  const [look, setLook] = useAddress(readLook, writeLook);
  const places = useQuery(locationsQuery).data?.rows ?? [];
  const search = useMemo(() => searchOf(look, conventions.timeZone), [look, conventions.timeZone]);
  return (
    <div className={css.screen}>
      <PageHead
        back={
          <ScreenLink className={css.back} to="/stockroom">
            {words.back}
          </ScreenLink>
        }
        title={words.screens.ledger}
      />
      <div className={`${css.filters} not-printed`}>
        <select
          aria-label={words.column.what}
          className={inputClass}
          onChange={({ target }) => setLook({ ...look, type: types.find((each) => each === target.value) })}
          value={look.type ?? ''}
        >
          <option value="">{words.anyType}</option>
          {types.map((each) => (
            <option key={each} value={each}>
              {words.type[each]}
            </option>
          ))}
        </select>
        <select
          aria-label={words.column.place}
          className={inputClass}
          onChange={({ target }) => setLook({ ...look, place: target.value || undefined })}
          value={look.place ?? ''}
        >
          <option value="">{words.anyPlace}</option>
          {places.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        {(['from', 'to'] as const).map((end) => (
          <label className={css.dated} key={end}>
            <span>{words[end]}</span>
            <input
              className={inputClass}
              onChange={({ target }) => setLook({ ...look, [end]: target.value || undefined })}
              type="date"
              value={look[end] ?? ''}
            />
          </label>
        ))}
      </div>
      <Sheet flush>
        <Ledger key={JSON.stringify(look)} search={search} showsItem />
      </Sheet>
    </div>
  );
}

const searchOf = ({ type, place, from, to }: LedgerLook, timeZone: string): LedgerSearch => ({
  type,
  location: place,
  from: from && startOfDay(from, timeZone),
  to: to && startOfDay(addDays(to, 1), timeZone),
  count: 50,
});
