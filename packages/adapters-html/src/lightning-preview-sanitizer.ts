import type { PreviewSanitizer } from '@backroom/core/marketplace';
import { type Rule, type Selector, transform } from 'lightningcss';
import sanitize from 'sanitize-html';
import { isDeeplyNested } from './css-nesting.ts';
import { imageSource } from './image-source.ts';

/** Class of the element around a preview. */
const SCOPE = 'marketplace-preview';

const tags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'section', 'article', 'header', 'footer', 'blockquote'];
const lists = ['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td', 'hr', 'br'];
const inline = ['a', 'abbr', 'b', 'code', 'em', 'i', 'img', 'kbd', 'mark', 'pre', 's', 'small', 'span', 'strong', 'u'];

const options: sanitize.IOptions = {
  allowedTags: [...tags, ...lists, ...inline, 'figure', 'figcaption', 'sub', 'sup'],
  // No `id` and `name`, which become members of `document`, and no `style`.
  allowedAttributes: {
    '*': ['class'],
    a: ['href', 'title', 'rel', 'target'],
    abbr: ['title'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['http', 'https'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer', target: '_blank' } }),
    img: (tagName, { src = '', ...attribs }) => ({
      tagName,
      attribs: {
        ...attribs,
        loading: 'lazy',
        ...((imageSource.test(src) || /^https?:\/\//i.test(src)) && { src }),
      },
    }),
  },
};

/** Sanitises previews with sanitize-html, and rebuilds their CSS with lightningcss. */
export class LightningPreviewSanitizer implements PreviewSanitizer {
  sanitize({ html, css }: { readonly html: string; readonly css: string }) {
    const safe = sanitize(html, options);
    return { html: safe === '' ? '' : `<div class="${SCOPE}">${safe}</div>`, css: scoped(css) };
  }
}

function scoped(css: string): string {
  if (css.trim() === '' || isDeeplyNested(css)) return '';
  try {
    const { code } = transform({
      filename: 'preview.css',
      code: Buffer.from(css),
      errorRecovery: true,
      minify: true,
      visitor: { Rule: (rule) => keptRule(rule) },
    });
    const text = Buffer.from(code).toString('utf8');
    // The text stands inside of a `style` element.
    return /<|@import|url\((?!"?data:image\/)/i.test(text) ? '' : text;
  } catch {
    return '';
  }
}

const styleRules = new Set(['style', 'media', 'supports', 'keyframes']);

/** Keeps plain rules, and those inside of media and supports conditions. */
function keptRule(rule: Rule): Rule | never[] {
  if (!styleRules.has(rule.type)) return [];
  if (rule.type !== 'style') return rule;
  const { value } = rule;
  const selectors = value.selectors.filter(isPlain).map(inScope);
  if (selectors.length === 0) return [];
  const { declarations = [], importantDeclarations = [] } = value.declarations ?? {};
  const kept = {
    declarations: declarations.filter(isHarmless),
    importantDeclarations: importantDeclarations.filter(isHarmless),
  };
  // Nested rules may refer to what is around their parent.
  return { ...rule, value: { ...value, selectors, rules: [], declarations: kept } };
}

/** Positions could lay a preview over the page around it; addresses are requested by the browser of each reader. */
const isHarmless = (declaration: { readonly property: string }): boolean =>
  declaration.property !== 'position' &&
  !hasForeignUrl(declaration) &&
  !/"expression"/i.test(JSON.stringify(declaration));

const hasForeignUrl = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { url } = value as { readonly url?: unknown };
  if (typeof url === 'string' && !imageSource.test(url)) return true;
  return Object.values(value).some(hasForeignUrl);
};

/** Whether a selector has no nesting selector (`&`) and no pseudo-class of another tree, at any depth. */
const isPlain = (selector: Selector): boolean =>
  !/"type":"nesting"|"kind":"(?:host|scope|root|slotted)"/.test(JSON.stringify(selector));

const inScope = (selector: Selector): Selector => [
  { type: 'class', name: SCOPE },
  { type: 'combinator', value: 'descendant' },
  ...selector,
];
