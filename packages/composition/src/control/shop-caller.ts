import { createHash } from 'node:crypto';
import type { Actor } from '@backroom/core';
import {
  createDispatch,
  defaultShopNames,
  type RestResponse,
  type ShopBody,
  type ShopRequest,
  shopPolicy,
  shopRoutes,
} from '@backroom/core/interface';
import { canonical } from '@backroom/core/kernel';
import type { Application } from '../compose.ts';
import type { PlainRequest } from './in-process-request.ts';

/** Calls routes of the shop interface in this process, under their default names. */
export interface ShopCaller {
  hasRoute(path: string): boolean;
  call(request: PlainRequest, identify: () => Promise<Actor>): Promise<RestResponse>;
}

export function shopCaller({ core, settings, log }: Application): ShopCaller {
  const dispatch = createDispatch({
    core,
    policy: shopPolicy({ names: defaultShopNames }),
    routes: shopRoutes(),
    onFailure: (cause) => log.error('call failed', cause),
  });
  const baseUrl = settings.publicUrl ?? `http://${settings.host}:${settings.port}`;
  return {
    hasRoute: (path) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].some((method) => dispatch.routeOf(method, path)),
    async call(request, identify) {
      const { status, headers, body } = await dispatch(shopRequest(request, baseUrl), identify);
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
      return { status, headers: Object.fromEntries(lower), body: body ?? undefined };
    },
  };
}

/** Marked as secure: the request never leaves the machine. */
const shopRequest = ({ method, path, query = [], body, headers = {} }: PlainRequest, baseUrl: string): ShopRequest => ({
  method,
  path,
  query,
  baseUrl,
  header: (name) => headers[name],
  body: async (): Promise<ShopBody> => (body ? { kind: 'json', value: body } : { kind: 'none' }),
  fingerprint: () => createHash('sha256').update(canonical(body)).digest('hex'),
  origin: { isSecure: true },
});
