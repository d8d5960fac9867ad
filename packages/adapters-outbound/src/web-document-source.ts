import { DomainError } from '@backroom/core';
import type {
  DocumentRules,
  DocumentSource,
  FetchedDocument,
  OutboundAnswer,
  OutboundClient,
} from '@backroom/core/outbound';

const OK = 200;
const NOT_MODIFIED = 304;
/** Entity tags beyond this length (characters) are not stored. */
const MOST_ETAG = 200;

/** A document of the operator on a web server, read with conditional requests. */
export class WebDocumentSource implements DocumentSource {
  readonly address: string;
  readonly #url: string;
  readonly #outbound: OutboundClient;
  readonly #rules: DocumentRules;

  /** @throws TypeError if the address is no URL */
  constructor(outbound: OutboundClient, url: string, rules: DocumentRules) {
    const { origin, pathname } = new URL(url);
    this.address = origin + pathname;
    this.#url = url;
    this.#outbound = outbound;
    this.#rules = rules;
  }

  async fetch(etag: string | null): Promise<FetchedDocument> {
    const { status, isCut, body, headers } = await this.#request(etag);
    if (status === NOT_MODIFIED && etag !== null) return { kind: 'unchanged' };
    if (status !== OK) throw this.#rules.unavailable(`the server answered with ${status}`);
    if (isCut) throw this.#rules.tooLarge(this.#rules.maxBytes);
    const { etag: fresh = null } = headers;
    const text = this.#textOf(body);
    return { kind: 'changed', text, etag: fresh !== null && fresh.length > MOST_ETAG ? null : fresh };
  }

  async #request(etag: string | null): Promise<OutboundAnswer> {
    const { name, maxBytes } = this.#rules;
    try {
      return await this.#outbound.send({
        purpose: name,
        url: this.#url,
        headers: { accept: 'application/json', ...(etag !== null && { 'if-none-match': etag }) },
        requiresTls: true,
        limits: { bodyBytes: maxBytes, longerBody: 'cut' },
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw this.#rules.unavailable(`${error.code}: ${(error.cause as Error | undefined)?.message}`, error);
    }
  }

  #textOf(body: Uint8Array): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(body);
    } catch (cause) {
      throw this.#rules.unavailable('the answer is not UTF-8', cause);
    }
  }
}
