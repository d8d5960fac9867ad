import { readThemeManifest, type ThemeManifest } from './manifest.ts';
import type { ThemePackage, ThemePorts } from './ports.ts';
import { demandContrast } from './style/contrast.ts';
import type { ThemeStyle } from './style/tokens.ts';

/** A package whose manifest and style sheet are valid. */
export interface ReadTheme extends ThemeManifest {
  readonly style: ThemeStyle;
  readonly sha256: string;
}

/**
 * Reads the files of a package.
 * @throws DomainError `theme_manifest_invalid`, `theme_style_invalid`, `theme_contrast_low`
 */
export function readTheme({ themeStyles }: Pick<ThemePorts, 'themeStyles'>, files: ThemePackage): ReadTheme {
  const manifest = readThemeManifest(files.manifest);
  const style = themeStyles.read(files.style);
  demandContrast(style);
  return { ...manifest, style, sha256: files.sha256 };
}
