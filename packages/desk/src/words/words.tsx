import { createContext, type ReactNode, useContext } from 'react';
import { en, type Words } from './en.ts';
import { type Formats, formatsOf } from './intl.ts';

/** Languages by code, each under its own name. */
export const languages: Readonly<Record<string, string>> = { en: 'English', es: 'Español' };

/** Loads a language; English is part of the first load. */
export async function loadWords(language: string): Promise<Words> {
  return language === 'es' ? (await import('./es.ts')).es : en;
}

/** The language that was chosen, or the first of the browser that there is. */
export function preferredLanguage(): string {
  const kept = localStorage.getItem('desk-language');
  const wanted = [...(kept === null ? [] : [kept]), ...navigator.languages.map((each) => each.slice(0, 2))];
  return wanted.find((each) => Object.hasOwn(languages, each)) ?? 'en';
}

/** Locale of numbers and dates: that of the browser where it is of the language of the words. */
export const localeOf = (language: string): string =>
  navigator.languages.find((each) => each.slice(0, 2) === language) ?? language;

interface Localisation {
  readonly words: Words;
  readonly formats: Formats;
  readonly language: string;
  readonly choose: (language: string) => void;
}

const neutral: Localisation = {
  words: en,
  formats: formatsOf({ locale: 'en', currency: 'EUR', decimals: 2, timeZone: 'UTC' }),
  language: 'en',
  choose: () => undefined,
};
const LocalisationContext = createContext<Localisation>(neutral);

/** Gives words and formats to everything below. */
export const LocalisationProvider = ({
  localisation,
  children,
}: {
  readonly localisation: Localisation;
  readonly children: ReactNode;
}) => <LocalisationContext value={localisation}>{children}</LocalisationContext>;

/** Texts of the chosen language. */
export const useWords = (): Words => useContext(LocalisationContext).words;

/** Writers of numbers and dates of this shop and reader. */
export const useFormats = (): Formats => useContext(LocalisationContext).formats;

/** The chosen language, and how to choose another one. */
export const useLanguage = (): Pick<Localisation, 'language' | 'choose'> => useContext(LocalisationContext);
