import { DomainError } from '@backroom/core';
import { NO_CONTENT } from '@backroom/core/interface';
import type Router from '@koa/router';
import { type Entry, type HttpContext, middlewareOf } from '../common/entry-middleware.ts';

/** The router of the pages of an application. */
export interface PageRouter {
  readonly router: Router;
  readonly http: HttpContext;
  /** Prefix of addresses that is not part of the names of routes in logs and metrics. */
  readonly prefix?: string;
}

/** What a page does by method; HEAD is handled as GET. */
export interface PageMethods {
  readonly get?: Entry | undefined;
  readonly post?: Entry | undefined;
}

/** Adds a page to the router. OPTIONS is answered with the methods of the page, any other method with 405. */
export function addPage({ router, http, prefix = '' }: PageRouter, path: string, { get, post }: PageMethods): void {
  const address = prefix + path;
  const allow = [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : []), 'OPTIONS'];
  const serve = (entry: Entry) =>
    middlewareOf(http, prefix, async (call) => {
      call.route = path;
      return entry(call);
    });
  if (get) router.get(address, serve(get));
  if (post) router.post(address, serve(post));
  const options = { status: NO_CONTENT, headers: { allow: allow.join(', ') }, body: undefined };
  router.options(
    address,
    serve(async () => options),
  );
  router.all(
    address,
    serve(async () => {
      throw new DomainError('method-not-allowed', 'method_not_allowed', 'The address does not have that method.', {
        allow,
      });
    }),
  );
}
