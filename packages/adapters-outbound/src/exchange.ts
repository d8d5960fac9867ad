import type { OutboundAnswer, OutboundLimits, OutboundMethod, OutboundRequest } from '@backroom/core/outbound';
import { Agent, request } from 'undici';
import { readBody } from './read-body.ts';
import { type Addresses, pinnedLookup } from './resolve-host.ts';

/** How one request is sent: to these addresses, within these limits. */
export interface Exchange {
  readonly addresses: Addresses;
  readonly limits: OutboundLimits;
  readonly signal: AbortSignal;
  readonly ca: string | undefined;
}

type Hop = OutboundRequest & { readonly method: OutboundMethod };

const MAX_HEADER_BYTES = 16_384;

/** Sends one request over a connection of its own, and reads the answer; redirects are not followed. */
export async function exchange(hop: Hop, { addresses, limits, signal, ca }: Exchange): Promise<OutboundAnswer> {
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
    const read = await readBody(answer.body, hasBody(method) ? codingOf(answer.headers) : undefined, limits);
    const received = joined(answer.headers);
    return {
      status: answer.statusCode,
      headers: received,
      ...read,
      text: () => decoderFor(received['content-type']).decode(read.body),
      url: hop.url,
    };
  } finally {
    await agent.destroy();
  }
}

function decoderFor(contentType = ''): TextDecoder {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

const hasBody = (method: OutboundMethod): boolean => method !== 'HEAD';

const codingOf = (headers: ReceivedHeaders): string | undefined => joined(headers)['content-encoding'];

const joined = (headers: ReceivedHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
