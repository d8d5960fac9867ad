import type { Origin } from '@backroom/core';
import type { Context } from 'koa';

/** What the requests of both interfaces read from a Koa request. */
export class KoaRequest {
  readonly method: string;
  readonly origin: Origin;
  readonly context: Context;

  constructor(context: Context, origin: Origin) {
    this.context = context;
    this.method = context.req.method ?? 'GET';
    this.origin = origin;
  }

  header(name: string): string | undefined {
    const value = this.context.req.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }
}
