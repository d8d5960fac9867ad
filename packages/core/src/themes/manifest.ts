import { compilerOf } from '../kernel/reading/compile.ts';
import { sentenceOf } from '../kernel/reading/rest-words.ts';
import { readWith } from '../kernel/reading/steps.ts';
import { strict } from '../kernel/reading/strict.ts';
import type { Schema } from '../kernel/schema.ts';
import { themeManifestInvalid } from './errors.ts';
import { defaultTheme } from './theme.ts';

/** The manifest of a theme, `theme.json`. */
export interface ThemeManifest {
  readonly slug: string;
  readonly name: string;
  readonly version: string;
}

const format: Schema = {
  type: 'object',
  properties: {
    slug: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]{0,63}$', required: true },
    name: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$', required: true },
    version: { type: 'string', maxLength: 100, pattern: '^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.+-]+)?$', required: true },
  },
};
const read = compilerOf(strict)(format);

/**
 * Reads the text of a `theme.json`. Members without meaning here are ignored.
 * @throws DomainError `theme_manifest_invalid` that names the first faulty member
 */
export function readThemeManifest(text: string): ThemeManifest {
  const { slug, name, version } = parsed(text);
  const result = readWith(read, JSON.parse(JSON.stringify({ slug, name, version })), 'first');
  if ('faults' in result) {
    const [first] = result.faults;
    throw themeManifestInvalid(first ? sentenceOf(first.fault, ['theme.json', ...first.path]) : 'theme.json');
  }
  const manifest = result.value as ThemeManifest;
  if (manifest.slug === defaultTheme.slug) throw themeManifestInvalid(`theme.json[slug] ${manifest.slug} is reserved`);
  return manifest;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  let members: unknown;
  try {
    members = JSON.parse(text);
  } catch {
    throw themeManifestInvalid('theme.json is not JSON');
  }
  if (typeof members === 'object' && members !== null && !Array.isArray(members))
    return members as Readonly<Record<string, unknown>>;
  throw themeManifestInvalid('theme.json is not an object');
}
