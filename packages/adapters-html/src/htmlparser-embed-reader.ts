import type { EmbedLink, EmbedReader } from '@backroom/core/embeds';
import { Parser } from 'htmlparser2';
import sanitize from 'sanitize-html';

/** Content types of endpoints that a page names. */
const formats: ReadonlyMap<string, EmbedLink['format']> = new Map([
  ['application/json+oembed', 'json'],
  ['text/json+oembed', 'json'],
  ['text/xml+oembed', 'xml'],
  ['application/xml+oembed', 'xml'],
]);
const MOST_LINKS = 20;
const MOST_MEMBERS = 100;
const MOST_PIXELS = 10_000;

/** Reads documents of providers with htmlparser2 and sanitize-html. */
export class HtmlparserEmbedReader implements EmbedReader {
  links(html: string, pageUrl: string): readonly EmbedLink[] {
    const links: EmbedLink[] = [];
    const parser = new Parser({
      onopentag(name, { rel = '', type = '', href }) {
        if (name === 'body') parser.reset();
        const format = formats.get(type.trim().toLowerCase());
        const isAlternate = rel.toLowerCase().split(/\s+/).includes('alternate');
        if (name !== 'link' || !isAlternate || !format || href === undefined || links.length >= MOST_LINKS) return;
        if (URL.canParse(href, pageUrl)) links.push({ format, url: new URL(href, pageUrl).href });
      },
    });
    parser.end(html);
    return links.toSorted((a, b) => Number(a.format === 'xml') - Number(b.format === 'xml'));
  }

  xml(text: string): Readonly<Record<string, string>> | undefined {
    const members = new Map<string, string>();
    const open: string[] = [];
    let isDocument = false;
    const parser = new Parser(
      {
        onopentag(name) {
          if (open.length === 0) isDocument = name === 'oembed' && members.size === 0;
          open.push(name);
          const [, member] = open;
          if (open.length === 2 && member !== undefined && members.size < MOST_MEMBERS) members.set(member, '');
        },
        ontext(piece) {
          const [, member] = open;
          if (open.length === 2 && member !== undefined && members.has(member))
            members.set(member, (members.get(member) ?? '') + piece);
        },
        onclosetag: () => void open.pop(),
      },
      { xmlMode: true, decodeEntities: true },
    );
    parser.end(text);
    return isDocument ? Object.fromEntries(members) : undefined;
  }

  html(html: string, frame: FrameLook): string | undefined {
    let frames = 0;
    const kept = sanitize(html, {
      allowedTags: ['a', 'blockquote', 'iframe'],
      allowedAttributes: {
        a: ['href', 'rel'],
        iframe: ['src', 'width', 'height', 'title', 'sandbox', 'security', 'loading', 'referrerpolicy'],
      },
      allowedSchemes: ['http', 'https'],
      allowProtocolRelative: false,
      transformTags: {
        a: (tagName, { href = '' }) => ({ tagName, attribs: { href, rel: 'nofollow noopener noreferrer' } }),
        blockquote: (tagName) => ({ tagName, attribs: {} }),
        iframe: (tagName, attribs) => ({ tagName, attribs: frameAttributes(attribs, frame) }),
      },
      exclusiveFilter({ tag, attribs }) {
        if (tag !== 'iframe') return false;
        if (attribs.src === undefined || frames > 0) return true;
        frames += 1;
        return false;
      },
    });
    return frames > 0 || kept.includes('<blockquote>') ? kept : undefined;
  }
}

type FrameLook = Parameters<EmbedReader['html']>[1];
type HtmlAttributes = Readonly<Record<string, string>>;

/** Only the source, size and title of a frame are the provider's. */
function frameAttributes(
  { src = '', width, height, title = '' }: HtmlAttributes,
  frame: FrameLook,
): Record<string, string> {
  const isFrame = URL.canParse(src) && ['http:', 'https:'].includes(new URL(src).protocol);
  return {
    ...(isFrame && { src: new URL(src).href }),
    ...sizeOf('width', width),
    ...sizeOf('height', height),
    title: (title.trim() === '' ? frame.title : title).slice(0, 500),
    sandbox: frame.sandbox,
    security: 'restricted',
    loading: 'lazy',
    referrerpolicy: 'strict-origin-when-cross-origin',
  };
}

const sizeOf = (name: string, value = ''): Record<string, string> =>
  /^[0-9]{1,5}$/.test(value) && Number(value) <= MOST_PIXELS ? { [name]: value } : {};
