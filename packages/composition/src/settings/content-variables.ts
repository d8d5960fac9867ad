import { readFileSync } from 'node:fs';
import type { EmbedProvider } from '@backroom/core/embeds';
import * as v from 'valibot';
import { oneOf, text, variable } from './variable.ts';

/** The public site and embeds. */
export const contentVariables = {
  PUBLIC_PAGES: variable(
    oneOf(['on', 'off']),
    'Whether published products and pages have public pages, and can be embedded.',
    { defaultValue: 'on' },
  ),
  SHOP_DISCOVERY_REL: variable(
    v.pipe(text, v.regex(/^[a-z][a-z0-9.-]*$|^https?:\/\/[^\s"<>]+$/, 'must be a link relation, like service-desc')),
    'The relation of the `Link` header of the front page that names the index of the shop interface.',
    { defaultValue: 'service-desc' },
  ),
  EMBED_PROVIDERS_FILE: variable(
    text,
    'A JSON file of further oEmbed providers, before the built-in ones: [{"pattern": "https://videos\\\\.example/.*", "endpoint": "https://videos.example/oembed"}].',
  ),
} as const;

/** Values of the variables that are set. */
export interface ContentValues {
  readonly PUBLIC_PAGES?: 'on' | 'off';
  readonly SHOP_DISCOVERY_REL?: string;
  readonly EMBED_PROVIDERS_FILE?: string;
}

const pattern = v.pipe(v.string(), v.maxLength(500), v.check(isExpression));
const endpoint = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s#]+$/),
  v.check((url) => URL.canParse(url)),
);
const providers = v.pipe(v.array(v.strictObject({ pattern, endpoint })), v.maxLength(1_000));

/** Settings of the public site and of embeds. */
export interface ContentSettings {
  /** oEmbed providers of the installation, before the built-in ones. */
  readonly embedProviders: readonly EmbedProvider[];
  /** Link relation that names the index of the shop interface on the front page. */
  readonly discoveryRel: string;
}

/** Adds a fault for each invalid one. */
export const readContentSettings = (values: ContentValues, faults: string[] = []): ContentSettings => ({
  embedProviders: readEmbedProviders(values.EMBED_PROVIDERS_FILE, faults),
  discoveryRel: values.SHOP_DISCOVERY_REL ?? 'service-desc',
});

/** Providers of the file; adds a fault for an invalid one. */
function readEmbedProviders(path: string | undefined, faults: string[]): readonly EmbedProvider[] {
  if (path === undefined) return [];
  const read = v.safeParse(providers, parsedFile(path));
  if (read.success) return read.output;
  faults.push(
    'EMBED_PROVIDERS_FILE must name a JSON file like [{"pattern": "https://videos\\\\.example/.*", "endpoint": "https://videos.example/oembed"}].',
  );
  return [];
}

function isExpression(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}

function parsedFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
