import { compileFile } from '../kernel/reading/read-file.ts';
import { themeManifestInvalid } from './errors.ts';
import { defaultTheme } from './theme.ts';

/** The manifest of a theme, `theme.json`. */
export interface ThemeManifest {
  readonly slug: string;
  readonly name: string;
  readonly version: string;
}

const read = compileFile<ThemeManifest>({
  name: 'theme.json',
  members: {
    slug: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]{0,63}$', required: true },
    name: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$', required: true },
    version: { type: 'string', maxLength: 100, pattern: '^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.+-]+)?$', required: true },
  },
  refuse: themeManifestInvalid,
});

/**
 * Reads the text of a `theme.json`. Members without meaning here are ignored.
 * @throws DomainError `theme_manifest_invalid` that names the first faulty member
 */
export function readThemeManifest(text: string): ThemeManifest {
  const manifest = read(text);
  if (manifest.slug === defaultTheme.slug) throw themeManifestInvalid(`theme.json[slug] ${manifest.slug} is reserved`);
  return manifest;
}
