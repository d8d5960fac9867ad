import { mostRem, type TokenKind, type TokenName, themeStyleInvalid, tokens } from '@backroom/core/themes';
import type { TokenOrValue } from 'lightningcss';
import { imageSource } from './image-source.ts';

const PX_OF_REM = 16;
const MOST_FAMILIES = 10;
const DIGITS = 4;
const HEX = 16;

const generic = new Set(['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'system-ui', 'ui-serif']);
for (const each of ['ui-sans-serif', 'ui-monospace', 'ui-rounded', '-apple-system']) generic.add(each);
const familyForm = /^[A-Za-z0-9][A-Za-z0-9 _-]{0,59}$/;

const wanted: Readonly<Record<TokenKind, string>> = {
  colour: 'an opaque colour such as #1f4fa3 or rgb(31 79 163)',
  length: 'a length in rem or px within its limits',
  font: `a list of at most ${MOST_FAMILIES} font families`,
  image: 'none, or a url() with a data: address of a PNG, JPEG, GIF, WebP or AVIF picture',
};

/**
 * Serialises the value of a token from its parsed form.
 * @throws DomainError `theme_style_invalid` for a value of another kind
 */
export function writeToken(name: TokenName, parsed: readonly TokenOrValue[]): string {
  const { kind } = tokens[name];
  const significant = parsed.filter((each) => !(each.type === 'token' && each.value.type === 'white-space'));
  const value = writers[kind](significant, name);
  if (value === undefined) throw themeStyleInvalid(`--${name} is not ${wanted[kind]}`);
  return value;
}

type TokenWriter = (values: readonly TokenOrValue[], name: TokenName) => string | undefined;

const writers: Readonly<Record<TokenKind, TokenWriter>> = {
  colour([value, ...others]) {
    if (value?.type !== 'color' || others.length > 0 || typeof value.value === 'string') return undefined;
    if (value.value.type !== 'rgb' || value.value.alpha !== 1) return undefined;
    const { r, g, b } = value.value;
    return `#${[r, g, b].map((each) => each.toString(HEX).padStart(2, '0')).join('')}`;
  },
  length([value, ...others], name) {
    if (value === undefined || others.length > 0) return undefined;
    const rem = remOf(value);
    const most = mostRem[name as keyof typeof mostRem];
    return rem === undefined || rem < 0 || rem > most ? undefined : `${Number(rem.toFixed(DIGITS))}rem`;
  },
  font(values) {
    const families = familiesIn(values);
    return families && families.length <= MOST_FAMILIES ? families.join(', ') : undefined;
  },
  image([value, ...others]) {
    if (value === undefined || others.length > 0) return undefined;
    if (value.type === 'token' && value.value.type === 'ident' && value.value.value === 'none') return 'none';
    return value.type === 'url' && imageSource.test(value.value.url) ? `url("${value.value.url}")` : undefined;
  },
};

function remOf(value: TokenOrValue): number | undefined {
  if (value.type === 'token') return value.value.type === 'number' && value.value.value === 0 ? 0 : undefined;
  if (value.type !== 'length') return undefined;
  const { unit, value: count } = value.value;
  if (unit === 'rem') return count;
  return unit === 'px' ? count / PX_OF_REM : undefined;
}

/** Families separated by commas: strings, or identifiers with blanks between them. */
function familiesIn(values: readonly TokenOrValue[]): readonly string[] | undefined {
  const families: { words: string[]; isQuoted: boolean }[] = [{ words: [], isQuoted: false }];
  for (const each of values) {
    const current = families.at(-1);
    if (each.type !== 'token' || !current) return undefined;
    const { value: token } = each;
    if (token.type === 'comma') families.push({ words: [], isQuoted: false });
    else if (token.type === 'ident' && !current.isQuoted) current.words.push(token.value);
    else if (token.type === 'string' && current.words.length === 0) {
      current.words.push(token.value);
      current.isQuoted = true;
    } else return undefined;
  }
  const written = families.map(({ words, isQuoted }) => familyOf(words.join(' '), isQuoted));
  return written.every((each) => each !== undefined) ? written : undefined;
}

function familyOf(name: string, isQuoted: boolean): string | undefined {
  if (!isQuoted && generic.has(name.toLowerCase())) return name.toLowerCase();
  return familyForm.test(name) ? `"${name}"` : undefined;
}
