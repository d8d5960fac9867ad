import { useCase } from '../../kernel/use-case.ts';
import type { EmbedDocument } from '../embed-document.ts';
import { ownAddress } from '../own-address.ts';
import { embedOwn } from '../own-embed.ts';
import type { EmbedPorts } from '../ports.ts';

/** Input of `readEmbed`. */
export interface ReadEmbedInput {
  readonly url: string;
  readonly baseUrl: string;
  readonly maxWidth: unknown;
}

/**
 * Returns the oEmbed document of a public page of this site.
 * @throws DomainError `oembed_invalid_url`
 */
export const readEmbed = useCase(
  { access: 'anyone', effect: 'read', refusals: { 'not-found': ['oembed_invalid_url'] } },
  (ports: EmbedPorts) =>
    async (_, { url, baseUrl, maxWidth }: ReadEmbedInput): Promise<EmbedDocument> =>
      embedOwn(ports, { address: ownAddress(url, baseUrl), baseUrl, maxWidth }),
);
