import { themeContrastLow } from '../errors.ts';
import { type ColourMode, type ThemeStyle, type TokenName, valuesIn } from './tokens.ts';

/** Least contrast of texts, and of borders that show where to type (WCAG 2.2, 1.4.3 and 1.4.11, level AA). */
const OF_TEXT = 4.5;
const OF_BORDERS = 3;

type ContrastPair = readonly [front: TokenName, back: TokenName, least: number];

/** The pairs of colours that the pages show together. */
const pairs: readonly ContrastPair[] = [
  ...(['ground', 'sheet'] as const).flatMap((back) =>
    (['ink', 'soft', 'accent', 'good', 'bad'] as const).map((front): ContrastPair => [front, back, OF_TEXT]),
  ),
  ...(['warn-ground', 'bad-ground'] as const).flatMap((back) =>
    (['ink', 'accent'] as const).map((front): ContrastPair => [front, back, OF_TEXT]),
  ),
  ['accent-ink', 'accent', OF_TEXT],
  ['line', 'sheet', OF_BORDERS],
];

const DIGITS = 2;
const HEX = 16;
const MOST = 255;

/** Relative luminance of an opaque colour `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + DIGITS), HEX) / MOST;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** The contrast of two opaque colours, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Checks that texts and fields can be read in both modes.
 * @throws DomainError `theme_contrast_low` that names the first pair
 */
export function demandContrast(style: ThemeStyle): void {
  for (const mode of ['light', 'dark'] as const) demandIn(mode, style);
}

function demandIn(mode: ColourMode, style: ThemeStyle): void {
  const values = valuesIn(mode, style);
  for (const [front, back, least] of pairs) {
    const contrast = contrastOf(values[front], values[back]);
    if (contrast < least) throw themeContrastLow({ front, back, mode, contrast, least });
  }
}
