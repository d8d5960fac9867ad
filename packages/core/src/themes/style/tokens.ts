/** The kinds of values of tokens. */
export type TokenKind = 'colour' | 'length' | 'font' | 'image';

interface DesignToken {
  readonly kind: TokenKind;
  /** What the pages use it for. */
  readonly about: string;
  readonly light: string;
  /** In dark mode; that of light mode if it is not given. */
  readonly dark?: string;
}

const colour = (about: string, light: string, dark: string): DesignToken => ({ kind: 'colour', about, light, dark });

/** The design tokens of all pages for people, by name, with the values of the default theme. A theme sets some of them. */
export const tokens = {
  ground: colour('Background of a page.', '#f3f4f6', '#12161c'),
  sheet: colour('Background of the content.', '#ffffff', '#1b212a'),
  ink: colour('Text.', '#1b2430', '#e8ebef'),
  soft: colour('Secondary text.', '#4a5563', '#b3bcc8'),
  line: colour('Borders of fields.', '#8a94a3', '#7d8896'),
  edge: colour('Borders of areas.', '#d6dbe1', '#343d49'),
  accent: colour('Links, buttons and outlines of focus.', '#1f4fa3', '#9dbdf5'),
  'accent-ink': colour('Text on the accent.', '#ffffff', '#10182a'),
  good: colour('Text of good news.', '#14652f', '#7fd69b'),
  warn: colour('Borders of warnings.', '#b7791f', '#d9a441'),
  'warn-ground': colour('Background of warnings.', '#fff4d6', '#33290f'),
  bad: colour('Text of bad news, and borders of errors.', '#a1201a', '#f2948c'),
  'bad-ground': colour('Background of errors.', '#fdecea', '#3a1a18'),
  radius: { kind: 'length', about: 'Rounding of areas, at most 2rem.', light: '0.75rem' },
  font: {
    kind: 'font',
    about: 'Font families of texts, as they are installed at the reader.',
    light: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  },
  logo: { kind: 'image', about: 'Picture above the name of the shop.', light: 'none' },
  'logo-height': { kind: 'length', about: 'Height of the logo, at most 6rem; without it there is none.', light: '0' },
} as const satisfies Readonly<Record<string, DesignToken>>;

/** The name of a token, without the leading `--`. */
export type TokenName = keyof typeof tokens;

/** All tokens in the order of their declaration. */
export const tokenNames = Object.keys(tokens) as readonly TokenName[];

/** Whether a custom property without its leading `--` is a token. */
export const isTokenName = (name: string): name is TokenName => Object.hasOwn(tokens, name);

/** Maximum of a token that is a length, in rem. */
export const mostRem = { radius: 2, 'logo-height': 6 } as const satisfies Partial<Record<TokenName, number>>;

/** The modes that a reader's system asks for. */
export type ColourMode = 'light' | 'dark';

/** Values of tokens as CSS, by name. */
export type TokenValues = Readonly<Partial<Record<TokenName, string>>>;

/** The values that a theme sets. Where `dark` has none, that of `light` counts for tokens without a default of their own. */
export type ThemeStyle = Readonly<Record<ColourMode, TokenValues>>;

/** The values of all tokens in one mode. */
export function valuesIn(mode: ColourMode, style: ThemeStyle | undefined): Readonly<Record<TokenName, string>> {
  const entries = tokenNames.map((name) => [name, valueIn(name, mode, style)] as const);
  return Object.fromEntries(entries) as Record<TokenName, string>;
}

function valueIn(name: TokenName, mode: ColourMode, style: ThemeStyle | undefined): string {
  const { light, dark }: DesignToken = tokens[name];
  const inLight = style?.light[name] ?? light;
  if (mode === 'light') return inLight;
  return style?.dark[name] ?? dark ?? inLight;
}

/** The tokens as custom properties, in both modes. */
export function tokenSheet(style: ThemeStyle | undefined): string {
  const light = valuesIn('light', style);
  const dark = valuesIn('dark', style);
  const differing = tokenNames.filter((name) => light[name] !== dark[name]);
  return `:root {
  color-scheme: light dark;
${tokenNames.map((name) => `  --${name}: ${light[name]};\n`).join('')}}
@media (prefers-color-scheme: dark) {
  :root {
${differing.map((name) => `    --${name}: ${dark[name]};\n`).join('')}  }
}
`;
}

/**
 * The tokens of a theme for pages that switch modes themselves: colours as `light-dark()`. Empty without a theme, whose place the
 * colours of those pages take.
 */
export function switchedSheet(style: ThemeStyle | undefined): string {
  if (!style) return '';
  const light = valuesIn('light', style);
  const dark = valuesIn('dark', style);
  const cssOf = (name: TokenName): string =>
    tokens[name].kind === 'colour' ? `light-dark(${light[name]}, ${dark[name]})` : light[name];
  return `:root {\n${tokenNames.map((name) => `  --${name}: ${cssOf(name)};\n`).join('')}}\n`;
}
