import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, type Origin } from '@backroom/core';
import type { RestRequest } from '@backroom/core/interface';
import type { HttpContext } from './entry-middleware.ts';
import { requestIdOf } from './request-id.ts';
import { logRequest } from './request-log.ts';
import { prepareAnswer } from './write-answer.ts';

/** Sends an error response to a connection and closes it. */
export type RefuseConnection = (cause: unknown, socket: Socket) => void;

/** Answers requests that Node cannot parse in the same format as other refusals. */
export const createRefusal =
  (http: HttpContext): RefuseConnection =>
  (cause, socket) => {
    const { remoteAddress: ip } = socket;
    const origin: Origin = { requestId: requestIdOf(undefined), ...(ip !== undefined && { ip }) };
    const request = unreadable(origin);
    const { status, headers, body: said } = prepareAnswer(http.refuse(refusalOf(cause), request), request);
    // A refusal is sent as a whole document.
    const body = typeof said === 'string' ? said : '';
    const lines = Object.entries({
      ...http.headers,
      ...headers,
      'x-request-id': origin.requestId,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    socket.destroySoon();
    if (http.log) logRequest(http.log, { ...nothingKnown, status, requestId: origin.requestId, ip });
  };

const nothingKnown = { method: '', route: undefined, milliseconds: 0, userId: undefined };

const unreadable = (origin: Origin): RestRequest => ({
  method: '',
  path: '/',
  prefix: '',
  query: [],
  header: () => undefined,
  body: async () => ({ kind: 'none' }),
  fingerprint: () => '',
  origin,
});

function refusalOf(cause: unknown): DomainError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new DomainError('too-large', 'payload_too_large', 'The headers are too large.', {}, cause);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new DomainError('malformed', 'request_timeout', 'The request did not arrive in time.', {}, cause);
    default:
      return new DomainError('malformed', 'malformed_request', 'That is not an HTTP request.', {}, cause);
  }
}
