import type { ContentPorts } from '../content/index.ts';
import type { OutboundPorts } from '../outbound/index.ts';

/** A provider whose embeds are requested without looking for an endpoint in the page. */
export interface EmbedProvider {
  /** A regular expression that the whole address matches, case ignored. */
  readonly pattern: string;
  /** Its oEmbed endpoint. */
  readonly endpoint: string;
}

/** An oEmbed endpoint that a page names. */
export interface EmbedLink {
  readonly format: 'json' | 'xml';
  /** Absolute address. */
  readonly url: string;
}

/** Reads documents of providers. All input is hostile. */
export interface EmbedReader {
  /** Endpoints that the head of an HTML page names, JSON first; relative addresses are resolved against the address of the page. */
  links(html: string, pageUrl: string): readonly EmbedLink[];
  /** Members of an oEmbed XML document as texts; undefined if it is none. */
  xml(text: string): Readonly<Record<string, string>> | undefined;
  /**
   * Keeps only links, quotations and the first frame of HTML from a provider; the frame has an `https` or `http` source, the
   * given sandbox, and the given title where it has none. Undefined without a frame or quotation.
   */
  html(html: string, frame: { readonly sandbox: string; readonly title: string }): string | undefined;
}

/** Answers of the proxy, shared by all users of one process. */
export interface EmbedCache {
  /** The stored value; undefined if there is none or its time is over. */
  read(key: string): unknown;
  /** Stores a value for a time (ms); the oldest values make room when the cache is full. */
  store(key: string, value: object, lifetimeMs: number): void;
}

/** The ports of the embeds context. */
export interface EmbedPorts extends ContentPorts, OutboundPorts {
  readonly embedReader: EmbedReader;
  readonly embedCache: EmbedCache;
  /** Providers of the installation, before the built-in ones. */
  readonly embedProviders: readonly EmbedProvider[];
}

/** Whether the database or another adapter supplies each port. */
export const embedPorts = { embedReader: 'service', embedCache: 'service', embedProviders: 'service' } as const;
