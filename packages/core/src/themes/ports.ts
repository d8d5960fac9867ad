import type { CataloguePackage } from '../commerce/index.ts';
import type { MarketplacePorts } from '../marketplace/index.ts';
import type { SitePorts } from '../site/index.ts';
import type { ThemeStyle } from './style/tokens.ts';
import type { Theme } from './theme.ts';

/** The installed themes, one row per slug. Writes belong to the surrounding unit of work, if there is one. */
export interface ThemeStore {
  /** By slug. */
  find(slug: string): Promise<Theme | undefined>;
  /** The theme that the pages use; undefined for the default one. */
  active(): Promise<Theme | undefined>;
  /** All of them by slug, at most `THEMES`. */
  list(): Promise<readonly Theme[]>;
  /** Adds a theme that is not active; the unit of work is repeated if a concurrent one added the slug. */
  insert(theme: Theme): Promise<void>;
  /**
   * Makes the theme of this slug, or none for null, the only active one, and returns whether that changed anything; the unit of
   * work is repeated if a concurrent one activated another theme.
   */
  activate(slug: string | null, at: Date): Promise<boolean>;
  /** Removes a theme, and returns whether it was there. */
  remove(slug: string): Promise<boolean>;
}

/** The files of a theme package that count. */
export interface ThemePackage {
  /** The text of `theme.json`. */
  readonly manifest: string;
  /** The text of `theme.css`. */
  readonly style: string;
  /** SHA-256 digest of the package: 64 lower-case hexadecimal digits. */
  readonly sha256: string;
}

/** Reads theme packages under the rules of `ArchiveReader`. Nothing of a package remains on disk, unless the process is killed. */
export interface ThemePackages {
  /**
   * Reads an uploaded package.
   * @throws DomainError `theme_manifest_invalid`, `theme_style_invalid` for missing and oversized files, those of `ArchiveReader.unpack`
   */
  unpack(content: AsyncIterable<Uint8Array>): Promise<ThemePackage>;
  /**
   * Fetches a package of the catalogue, and checks size and digest.
   * @throws DomainError as `unpack`; `theme_package_unavailable`, `theme_package_mismatch`
   */
  fetch(file: CataloguePackage): Promise<ThemePackage>;
}

/** Reads the style sheets of themes. All input is hostile. */
export interface ThemeStyleReader {
  /**
   * Reads a style sheet that sets tokens in `:root`, also inside of `@media (prefers-color-scheme: dark)`, to values of their kinds.
   * The values returned are re-serialised: colours as `#rrggbb`, lengths in rem, quoted font families, `data:` images.
   * @throws DomainError `theme_style_invalid` that names the first fault
   */
  read(text: string): ThemeStyle;
}

/** The ports of the themes context. */
export interface ThemePorts extends MarketplacePorts, Pick<SitePorts, 'build'> {
  readonly themes: ThemeStore;
  readonly themePackages: ThemePackages;
  readonly themeStyles: ThemeStyleReader;
}

/** Whether the database or another adapter supplies each port. */
export const themePorts = { themes: 'store', themePackages: 'service', themeStyles: 'service' } as const;
