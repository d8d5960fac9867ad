import type { HtmlSanitizer } from '@backroom/core/content';
import sanitize from 'sanitize-html';

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'];
const blocks = [
  'p',
  'div',
  'blockquote',
  'pre',
  'hr',
  'br',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'figure',
  'figcaption',
];
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const inline = [
  'a',
  'abbr',
  'b',
  'cite',
  'code',
  'del',
  'em',
  'i',
  'img',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'span',
];
const more = ['strong', 'sub', 'sup', 'time', 'u', 'var'];

const content: sanitize.IOptions = {
  allowedTags: [...headings, ...blocks, ...tables, ...inline, ...more],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    abbr: ['title'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start', 'reversed'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  transformTags: {
    // The title of the page is its only heading of the first level.
    h1: 'h2',
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }),
    img: (tagName, attribs) => ({ tagName, attribs: { alt: '', ...attribs, loading: 'lazy' } }),
  },
  disallowedTagsMode: 'discard',
};

const nothing: sanitize.IOptions = { allowedTags: [], allowedAttributes: {} };

/** Texts of different blocks are separated by a blank. */
const blockTag = /<\/?(?:p|div|li|h[1-6]|t[dhr]|d[dt]|br|hr|blockquote|pre|figcaption)\b/gi;

/** Sanitises HTML with sanitize-html. */
export class SanitizeHtmlSanitizer implements HtmlSanitizer {
  content(html: string): string {
    return sanitize(html, content);
  }

  text(html: string): string {
    return sanitize(html.replace(blockTag, ' $&'), { ...nothing, textFilter: decoded });
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The sanitiser escapes these in texts. */
const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '');
