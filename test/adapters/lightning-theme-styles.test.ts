import { LightningThemeStyles } from '@backroom/adapters-html';
import { describe, expect, it } from 'vitest';

const styles = new LightningThemeStyles();
const png = 'data:image/png;base64,iVBORw0KGgo=';
const faultOf = (css: string): string => {
  try {
    return JSON.stringify(styles.read(css));
  } catch (error) {
    const { code, message } = error as { readonly code: string; readonly message: string };
    return `${code}: ${message.replace('The style sheet is not valid: ', '')}`;
  }
};

describe('the style sheet of a theme', () => {
  it('is read as values of tokens, which are written again', () => {
    const css = `/* Harbour */ :root {
      --ground: #E9F0F2; --ink: rgb(20 40 50); --accent: hsl(193deg 83% 25%);
      --radius: 4px; --logo-height: 2rem; --logo: url(${png});
      --font: "Gill Sans", Optima, Noto Sans, SANS-SERIF;
    }
    @media (prefers-color-scheme: dark) { :root { --ground: #0c1a20 } }`;
    expect(styles.read(css)).toEqual({
      light: {
        ground: '#e9f0f2',
        ink: '#142832',
        accent: '#0b5e75',
        radius: '0.25rem',
        'logo-height': '2rem',
        logo: `url("${png}")`,
        font: '"Gill Sans", "Optima", "Noto Sans", sans-serif',
      },
      dark: { ground: '#0c1a20' },
    });
  });

  it('may be empty', () => {
    expect(styles.read('')).toEqual({ light: {}, dark: {} });
  });

  it.each([
    ['--ground: red', '--ground is not an opaque colour such as #1f4fa3 or rgb(31 79 163).'],
    ['--ground: #ffffff80', '--ground is not an opaque colour'],
    ['--ground: oklch(50% 0.1 20)', '--ground is not an opaque colour'],
    ['--ground: light-dark(#fff, #000)', '--ground is not an opaque colour'],
    ['--ground: var(--ink)', '--ground is not an opaque colour'],
    ['--ground: #fff #000', '--ground is not an opaque colour'],
    ['--ground:', '--ground is not an opaque colour'],
    ['--ground: #fff !important', '!important has no meaning here.'],
    ['--radius: 3rem', '--radius is not a length in rem or px within its limits.'],
    ['--radius: -1px', '--radius is not a length'],
    ['--radius: 2', '--radius is not a length'],
    ['--radius: calc(1px + 1px)', '--radius is not a length'],
    ['--radius: 1vw', '--radius is not a length'],
    ['--logo-height: 100px', '--logo-height is not a length'],
    ['--logo: url(https://attacker.example/a.png)', '--logo is not none, or a url() with a data: address'],
    ['--logo: url("data:image/svg+xml;base64,PHN2Zz4=")', '--logo is not none'],
    ['--logo: url("data:text/css;base64,AAAA")', '--logo is not none'],
    ['--logo: image-set("a.png" 1x)', '--logo is not none'],
    ['--font: "a\\"}body{display:none}"', '--font is not a list of at most 10 font families.'],
    [`--font: ${Array.from({ length: 11 }, (_, at) => `f${at}`).join(', ')}`, '--font is not a list'],
    ['--font: url(a)', '--font is not a list'],
    ['--font: a,', '--font is not a list'],
    ['--other: #fff', '--other is no token.'],
    ['--toString: #fff', '--toString is no token.'],
    ['color: red', 'color is no token.'],
    ['& b { --ground: #fff }', 'it may have rules of :root only, without rules inside.'],
  ])('refuses %s', (declarations, fault) => {
    expect(faultOf(`:root { ${declarations} }`)).toContain(`theme_style_invalid: ${fault}`);
  });

  it.each([
    ['@import "a.css";', 'not @import.'],
    ['@font-face { font-family: a; src: url(https://attacker.example/a.woff) }', 'not @font-face.'],
    ['@layer a { :root { --ground: #fff } }', 'it may have :root and @media (prefers-color-scheme: dark) only'],
    ['@media print { :root { --ground: #fff } }', 'not other conditions of @media.'],
    ['@media (prefers-color-scheme: dark) and (min-width: 1px) { :root { --ground: #fff } }', 'not other conditions'],
    ['@media (prefers-color-scheme: dark), print { :root { --ground: #fff } }', 'not other conditions'],
    ['@namespace url(https://attacker.example/);', 'not @namespace.'],
    ['body { --ground: #fff }', 'it may have rules of :root only'],
    [':root, body { --ground: #fff }', 'it may have rules of :root only'],
    [':root body { --ground: #fff }', 'it may have rules of :root only'],
    [':root:hover { --ground: #fff }', 'it may have rules of :root only'],
    ['</style><script>attack()</script>', 'line 1 is not CSS.'],
    ['\n\n}{', 'line 3 is not CSS.'],
    [`:root { --radius: ${'calc('.repeat(60)}1px${')'.repeat(60)} }`, 'its blocks are nested too deeply.'],
    [`:root { --ground: #fff; /* ${'x'.repeat(300_000)} */ }`, 'it has more than 262144 bytes.'],
  ])('refuses %.60s', (css, fault) => {
    expect(faultOf(css)).toContain('theme_style_invalid: ');
    expect(faultOf(css)).toContain(fault);
  });
});
