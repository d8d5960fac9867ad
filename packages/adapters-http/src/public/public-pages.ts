import { anonymous, type Core, DomainError } from '@backroom/core';
import type { PublicAddress, PublicView } from '@backroom/core/content';
import { FRAME_RIGHTS } from '@backroom/core/embeds';
import { commonStatus, OK, type RestRequest } from '@backroom/core/interface';
import { createPublicUrlReader, type PublicUrlReader } from '../common/base-url.ts';
import type { Entry, RequestContext } from '../common/entry-middleware.ts';
import { digestOf, type RenderedPage } from '../common/write-answer.ts';
import { addPage, type PageRouter } from '../pages/add-page.ts';
import { failureView, type PublicFailure } from './public-failure.ts';
import { publicIcon } from './public-icon.ts';
import { publicStyle } from './public-style.ts';
import { embedPage, type PublicFrame, publicPage } from './public-views.ts';
import { styleSheet } from './style-sheet.ts';

/** Options of the public site. */
export interface PublicOptions {
  readonly publicUrl?: string;
  /** Address that the server listens on. */
  readonly host?: string;
  /** First path segment of the pages for people: `cms-admin`. */
  readonly adminPath: string;
  /** Path of the documentation. */
  readonly docsPath: string;
  /** Path of the desk; undefined where there is none. */
  readonly deskPath?: string | undefined;
  /** First path segment of the shop interface without `index.php`. */
  readonly prettyPrefix: string;
  /** Link relation that names the index of the shop interface. */
  readonly discoveryRel: string;
}

const HTML = 'text/html; charset=utf-8';
const pictures = "img-src 'self' data: http: https:";
const pagePolicy = `default-src 'none'; style-src 'self'; ${pictures}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const framePolicy = `sandbox ${FRAME_RIGHTS}; default-src 'none'; style-src 'self'; ${pictures}; base-uri 'none'; form-action 'none'; frame-ancestors *`;
const kept = { 'cache-control': 'public, max-age=60', 'referrer-policy': 'strict-origin-when-cross-origin' };

/** Adds the public site: front page, products, pages, their frames, and files. They work without script. */
export function addPublicPages(pages: PageRouter, core: Core, options: PublicOptions): void {
  const site = new Site(core, options);
  const add = (path: string, entry: Entry) => {
    addPage(pages, path, { get: entry });
    if (path !== '/') addPage(pages, `${path}/`, { get: entry });
  };
  for (const kind of ['product', 'page'] as const) {
    add(
      `/${kind}/:slug`,
      site.entry((slug) => ({ kind, slug }), publicPage),
    );
    add(
      `/${kind}/:slug/embed`,
      site.entry((slug) => ({ kind, slug }), embedPage),
    );
  }
  add(
    '/',
    site.entry(() => ({ kind: 'front' }), publicPage),
  );
  add(
    '/embed',
    site.entry(() => ({ kind: 'front' }), embedPage),
  );
  addPage(pages, '/site.css', { get: (call) => styleSheet(core, call, publicStyle) });
  for (const name of ['svg', 'ico']) addPage(pages, `/favicon.${name}`, { get: fileOf(publicIcon, 'image/svg+xml') });
  addPage(pages, '/robots.txt', { get: fileOf(robotsOf(options), 'text/plain; charset=utf-8') });
}

type View = typeof publicPage;

class Site {
  readonly #core: Core;
  readonly #options: PublicOptions;
  readonly #baseUrlOf: PublicUrlReader;
  readonly #basePath: string;

  constructor(core: Core, options: PublicOptions) {
    this.#core = core;
    this.#options = options;
    this.#baseUrlOf = createPublicUrlReader(options);
    this.#basePath = options.publicUrl === undefined ? '' : new URL(options.publicUrl).pathname.replace(/\/$/, '');
  }

  entry(addressOf: (slug: string) => PublicAddress, view: View): Entry {
    return (call) => this.#answer(call, addressOf(slugIn(call.request)), view);
  }

  async #answer(call: RequestContext, address: PublicAddress, show: View): Promise<RenderedPage> {
    const view = await this.#view(call, address);
    const frame = this.#frame(call, view);
    const isFrame = show === embedPage;
    return {
      status: 'failure' in view ? view.failure.status : OK,
      headers: {
        ...kept,
        ...('failure' in view && { 'cache-control': 'no-store' }),
        'content-security-policy': isFrame ? framePolicy : pagePolicy,
        ...(isFrame && { 'x-robots-tag': 'noindex' }),
        link: `<${frame.baseUrl}/index.php?rest_route=/>; rel="${this.#options.discoveryRel}"`,
      },
      contentType: HTML,
      content: 'failure' in view ? failureView(frame, view.failure) : show(frame, view.shown),
    };
  }

  /** Missing content is a page of the site; other errors are handled as everywhere. */
  async #view({ request }: RequestContext, address: PublicAddress): Promise<PublicView | PublicFailure> {
    const read = (wanted: PublicAddress) =>
      this.#core.content.readPublic({ ...anonymous, origin: request.origin }, { address: wanted });
    try {
      return await read(address);
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === 'not-found')) throw error;
      const { site } = await read({ kind: 'front' });
      return { site, failure: { status: commonStatus['not-found'], message: error.message } };
    }
  }

  #frame({ request }: RequestContext, { site }: Pick<PublicView, 'site'>): PublicFrame {
    const { adminPath, docsPath, deskPath } = this.#options;
    const baseUrl = this.#baseUrlOf(request.context.req);
    return { site, baseUrl, basePath: this.#basePath, adminPath, docsPath, deskPath };
  }
}

/** The slug of `/product/{slug}` and `/product/{slug}/embed`; the path is decoded. */
const slugIn = ({ path }: Pick<RestRequest, 'path'>): string => path.split('/')[2] ?? '';

const fileOf =
  (content: string, contentType: string): Entry =>
  async () => ({
    status: OK,
    headers: { 'cache-control': 'public, max-age=3600', etag: digestOf(content) },
    content,
    contentType,
  });

const robotsOf = ({ adminPath, prettyPrefix }: PublicOptions): string =>
  ['User-agent: *', ...[adminPath, prettyPrefix, 'index.php'].map((path) => `Disallow: /${path}`), ''].join('\n');
