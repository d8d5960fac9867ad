import { type Core, type CoreSettings, DomainError, defaultSettings } from '@backroom/core';
import { defaultShopNames, type RestRequest, type RestResponse } from '@backroom/core/interface';
import { isStorableText } from '@backroom/core/kernel';
import { createPublicUrlReader, type PublicUrlReader } from '../common/base-url.ts';
import { middlewareOf, type RequestContext } from '../common/entry-middleware.ts';
import type { RenderedPage } from '../common/write-answer.ts';
import { type BrowserSession, BrowserSessions } from '../credentials/browser-session.ts';
import { type AuthenticateShopper, createShopAuthenticate } from '../shop/authenticate.ts';
import { addPage, type PageRouter } from './add-page.ts';
import { html } from './html.ts';
import { type PageFrame, pageOf } from './layout.ts';

import { pageRoutes } from './page-routes.ts';

/** Settings of the site that the pages show or check. */
export type PageSite = Pick<
  CoreSettings,
  'siteName' | 'siteEnvironment' | 'applicationPasswords' | 'connectorRedirects'
>;

/** Options of the HTML pages. */
export interface AdminOptions {
  /** First path segment of the pages: `cms-admin`. */
  readonly adminPath: string;
  /** Public base address of the site; defaults to host and port of the connection. */
  readonly publicUrl?: string;
  /** Address that the server listens on. */
  readonly host?: string;
  /** URL scheme that opens the mobile app. */
  readonly appScheme?: string;
  /** Site name and environment. */
  readonly site?: PageSite;
}

/** Dependencies of every page. */
export interface Admin extends AdminOptions {
  readonly core: Core;
  readonly site: PageSite;
  readonly appScheme: string;
  readonly frame: PageFrame;
  readonly sessions: BrowserSessions;
  readonly baseUrlOf: PublicUrlReader;
  /** Authenticates the credentials of the shop interface. */
  readonly authenticate: AuthenticateShopper;
  /** Status and headers of a refusal or failure; logs failures. */
  refuse(error: unknown, request: RestRequest): Pick<RestResponse, 'status' | 'headers'>;
}

/** A request with its browser session and form fields. */
export interface AdminRequest extends RequestContext {
  readonly admin: Admin;
  /** Public base address, without a trailing slash. */
  readonly baseUrl: string;
  readonly session: BrowserSession | undefined;
  /** Fields of a POST form, else of the query; the first of each name. */
  readonly given: ReadonlyMap<string, string>;
}

/** A page, which may accept a form. */
export interface PageRoute {
  readonly get?: (call: AdminRequest) => Promise<RenderedPage>;
  readonly post?: (call: AdminRequest) => Promise<RenderedPage>;
  /** Whether it is public and independent of the session, so that no session is read. */
  readonly isForAll?: true;
}

/** Adds the HTML pages: login, application authorisation, and the start page. They work without script. */
export function addAdminPages({ router, http }: PageRouter, core: Core, options: AdminOptions): void {
  const { publicUrl, site = defaultSettings, appScheme = defaultShopNames.appScheme } = options;
  const base = publicUrl === undefined ? undefined : new URL(publicUrl);
  const address = `/${options.adminPath}`;
  const admin: Admin = {
    ...options,
    core,
    site,
    appScheme,
    refuse: http.refuse,
    baseUrlOf: createPublicUrlReader(options),
    authenticate: createShopAuthenticate(core, publicUrl === undefined ? {} : { publicUrl }),
    frame: { path: `${base?.pathname.replace(/\/$/, '') ?? ''}${address}`, siteName: site.siteName },
    sessions: new BrowserSessions(core, { isPublicSecure: base?.protocol === 'https:' }),
  };
  const pages = {
    router,
    http: { ...http, refuse: (error: unknown, request: RestRequest) => failurePage(admin, error, request) },
  };
  for (const [path, { get, post, isForAll }] of Object.entries(pageRoutes)) {
    const entry = (show: (call: AdminRequest) => Promise<RenderedPage>) => async (call: RequestContext) =>
      show(await pageRequest(admin, call, isForAll));
    addPage(pages, address + path, { get: get && entry(get), post: post && entry(post) });
  }
  router.all(
    `${address}/*rest`,
    middlewareOf(pages.http, '', async () => {
      throw new DomainError('not-found', 'not_found', 'There is no such page.');
    }),
  );
}

async function pageRequest(admin: Admin, call: RequestContext, isForAll = false): Promise<AdminRequest> {
  const { request } = call;
  const actor = isForAll ? undefined : await admin.sessions.of(request);
  if (actor) call.actor = actor;
  const session = actor && { actor, nonce: actor.session.nonce };
  const baseUrl = admin.baseUrlOf(request.context.req);
  return { ...call, admin, baseUrl, session, given: await givenIn(call, request.method === 'POST') };
}

async function givenIn({ request }: RequestContext, isPost: boolean): Promise<ReadonlyMap<string, string>> {
  const given = isPost ? await fieldsOf(request) : request.query.toReversed();
  if (given.flat().every(isStorableText)) return new Map(given);
  throw new DomainError('malformed', 'invalid_format', 'A field contains NUL or is not valid Unicode.');
}

async function fieldsOf(request: RestRequest): Promise<readonly (readonly [string, string])[]> {
  const body = await request.body(['form']);
  return body.kind === 'form' ? (Object.entries(body.value) as [string, string][]) : [];
}

/** Renders a refusal as an HTML page. */
function failurePage({ frame, refuse }: Admin, error: unknown, request: RestRequest): RenderedPage {
  const { status, headers } = refuse(error, request);
  const message = error instanceof DomainError ? error.message : 'Something went wrong on our side.';
  const { requestId } = request.origin;
  const body = html`<p>${message}</p>
${!(error instanceof DomainError) && html`<p class="soft">The log of the server has details under <code>${requestId}</code>.</p>`}
<p><a href="${frame.path}/">Go to the start page</a></p>`;
  const { allow, 'retry-after': retryAfter } = headers;
  return pageOf(frame, {
    status,
    title: 'This page cannot be shown',
    body,
    headers: { ...(allow && { allow }), ...(retryAfter && { 'retry-after': retryAfter }) },
  });
}
