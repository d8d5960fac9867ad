import { useCase } from '../../kernel/use-case.ts';
import { addTheme } from '../add-theme.ts';
import { isThemeRefusal, themeFileMissing } from '../errors.ts';
import type { ThemePackage, ThemePorts } from '../ports.ts';
import { readTheme } from '../read-package.ts';
import type { Theme } from '../theme.ts';

/** A package as it is uploaded. */
export interface UploadThemeInput {
  readonly file?: { chunks(): AsyncIterable<Uint8Array> } | undefined;
}

/** The installed theme, or why the package was refused. */
export type UploadedTheme =
  | { readonly kind: 'installed'; readonly theme: Theme }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Installs an uploaded theme; it is not activated. The refusal of a package is part of the outcome.
 * @throws DomainError `shop_rest_invalid_file` without a file
 */
export const uploadTheme = useCase(
  {
    access: 'manage_themes',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    runsLong: true,
    audit: 'theme.upload',
    refusals: { malformed: ['shop_rest_invalid_file'] },
  },
  (ports: ThemePorts) =>
    async (_, { file }: UploadThemeInput, { note, inUnit }): Promise<UploadedTheme> => {
      if (!file) throw themeFileMissing();
      try {
        const read = readTheme(ports, await ports.themePackages.unpack(file.chunks()));
        const target = { type: 'theme', id: read.slug };
        note({ target });
        return await inUnit(async () => {
          const theme = await addTheme(ports, read, 'upload');
          note({ target, changes: { version: { from: null, to: theme.version } } });
          return { kind: 'installed', theme };
        });
      } catch (error) {
        if (!isThemeRefusal(error)) throw error;
        note({ reason: error.code });
        return { kind: 'refused', message: error.message };
      }
    },
);

/**
 * Installs a theme from the files of its package, as a command has read them; it is not activated.
 * @throws DomainError `theme_manifest_invalid`, `theme_style_invalid`, `theme_contrast_low`, `theme_exists`, `themes_full`
 */
export const installThemePackage = useCase(
  {
    access: 'manage_themes',
    effect: 'write',
    audit: 'theme.upload',
    refusals: {
      invalid: ['theme_manifest_invalid', 'theme_style_invalid', 'theme_contrast_low'],
      conflict: ['theme_exists', 'themes_full'],
    },
  },
  (ports: ThemePorts) =>
    async (_, files: ThemePackage, { note }): Promise<Theme> => {
      const read = readTheme(ports, files);
      const target = { type: 'theme', id: read.slug };
      note({ target });
      const theme = await addTheme(ports, read, 'upload');
      note({ target, changes: { version: { from: null, to: theme.version } } });
      return theme;
    },
);
