import { TextBody } from '../../interface/shop/text-body.ts';
import { escapeHtml } from '../../kernel/formats/markup.ts';

/** A body as an oEmbed XML document: one element for each member; list entries and further levels are nested elements. */
export const xmlOf = (body: unknown): TextBody =>
  new TextBody(
    'text/xml; charset=utf-8',
    `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n${element('oembed', body)}\n`,
  );

function element(name: string, value: unknown): string {
  if (value === null || value === undefined) return `<${name}/>`;
  return `<${name}>${typeof value === 'object' ? members(value) : escapeXml(String(value))}</${name}>`;
}

const members = (value: object): string =>
  Object.entries(value)
    .map(([name, member]) => element(isName(name) ? name : `item${name}`, member))
    .join('');

const isName = (name: string): boolean => /^[A-Za-z_][\w.-]*$/.test(name);

/** Characters that XML 1.0 cannot carry are left out. */
const escapeXml = (text: string): string =>
  escapeHtml(text.toWellFormed().replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
