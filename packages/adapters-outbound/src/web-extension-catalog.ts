import { DomainError } from '@backroom/core';
import {
  CATALOGUE_BYTES,
  catalogueTooLarge,
  catalogueUnavailable,
  type ExtensionCatalog,
  type FetchedCatalogue,
} from '@backroom/core/marketplace';
import type { OutboundAnswer, OutboundClient } from '@backroom/core/outbound';

const OK = 200;
const NOT_MODIFIED = 304;
/** Entity tags beyond this length (characters) are not stored. */
const MOST_ETAG = 200;

/** The extension catalogue of a web server, read with conditional requests. */
export class WebExtensionCatalog implements ExtensionCatalog {
  readonly address: string;
  readonly #url: string;
  readonly #outbound: OutboundClient;

  /** @throws TypeError if the address is no URL */
  constructor(outbound: OutboundClient, url: string) {
    const { origin, pathname } = new URL(url);
    this.address = origin + pathname;
    this.#url = url;
    this.#outbound = outbound;
  }

  async fetch(etag: string | null): Promise<FetchedCatalogue> {
    const { status, isCut, body, headers } = await this.#request(etag);
    if (status === NOT_MODIFIED && etag !== null) return { kind: 'unchanged' };
    if (status !== OK) throw catalogueUnavailable(`the server answered with ${status}`);
    if (isCut) throw catalogueTooLarge(CATALOGUE_BYTES);
    const { etag: fresh = null } = headers;
    return { kind: 'changed', text: textOf(body), etag: fresh !== null && fresh.length > MOST_ETAG ? null : fresh };
  }

  async #request(etag: string | null): Promise<OutboundAnswer> {
    try {
      return await this.#outbound.send({
        purpose: 'catalogue',
        url: this.#url,
        headers: { accept: 'application/json', ...(etag !== null && { 'if-none-match': etag }) },
        requiresTls: true,
        limits: { bodyBytes: CATALOGUE_BYTES, longerBody: 'cut' },
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw catalogueUnavailable(`${error.code}: ${(error.cause as Error | undefined)?.message}`, error);
    }
  }
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw catalogueUnavailable('the answer is not UTF-8', cause);
  }
}
