/** Themes of the pages for people: packages, design tokens, and which one is used. */

export {
  themeManifestInvalid,
  themePackageMismatch,
  themePackageUnavailable,
  themeStyleInvalid,
} from './errors.ts';
export { themeEvents } from './events.ts';
export { MANIFEST_BYTES, PACKAGE_BYTES, STYLE_BYTES, THEMES } from './limits.ts';
export { noThemePackages } from './no-adapters.ts';
export type { ThemePackage, ThemePackages, ThemePorts, ThemeStore, ThemeStyleReader } from './ports.ts';
export { themePorts } from './ports.ts';
export { contrastOf, demandContrast } from './style/contrast.ts';
export {
  type ColourMode,
  isTokenName,
  mostRem,
  type ThemeStyle,
  type TokenKind,
  type TokenName,
  type TokenValues,
  tokenNames,
  tokenSheet,
  tokens,
} from './style/tokens.ts';
export { type SwitchedTheme, switchTheme } from './switch-theme.ts';
export { defaultTheme, type Theme, type ThemeSource } from './theme.ts';
export { activateTheme, removeTheme } from './use-cases/change-theme.ts';
export { installTheme, type ThemeInput } from './use-cases/install-theme.ts';
export { listThemes, readSwitchedSheet, readTokenSheet } from './use-cases/list-themes.ts';
export {
  installThemePackage,
  type UploadedTheme,
  type UploadThemeInput,
  uploadTheme,
} from './use-cases/upload-theme.ts';
