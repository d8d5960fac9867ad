import type { Core } from '../../core.ts';
import { Exchange, type Identify } from '../policy.ts';
import { type Meta, readMeta } from './meta.ts';
import type { ShopRequest } from './request.ts';
import type { ShopRoute } from './route.ts';

/** Exchange of the shop interface, with the parameters common to all routes. */
export class ShopExchange extends Exchange<ShopRequest, ShopRoute> {
  readonly core: Core;
  readonly meta: Meta;
  /** HEAD by method override: HTTP itself omits the body only for a real HEAD request. */
  readonly isBodiless: boolean;
  isIdentified = false;

  constructor(request: ShopRequest, identify: Identify, core: Core) {
    const meta = readMeta(request);
    super(withMethod(request, meta.method), identify);
    this.core = core;
    this.meta = meta;
    this.isBodiless = meta.method === 'HEAD' && request.method !== 'HEAD';
  }
}

/** Copies a request; a spread would lose inherited members of class instances. */
export const withMethod = (request: ShopRequest, method: string): ShopRequest => ({
  method,
  path: request.path,
  query: request.query,
  baseUrl: request.baseUrl,
  header: (name) => request.header(name),
  body: (limits) => request.body(limits),
  fingerprint: () => request.fingerprint(),
  origin: request.origin,
});
