import type { IncomingMessage } from 'node:http';

/**
 * Why the head of a request must be refused, undefined for one that is fine: a proxy before the server may see another host in it,
 * or another end of its body (RFC 9112, 3.2, 6.1 and 11.2).
 */
export function framingFault(request: IncomingMessage): string | undefined {
  const { httpVersion, headers } = request;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersion !== '1.1' || coding.trim().toLowerCase() !== 'chunked'))
    return 'The only transfer coding is chunked, in HTTP/1.1.';
  const hosts = hostsIn(request);
  if (hosts > 1) return 'There is more than one Host header.';
  return hosts === 0 && httpVersion === '1.1' ? 'The Host header is missing.' : undefined;
}

/** Node keeps the first of several and drops the others, so the raw headers are counted. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
