import { type Core, DomainError } from '@backroom/core';
import { OK, taggedFor, UNAVAILABLE } from '@backroom/core/interface';
import { encodingFor } from '../common/content-encoding.ts';
import type { RequestContext } from '../common/entry-middleware.ts';
import type { RenderedPage } from '../common/write-answer.ts';
import { addPage, type PageRouter } from '../pages/add-page.ts';
import { themeSheet } from '../public/style-sheet.ts';
import { type DeskPage, makeDeskPage, THEME_SHEET } from './desk-page.ts';
import type { DeskBuild, DeskFile, DeskFiles } from './files.ts';
import { deskHeaders } from './policy.ts';

/** The desk of an application. */
export interface DeskOptions {
  /** First segment of its addresses: `desk`. */
  readonly path: string;
  readonly files: DeskFiles;
}

const ASSETS = 'assets/';
const HTML = 'text/html; charset=utf-8';

/** Adds the desk: its files, and its page at every other path below. No path of a request reaches the disk. */
export function addDesk(pages: PageRouter, core: Core, { path, files, publicUrl }: DeskOptions & PublicPlace): void {
  const outer = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  const desk = new Desk(core, files, { base: `${outer}${pages.prefix ?? ''}/${path}`, path });
  for (const address of [`/${path}`, `/${path}/`, `/${path}/*rest`])
    addPage(pages, address, { get: (call) => desk.answer(call) });
}

interface PublicPlace {
  readonly publicUrl: string | undefined;
}

interface DeskPlace {
  /** Address of the page as browsers know it. */
  readonly base: string;
  readonly path: string;
}

class Desk {
  readonly #core: Core;
  readonly #files: DeskFiles;
  readonly #place: DeskPlace;
  #page: { readonly build: DeskBuild; readonly made: Promise<DeskPage> } | undefined;

  constructor(core: Core, files: DeskFiles, place: DeskPlace) {
    this.#core = core;
    this.#files = files;
    this.#place = place;
  }

  async answer(call: RequestContext): Promise<RenderedPage> {
    const path = call.request.path.slice(this.#place.path.length + 2);
    if (path === THEME_SHEET) return withPolicy(await themeSheet(this.#core, call));
    const build = await this.#files.current();
    if (!build) return withPolicy(notBuilt);
    const file = build.files.get(path);
    if (file && path.startsWith(ASSETS)) return asset(file, call);
    if (path.startsWith(ASSETS))
      throw new DomainError('not-found', 'not_found', 'There is no such file of this build of the desk.');
    return file && path !== 'index.html' ? revalidated(file, call) : this.#show(build, call);
  }

  async #show(build: DeskBuild, { request }: RequestContext): Promise<RenderedPage> {
    if (this.#page?.build !== build) this.#page = { build, made: makeDeskPage(build, this.#place.base) };
    const { etag, contents } = await this.#page.made;
    const encoding = encodingFor(request.header('accept-encoding'));
    return withPolicy({
      status: OK,
      headers: { ...revalidating, ...encodedAs(encoding, etag) },
      content: contents[encoding],
      contentType: HTML,
    });
  }
}

const revalidating = { 'cache-control': 'no-cache' };
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };

const asset = (file: DeskFile, call: RequestContext): RenderedPage => filePage(file, call, immutable);
const revalidated = (file: DeskFile, call: RequestContext): RenderedPage => filePage(file, call, revalidating);

function filePage(
  file: DeskFile,
  { request }: RequestContext,
  headers: Readonly<Record<string, string>>,
): RenderedPage {
  const wanted = encodingFor(request.header('accept-encoding'));
  const encoding = file[wanted] ? wanted : 'identity';
  return withPolicy({
    status: OK,
    headers: { ...headers, ...encodedAs(encoding, `"${file.hash.slice(0, 32)}"`) },
    content: file[encoding] ?? file.identity,
    contentType: file.type,
  });
}

const encodedAs = (encoding: ReturnType<typeof encodingFor>, etag: string): Readonly<Record<string, string>> => ({
  vary: 'Accept-Encoding',
  etag: encoding === 'identity' ? etag : taggedFor(encoding, etag),
  ...(encoding !== 'identity' && { 'content-encoding': encoding }),
});

const withPolicy = (page: RenderedPage): RenderedPage => ({ ...page, headers: { ...page.headers, ...deskHeaders } });

const notBuilt: RenderedPage = {
  status: UNAVAILABLE,
  headers: { 'cache-control': 'no-store', refresh: '2' },
  content:
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Backroom</title></head>' +
    '<body><p>The desk is being built. This page loads it when it is ready.</p></body></html>\n',
  contentType: HTML,
};
