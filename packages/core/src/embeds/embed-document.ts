import { isObject } from '../kernel/reading/storable.ts';
/** An oEmbed document, by its published member names. */
export interface EmbedDocument {
  readonly version?: string;
  readonly type?: string;
  readonly title?: string;
  readonly provider_name?: string;
  readonly provider_url?: string;
  readonly author_name?: string;
  readonly author_url?: string;
  readonly width?: number;
  readonly height?: number;
  readonly url?: string;
  /** False where nothing of it may be shown. */
  readonly html?: string | false;
  readonly thumbnail_url?: string;
  readonly thumbnail_width?: number;
  readonly thumbnail_height?: number;
  readonly cache_age?: number;
  readonly scripts?: readonly string[];
}

/** Maximum length of a text of a provider, in characters. */
const LONGEST = 2_000;
const LONGEST_HTML = 500_000;
const MOST_PIXELS = 10_000;

const texts = ['version', 'type', 'title', 'provider_name', 'author_name'] as const;
const addresses = ['provider_url', 'author_url', 'url', 'thumbnail_url'] as const;
const sizes = ['width', 'height', 'thumbnail_width', 'thumbnail_height', 'cache_age'] as const;
const types: readonly unknown[] = ['photo', 'video', 'rich', 'link'];

export const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST && /^https?:\/\/[^\s"'<>`\\]+$/i.test(value);

/** The known members of a provider's document that have the right type; undefined if it is no oEmbed document. */
export function readDocument(given: unknown): (EmbedDocument & { readonly html?: string }) | undefined {
  if (!isObject(given) || !types.includes(given.type)) return undefined;
  const members = given;
  const chosen = [
    ...texts.flatMap((name) => entry(name, members[name], isText)),
    ...addresses.flatMap((name) => entry(name, members[name], isWebAddress)),
    ...sizes.flatMap((name) => entry(name, sizeOf(members[name]), (value) => value !== undefined)),
    ...entry('html', members.html, (value) => typeof value === 'string' && value.length <= LONGEST_HTML),
  ];
  return Object.fromEntries(chosen);
}

const entry = (name: string, value: unknown, fits: (value: unknown) => boolean) =>
  fits(value) ? [[name, value] as const] : [];

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= LONGEST && value.isWellFormed() && !value.includes('\0');

function sizeOf(value: unknown): number | undefined {
  const size = typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : value;
  if (typeof size !== 'number' || !Number.isFinite(size) || size < 0) return undefined;
  return Math.min(Math.round(size), MOST_PIXELS * MOST_PIXELS);
}
