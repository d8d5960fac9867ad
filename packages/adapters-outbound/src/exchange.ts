import type { Readable } from 'node:stream';
import type { OutboundLimits, OutboundMethod, OutboundRequest } from '@backroom/core/outbound';
import { type Addresses, pinnedLookup } from './resolve-host.ts';

/** Status and headers of an answer whose body is still to be read. */
export interface AnswerHead {
  readonly status: number;
  /** By name in lower case; values of repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
}

/** Reads the body of an answer, or leaves it unread. */
export type BodyReader<T> = (body: Readable, head: AnswerHead) => Promise<T>;

/** How one request is sent: to these addresses, within these limits. */
export interface Exchange<T> {
  readonly addresses: Addresses;
  readonly limits: Pick<OutboundLimits, 'connectMs' | 'totalMs'>;
  readonly signal: AbortSignal;
  readonly ca: string | undefined;
  readonly read: BodyReader<T>;
}

/** An answer with what was read of its body. */
export interface Exchanged<T> extends AnswerHead {
  readonly content: T;
}

type Hop = OutboundRequest & { readonly method: OutboundMethod };

const MAX_HEADER_BYTES = 16_384;

/** Sends one request over a connection of its own, and reads the answer; redirects are not followed. */
export async function exchange<T>(hop: Hop, options: Exchange<T>): Promise<Exchanged<T>> {
  const { addresses, limits, signal, ca, read } = options;
  // With the first request: most starts of a server send none.
  const { Agent, request } = await import('undici');
  const agent = new Agent({
    connect: { lookup: pinnedLookup(addresses), timeout: limits.connectMs, ...(ca !== undefined && { ca }) },
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: limits.totalMs,
    bodyTimeout: limits.totalMs,
  });
  try {
    const { method, headers = {}, body = null } = hop;
    const answer = await request(hop.url, { dispatcher: agent, method, headers, body, signal });
    // Destroying the agent ends an unread body with an error that concerns nothing any more.
    answer.body.on('error', () => {});
    const head = { status: answer.statusCode, headers: joined(answer.headers), url: hop.url };
    return { ...head, content: await read(answer.body, head) };
  } finally {
    await agent.destroy();
  }
}

type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

const joined = (headers: ReceivedHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
