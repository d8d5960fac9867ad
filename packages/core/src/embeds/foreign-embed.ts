import { escapeHtml } from '../kernel/formats/markup.ts';
import { type EmbedDocument, readDocument } from './embed-document.ts';
import type { EmbedLink, EmbedPorts } from './ports.ts';
import { endpointFor } from './providers.ts';

/** What a user wants to embed. */
export interface ForeignEmbed {
  readonly url: string;
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** Whether the page may be read to find an endpoint. */
  readonly discover: boolean;
}

const PURPOSE = 'oembed';
const PAGE_BYTES = 153_600;
const DOCUMENT_BYTES = 1_048_576;
const OK = 200;
const NOT_IMPLEMENTED = 501;

/** Rights of a frame from a provider of the list, and from any other. */
const LISTED_RIGHTS = 'allow-scripts allow-same-origin allow-popups allow-presentation';
const OTHER_RIGHTS = 'allow-scripts';

/**
 * Requests the oEmbed document of another site; undefined if it offers none.
 * @throws DomainError `outbound_refused`, `outbound_failed`
 */
export async function embedForeign(ports: EmbedPorts, wanted: ForeignEmbed): Promise<EmbedDocument | undefined> {
  const listed = endpointFor(wanted.url, ports.embedProviders);
  const link: EmbedLink | undefined =
    listed === undefined ? await discovered(ports, wanted) : { format: 'json', url: listed };
  if (!link) return undefined;
  const document = await fetched(ports, wanted, { link, isListed: listed !== undefined });
  return document && normalised(ports, document, listed === undefined ? OTHER_RIGHTS : LISTED_RIGHTS);
}

async function discovered({ outbound, embedReader }: EmbedPorts, { url, discover }: ForeignEmbed) {
  if (!discover) return undefined;
  const headers = { accept: 'text/html,application/xhtml+xml;q=0.9' };
  const limits = { bodyBytes: PAGE_BYTES, longerBody: 'cut' } as const;
  const answer = await outbound.send({ purpose: PURPOSE, url, headers, limits });
  if (
    answer.status !== OK ||
    !/^(?:text\/html|application\/xhtml)/i.test(answer.headers['content-type'] ?? 'text/html')
  )
    return undefined;
  return embedReader.links(answer.text(), answer.url)[0];
}

interface Endpoint {
  readonly link: EmbedLink;
  readonly isListed: boolean;
}

/** Asks the endpoint for JSON, and for XML where it has no JSON. */
async function fetched(
  ports: EmbedPorts,
  wanted: ForeignEmbed,
  { link, isListed }: Endpoint,
): Promise<ReturnType<typeof readDocument>> {
  const { outbound, embedReader } = ports;
  const ask = (format: EmbedLink['format']) =>
    outbound.send({
      purpose: PURPOSE,
      url: addressOf(link.url, wanted, { format, isListed }),
      limits: { bodyBytes: DOCUMENT_BYTES },
    });
  let { format } = link;
  let answer = await ask(format);
  if (format === 'json' && answer.status === NOT_IMPLEMENTED) {
    format = 'xml';
    answer = await ask(format);
  }
  if (answer.status !== OK) return undefined;
  return readDocument(format === 'xml' ? embedReader.xml(answer.text()) : jsonOf(answer.text()));
}

/** A discovered endpoint already names the address and the format; their values there win. */
function addressOf(
  endpoint: string,
  { url, maxWidth, maxHeight }: ForeignEmbed,
  { format, isListed }: { readonly format: string; readonly isListed: boolean },
): string {
  const [base = ''] = endpoint.split('#');
  const known = new Set([...base.matchAll(/[?&]([^=&]+)=/g)].map(([, name]) => name));
  const members = { maxwidth: maxWidth, maxheight: maxHeight, url, dnt: 1, format };
  const added = Object.entries(members)
    .filter(([name]) => isListed || name === 'format' || !known.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const kept = known.has('format') ? base.replace(/([?&])format=[^&]*&?/, '$1').replace(/[?&]$/, '') : base;
  return `${kept}${kept.includes('?') ? '&' : '?'}${added.join('&')}`;
}

/** The HTML to show: of photos and links made here, of videos and rich documents what is left of the provider's. */
function normalised(
  { embedReader }: EmbedPorts,
  document: NonNullable<ReturnType<typeof readDocument>>,
  sandbox: string,
): EmbedDocument | undefined {
  const { type, url, title = '', width, height, html } = document;
  if (type === 'photo' && url !== undefined) {
    const size = [width && ` width="${width}"`, height && ` height="${height}"`].filter(Boolean).join('');
    const image = `<img src="${escapeHtml(url)}" alt="${escapeHtml(title)}"${size}>`;
    return { ...document, html: `<a href="${escapeHtml(url)}">${image}</a>` };
  }
  if (type === 'link') {
    const target = url ?? document.provider_url;
    return target === undefined ? undefined : { ...document, html: linkTo(target, title) };
  }
  if ((type === 'video' || type === 'rich') && html !== undefined)
    return { ...document, html: embedReader.html(html, { sandbox, title }) ?? false };
  return undefined;
}

const linkTo = (url: string, title: string): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(title === '' ? url : title)}</a>`;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
