import { findPublic, notPublic, type PublicAddress, type PublicContent, publicSiteOf } from '../content/index.ts';
import { DomainError } from '../kernel/errors.ts';
import { escapeHtml } from '../kernel/formats/markup.ts';
import type { EmbedDocument } from './embed-document.ts';
import { embedNotFound } from './errors.ts';
import type { EmbedPorts } from './ports.ts';

/** Where the site is, and how wide an embed may be. */
export interface OwnEmbed {
  readonly address: PublicAddress | undefined;
  /** Address of the site, without a trailing slash. */
  readonly baseUrl: string;
  /** As sent: any number, or anything else. */
  readonly maxWidth: unknown;
}

const LEAST_WIDTH = 200;
const MOST_WIDTH = 600;
const SECRET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const SECRET_LENGTH = 10;
/** Links of the framed page open in a new window; nothing of it runs with the rights of the page around it. */
export const FRAME_RIGHTS = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/**
 * The oEmbed document of a public page of this site (docs/spec/shop-platform.md 12.1).
 * @throws DomainError `oembed_invalid_url`
 */
export async function embedOwn(ports: EmbedPorts, { address, baseUrl, maxWidth }: OwnEmbed): Promise<EmbedDocument> {
  const settings = await ports.shopSettings.read();
  const { name } = publicSiteOf(settings, ports);
  const shown = await found(ports, address, settings);
  const width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, widthOf(maxWidth)));
  const height = Math.max(Math.ceil((width * 9) / 16), LEAST_WIDTH);
  const permalink = shown.path === '/' ? `${baseUrl}/` : `${baseUrl}${shown.path}`;
  return {
    version: '1.0',
    provider_name: name,
    provider_url: baseUrl,
    author_name: name,
    author_url: baseUrl,
    title: shown.title,
    type: 'rich',
    width,
    height,
    html: frameOf(ports, { shown, permalink, width, height, name }),
    ...(shown.image !== null && { thumbnail_url: shown.image }),
  };
}

async function found(
  ports: EmbedPorts,
  address: PublicAddress | undefined,
  settings: Parameters<typeof findPublic>[2],
): Promise<PublicContent> {
  try {
    const shown = address && (await findPublic(ports, address, settings));
    if (shown) return shown;
  } catch (error) {
    if (!(error instanceof DomainError && error.code === notPublic().code)) throw error;
  }
  throw embedNotFound();
}

/** The absolute integer of a text or number; 0 for anything else. */
const widthOf = (value: unknown): number => Math.abs(Math.trunc(Number.parseFloat(String(value)))) || 0;

interface Frame {
  readonly shown: PublicContent;
  readonly permalink: string;
  readonly width: number;
  readonly height: number;
  readonly name: string;
}

/** A quotation with a link for pages that show no frames, and the frame. */
function frameOf({ random }: EmbedPorts, { shown, permalink, width, height, name }: Frame): string {
  const secret = random.characters(SECRET_LENGTH, SECRET);
  const source = `${permalink.replace(/\/$/, '')}/embed/#?secret=${secret}`;
  const link = `<a href="${escapeHtml(permalink)}">${escapeHtml(shown.title)}</a>`;
  const quotation = `<blockquote class="embedded-content" data-secret="${secret}">${link}</blockquote>`;
  const title = escapeHtml(`“${shown.title}” – ${name}`);
  const look = `width="${width}" height="${height}" title="${title}" data-secret="${secret}" class="embedded-content"`;
  return `${quotation}<iframe sandbox="${FRAME_RIGHTS}" security="restricted" src="${escapeHtml(source)}" ${look}></iframe>`;
}
