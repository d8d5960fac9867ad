import { DomainError } from '../../kernel/errors.ts';
import { rateLimited } from '../../kernel/limits/rate-limits.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { EmbedDocument } from '../embed-document.ts';
import { embedNotFound } from '../errors.ts';
import { embedForeign } from '../foreign-embed.ts';
import { embedMedia } from '../media.ts';
import { isOwn, ownAddress } from '../own-address.ts';
import { embedOwn } from '../own-embed.ts';
import type { EmbedPorts } from '../ports.ts';

/** Input of `proxyEmbed`. */
export interface ProxyEmbedInput {
  readonly url: string;
  readonly baseUrl: string;
  readonly maxWidth: number;
  /** Absent: 1.5 times the width, at most 1,000. */
  readonly maxHeight?: number;
  /** Whether a page may be read to find its endpoint. */
  readonly discover: boolean;
}

const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 300_000;
/** Stored for addresses that have no embed. */
const NOTHING = {};

/**
 * Returns the oEmbed document of any address, with HTML that is safe to show: of this site without a request, of others from a
 * provider of the list, from the endpoint that the page names, or a player for a media file. Documents are cached for a day,
 * addresses without one for five minutes, failures of the network not at all.
 * @throws DomainError `oembed_invalid_url`, `rate_limited`
 */
export const proxyEmbed = useCase(
  { access: 'edit_content', effect: 'read', refusals: { 'not-found': ['oembed_invalid_url'] } },
  (ports: EmbedPorts) =>
    async ({ userId }, input: ProxyEmbedInput): Promise<EmbedDocument> => {
      const { url, baseUrl, maxWidth } = input;
      if (isOwn(url, baseUrl)) return embedOwn(ports, { address: ownAddress(url, baseUrl), baseUrl, maxWidth });
      const wanted = {
        url,
        maxWidth,
        maxHeight: input.maxHeight ?? Math.min(Math.ceil(maxWidth * 1.5), 1_000),
        discover: input.discover,
      };
      const key = JSON.stringify(wanted);
      const cached = ports.embedCache.read(key) as EmbedDocument | undefined;
      const document = cached ?? (await requested(ports, wanted, { key, userId }));
      if (document === undefined || Object.keys(document).length === 0) throw embedNotFound();
      return document;
    },
);

interface Caller {
  readonly key: string;
  readonly userId: number | undefined;
}

async function requested(
  ports: EmbedPorts,
  wanted: Parameters<typeof embedForeign>[1],
  { key, userId }: Caller,
): Promise<EmbedDocument | undefined> {
  const { embedCache, rateLimiter, settings } = ports;
  const allowance = await rateLimiter.take(settings.rateLimits['oembed-proxy'], String(userId ?? 0));
  if (allowance.isExceeded) throw rateLimited(allowance);
  const document = (await foreign(ports, wanted)) ?? embedMedia(wanted.url);
  embedCache.store(key, document ?? NOTHING, document === undefined ? FIVE_MINUTES_MS : DAY_MS);
  return document;
}

/** A failure of the network is not cached; the outbound client has logged its reason. */
async function foreign(
  ports: EmbedPorts,
  wanted: Parameters<typeof embedForeign>[1],
): Promise<EmbedDocument | undefined> {
  try {
    return await embedForeign(ports, wanted);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const media = error.code === 'outbound_refused' ? undefined : embedMedia(wanted.url);
    if (media) return media;
    throw embedNotFound();
  }
}
