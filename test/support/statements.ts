import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import pg from 'pg';

/** A statement as it went to the server. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The HTTP request in whose asynchronous context it was sent. A timer has none, or the request that started it. */
  readonly request?: IncomingMessage | undefined;
}

/** Notes what every connection of this process sends, until it is stopped. */
export function listen() {
  const sent: Sent[] = [];
  const requests = new AsyncLocalStorage<IncomingMessage>();
  let last: IncomingMessage | undefined;
  const start = (message: unknown) => {
    last = (message as { readonly request: IncomingMessage }).request;
    requests.enterWith(last);
  };
  subscribe('http.server.request.start', start);
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, values = []] = given as [string | Sent, unknown[]?];
    const one = typeof first === 'string' ? { text: first, values } : { text: first.text, values: first.values ?? [] };
    sent.push({ ...one, request: requests.getStore() });
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  return {
    sent,
    /** What was sent for the HTTP request that this process received last. */
    ofLastRequest: () => sent.filter(({ request }) => request !== undefined && request === last),
    stop() {
      pg.Client.prototype.query = query;
      unsubscribe('http.server.request.start', start);
    },
  };
}
