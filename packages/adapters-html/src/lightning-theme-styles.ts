import {
  type ColourMode,
  isTokenName,
  STYLE_BYTES,
  type ThemeStyle,
  type ThemeStyleReader,
  type TokenName,
  themeStyleInvalid,
} from '@backroom/core/themes';
import { type Declaration, type MediaQuery, type Rule, type StyleSheet, transform } from 'lightningcss';
import { isDeeplyNested } from './css-nesting.ts';
import { writeToken } from './token-values.ts';

/** Reads style sheets with lightningcss, and serialises each value from its parsed form. */
export class LightningThemeStyles implements ThemeStyleReader {
  read(text: string): ThemeStyle {
    if (Buffer.byteLength(text) > STYLE_BYTES) throw themeStyleInvalid(`it has more than ${STYLE_BYTES} bytes`);
    if (isDeeplyNested(text)) throw themeStyleInvalid('its blocks are nested too deeply');
    const style: StyleParts = { light: {}, dark: {} };
    for (const rule of rulesOf(text)) readRule(rule, 'light', style);
    return style;
  }
}

type StyleParts = Record<ColourMode, Partial<Record<TokenName, string>>>;

function rulesOf(text: string): readonly Rule[] {
  let sheet: StyleSheet | undefined;
  try {
    transform({
      filename: 'theme.css',
      code: Buffer.from(text),
      visitor: {
        StyleSheet(parsed) {
          sheet = parsed;
        },
      },
    });
  } catch (cause) {
    const { loc } = cause as { readonly loc?: { readonly line: number } };
    throw themeStyleInvalid(loc ? `line ${loc.line} is not CSS` : 'it is not CSS');
  }
  return sheet?.rules ?? [];
}

function readRule(rule: Rule, mode: ColourMode, style: StyleParts): void {
  if (rule.type === 'media' && mode === 'light' && isDarkMode(rule.value.query.mediaQueries)) {
    for (const inner of rule.value.rules) readRule(inner, 'dark', style);
    return;
  }
  if (rule.type !== 'style')
    throw themeStyleInvalid(`it may have :root and @media (prefers-color-scheme: dark) only, not ${wordOf(rule)}`);
  const { selectors, declarations, rules = [] } = rule.value;
  if (rules.length > 0 || JSON.stringify(selectors) !== ROOT)
    throw themeStyleInvalid('it may have rules of :root only, without rules inside');
  const { declarations: usual = [], importantDeclarations = [] } = declarations ?? {};
  if (importantDeclarations.length > 0) throw themeStyleInvalid('!important has no meaning here');
  for (const declaration of usual) readDeclaration(declaration, style[mode]);
}

const ROOT = JSON.stringify([[{ type: 'pseudo-class', kind: 'root' }]]);

const wordOf = ({ type }: Rule): string => (type === 'media' ? 'other conditions of @media' : `@${type}`);

function readDeclaration(declaration: Declaration, values: Partial<Record<TokenName, string>>): void {
  const name = declaration.property === 'custom' ? declaration.value.name : declaration.property;
  const token = name.replace(/^--/, '');
  if (declaration.property !== 'custom' || !name.startsWith('--') || !isTokenName(token))
    throw themeStyleInvalid(`${name.slice(0, 60)} is no token`);
  values[token] = writeToken(token, declaration.value.value);
}

const DARK = JSON.stringify({
  type: 'feature',
  value: { type: 'plain', name: 'prefers-color-scheme', value: { type: 'ident', value: 'dark' } },
});

const isDarkMode = ([query, ...others]: readonly MediaQuery[]): boolean =>
  others.length === 0 && query?.mediaType === 'all' && !query.qualifier && JSON.stringify(query.condition) === DARK;
