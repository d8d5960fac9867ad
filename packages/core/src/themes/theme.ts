import type { ThemeStyle } from './style/tokens.ts';

/** Where a theme came from. */
export type ThemeSource = 'upload' | 'catalogue';

/** An installed theme. */
export interface Theme {
  readonly slug: string;
  readonly name: string;
  readonly version: string;
  readonly style: ThemeStyle;
  readonly source: ThemeSource;
  /** SHA-256 digest of the package: 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Whether the pages use it; at most one theme is. */
  readonly isActive: boolean;
  readonly installedAt: Date;
  readonly activatedAt: Date | null;
}

/** The theme that is always there and sets no token. */
export const defaultTheme = { slug: 'default', name: 'Default' } as const;
