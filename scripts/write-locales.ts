import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Generates the currency and price format of each country from the Unicode CLDR: currencies from its supplemental data,
// formats from the ICU data of the JavaScript runtime. Run it after an update of either: node scripts/write-locales.ts
const target = join(import.meta.dirname, '../packages/core/src/onboarding/locale-table.ts');
const read = (name: string): unknown =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`cldr-core/supplemental/${name}.json`), 'utf8'));

interface Supplemental {
  readonly version: { readonly _cldrVersion: string };
  readonly currencyData: {
    readonly region: Readonly<Record<string, readonly Readonly<Record<string, Period>>[]>>;
    readonly fractions: Readonly<Record<string, { readonly _digits: string }>>;
  };
  readonly measurementData: { readonly measurementSystem: Readonly<Record<string, string>> };
}
/** The period of use of a currency in a region. */
interface Period {
  readonly _from?: string;
  readonly _to?: string;
  readonly _tender?: string;
}
const supplemental = (name: string) => (read(name) as { readonly supplemental: Supplemental }).supplemental;
const { version, currencyData } = supplemental('currencyData');
const { measurementSystem } = supplemental('measurementData').measurementData;

/** CLDR regions without a country code in ISO 3166-1. Kosovo (XK) is kept: address forms commonly offer it. */
const notCountries = ['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'IC', 'TA', 'UN', 'XA', 'XB', 'ZZ'];

/** The most used current currency that is legal tender. */
function currencyOf(region: string): string | undefined {
  const used = (currencyData.region[region] ?? [])
    .flatMap((each) => Object.entries(each))
    .filter(([, { _to, _tender }]) => _to === undefined && _tender !== 'false');
  // CLDR lists the most used currency first.
  return used[0]?.[0];
}

interface Format {
  readonly position: string;
  readonly thousand: string;
  readonly decimal: string;
}

/** The locale of the most likely language; with its script only where the runtime resolves the region only by it. */
function localeOf(region: string): string {
  const { language, script } = new Intl.Locale(`und-${region}`).maximize();
  const plain = `${language}-${region}`;
  const resolved = new Intl.NumberFormat(plain).resolvedOptions().locale;
  return resolved === plain ? plain : `${language}-${script}-${region}`;
}

function formatOf(region: string, currency: string): Format {
  const locale = `${localeOf(region)}-u-nu-latn`;
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).formatToParts(1_234_567.89);
  const at = (type: string) => parts.findIndex((each) => each.type === type);
  const side = at('currency') < at('integer') ? 'left' : 'right';
  const between = side === 'left' ? parts.slice(at('currency') + 1, at('integer')) : parts.slice(at('fraction') + 1);
  const hasSpace = between.some(({ type, value }) => type === 'literal' && /\s/u.test(value));
  // With Latin digits the separators are those of the locale; non-breaking spaces and typographic quotes are simplified.
  const plain = (type: string) => (parts[at(type)]?.value ?? '').replace(/\s/gu, ' ').replaceAll('’', "'");
  return { position: `${side}${hasSpace ? '_space' : ''}`, thousand: plain('group'), decimal: plain('decimal') };
}

const regions = Object.keys(currencyData.region)
  .filter((region) => /^[A-Z]{2}$/.test(region) && !notCountries.includes(region))
  .flatMap((region) => {
    const currency = currencyOf(region);
    return currency === undefined ? [] : [{ region, currency, ...formatOf(region, currency) }];
  })
  .toSorted((a, b) => (a.region < b.region ? -1 : 1));
const styles = Map.groupBy(regions, ({ position, thousand, decimal }) =>
  [position, thousand, decimal].map((each) => JSON.stringify(each)).join(', '),
);

const wrapped = (words: readonly string[], indent: string): string => {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 100) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${indent}${line}`).join('\n');
};
const digits = Object.entries(currencyData.fractions)
  .filter(([code, { _digits }]) => _digits !== '2' && regions.some(({ currency }) => currency === code))
  .map(([code, { _digits }]) => `${code}:${_digits}`);
const systems = Object.entries(measurementSystem).filter(([region]) => /^(?!001)[A-Z]{2}$/.test(region));
const american = systems.filter(([, system]) => system === 'US').map(([region]) => region);

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
const groups = [...styles.values()]
  .toSorted((a, b) => b.length - a.length)
  .map((members) => {
    const { position, thousand, decimal } = members[0] as Format;
    const countries = wrapped(
      members.map(({ region, currency }) => `${region}:${currency}`),
      '    ',
    );
    return `  {\n    position: ${quoted(position)},\n    thousand: ${JSON.stringify(thousand)},\n    decimal: ${JSON.stringify(decimal)},\n    countries: \`\n${countries}\`,\n  },`;
  });

writeFileSync(
  target,
  `/** Made by scripts/write-locales.ts from the Unicode CLDR ${version._cldrVersion}; not to be changed by hand. */

/** How amounts are written, and the countries that write them so, each with its currency. */
export const priceStyles = [
${groups.join('\n')}
] as const;

/** Currencies that have not two decimals. */
export const otherDecimals = '${digits.join(' ')}';

/** Countries that weigh in pounds and measure in inches. */
export const poundsAndInches = '${american.join(' ')}';
`,
);
process.stdout.write(`${regions.length} countries, ${styles.size} ways to write amounts\n`);
