/** A country of ISO 3166 with its name in a language. */
export interface Country {
  readonly code: string;
  readonly name: string;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const codes = [...letters].flatMap((first) => [...letters].map((second) => first + second));
/** Groupings, reserved codes and codes for tests, which have names too. */
const others: ReadonlySet<string> = new Set('EU EZ UN QO XA XB ZZ AC CP CQ DG EA IC TA'.split(' '));
/** Codes of former countries stand for their successors. */
const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code;

const known = new Map<string, readonly Country[]>();

/** All countries by name, as the language of a reader sorts them. */
export function countriesIn(locale: string): readonly Country[] {
  const before = known.get(locale);
  if (before) return before;
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const { compare } = new Intl.Collator(locale);
  const countries = codes
    .filter((code) => !others.has(code) && isCurrent(code))
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [{ code, name }];
    })
    .toSorted((a, b) => compare(a.name, b.name));
  known.set(locale, countries);
  return countries;
}
