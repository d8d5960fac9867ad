import type { IncomingMessage } from 'node:http';

/**
 * Returns why the head of a request must be refused, or undefined if it is valid: a proxy before the server may have read
 * another host from it, or another end of its body (RFC 9112, 3.2, 6.1 and 11.2).
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

/** Node keeps only the first `Host` header, so the raw headers are counted. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
