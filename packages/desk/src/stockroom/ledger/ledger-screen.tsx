import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { among, type NoteFault, partReader, type RawSearch } from '../../data/address.ts';
import { type LedgerSearch, locationsQuery, type OperationType } from '../../data/stock.ts';
import { DayRange } from '../../kit/day-range.tsx';
import { Filters, Screen } from '../../kit/layout.tsx';
import { PageHead } from '../../shell/head.tsx';
import { useAddress } from '../../shell/links.tsx';
import { BackLink } from '../../shell/records/back-link.tsx';
import { FilterSelect, readDay, writeFilters } from '../../shell/records/filters.tsx';
import { addDays } from '../../words/calendar.ts';
import { startOfDay } from '../../words/moments.ts';
import { useFormats, useWords } from '../../words/words.tsx';
import { Ledger } from './ledger.tsx';

const types: readonly OperationType[] = ['receipt', 'issue', 'transfer', 'count', 'adjustment', 'reversal'];

interface LedgerLook {
  readonly type: OperationType | undefined;
  readonly place: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function readLook(search: RawSearch, note?: NoteFault): LedgerLook {
  const part = partReader(search, note);
  return {
    type: part('type', among(types)),
    place: part('place', (text) => (/^[^\0]{1,64}$/.test(text) ? text : undefined)),
    from: part('from', readDay),
    to: part('to', readDay),
  };
}

const writeLook = (look: LedgerLook): RawSearch => writeFilters({ ...look });

/** The whole ledger, filtered by type, place and time. */
export function LedgerScreen() {
  const { stockroom: words } = useWords();
  const { conventions } = useFormats();
  const [look, setLook] = useAddress(readLook, writeLook);
  const places = useQuery(locationsQuery).data?.rows ?? [];
  const search = useMemo(() => searchOf(look, conventions.timeZone), [look, conventions.timeZone]);
  return (
    <Screen>
      <PageHead back={<BackLink to="/stockroom">{words.back}</BackLink>} title={words.screens.ledger} />
      <Filters>
        <FilterSelect
          any={words.anyType}
          label={words.column.what}
          onChange={(type) => setLook({ ...look, type })}
          options={types.map((value) => ({ value, label: words.type[value] ?? value }))}
          value={look.type}
        />
        <FilterSelect
          any={words.anyPlace}
          label={words.column.place}
          onChange={(place) => setLook({ ...look, place })}
          options={places.map(({ code, name }) => ({ value: code, label: name }))}
          value={look.place}
        />
        <DayRange from={look.from} labels={words} onChange={(part) => setLook({ ...look, ...part })} to={look.to} />
      </Filters>
      <Ledger key={JSON.stringify(look)} search={search} showsItem />
    </Screen>
  );
}

const searchOf = ({ type, place, from, to }: LedgerLook, timeZone: string): LedgerSearch => ({
  type,
  location: place,
  from: from && startOfDay(from, timeZone),
  to: to && startOfDay(addDays(to, 1), timeZone),
  count: 50,
});
