import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { sessionQuery } from '../data/session.ts';
import type { Words } from '../words/en.ts';
import { formatsOf } from '../words/intl.ts';
import { LocalisationProvider, loadWords, localeOf } from '../words/words.tsx';
import { EmptyFrame, LastResort } from './boundary.tsx';

interface LocalisedProps {
  readonly first: Words;
  readonly language: string;
  readonly children: ReactNode;
}

/** Words of the chosen language, and the formats of the shop of this session. */
export const Localised = (props: LocalisedProps) => (
  <LastResort>
    <Suspense fallback={<EmptyFrame />}>
      <LocalisedShop {...props} />
    </Suspense>
  </LastResort>
);

function LocalisedShop({ first, language, children }: LocalisedProps) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [chosen, setChosen] = useState({ language, words: first });
  const { currency = 'EUR', price_decimals: decimals = 2, time_zone: timeZone = 'UTC' } = session.shop;
  const formats = useMemo(
    () => formatsOf({ locale: localeOf(chosen.language), currency, decimals, timeZone }),
    [chosen.language, currency, decimals, timeZone],
  );
  useEffect(() => {
    document.documentElement.lang = chosen.language;
  }, [chosen.language]);
  const choose = async (next: string) => {
    localStorage.setItem('desk-language', next);
    setChosen({ language: next, words: await loadWords(next) });
  };
  return (
    <LocalisationProvider localisation={{ words: chosen.words, formats, language: chosen.language, choose }}>
      {children}
    </LocalisationProvider>
  );
}
