import { type ReactNode, useState } from 'react';
import type { Location } from '../data/stock.ts';
import { SearchField } from '../kit/layout.tsx';
import { PartPager, usePages } from '../shell/records/pages.tsx';
import { useWords } from '../words/words.tsx';

/** The place of the last operation on this device, or another one. */
export function keptPlace(otherwise: number): number {
  const kept = Number(localStorage.getItem('desk-place'));
  return Number.isInteger(kept) && kept > 0 ? kept : otherwise;
}

export const keepPlace = (id: number): void => localStorage.setItem('desk-place', String(id));

interface FoundPlaces {
  readonly rows: readonly Location[];
  readonly search: ReactNode;
  readonly pages: ReactNode;
}

/** One page of the places whose code or name contains typed words. */
export function useFoundPlaces(places: readonly Location[]): FoundPlaces {
  const { report } = useWords();
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase();
  const found = places.filter(({ code, name }) => `${code} ${name}`.toLocaleLowerCase().includes(wanted));
  const pages = usePages(found);
  return {
    rows: pages.rows,
    search: <SearchField label={report.filter.search} onText={setText} text={text} />,
    pages: <PartPager pages={pages} />,
  };
}
