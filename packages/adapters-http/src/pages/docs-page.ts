import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { OK } from '@backroom/core/interface';
import { digestOf, type RenderedPage } from '../common/write-answer.ts';
import { addPage, type PageRouter } from './add-page.ts';
import { docsHtml, docsScript, docsStyle } from './docs-sources.ts';

const policy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const scriptType = 'text/javascript; charset=utf-8';
const styleType = 'text/css; charset=utf-8';

type DocumentSource = () => Promise<RenderedPage>;

/** Adds the API documentation page and its files; it loads nothing from other hosts. */
export function addDocs(pages: PageRouter): void {
  const files: Readonly<Record<string, DocumentSource>> = {
    '/docs': async () => pageOf(docsHtml('docs/'), 'text/html; charset=utf-8'),
    '/docs/': async () => pageOf(docsHtml(''), 'text/html; charset=utf-8'),
    '/docs/docs.css': async () => pageOf(docsStyle, styleType),
    '/docs/start.js': async () => pageOf(docsScript, scriptType),
    '/docs/swagger-ui-bundle.js': () => packaged('swagger-ui-bundle.js', scriptType),
    '/docs/swagger-ui.css': () => packaged('swagger-ui.css', styleType),
  };
  for (const [path, source] of Object.entries(files)) addPage(pages, path, { get: once(source) });
}

const { resolve } = createRequire(import.meta.url);

const packaged = async (name: string, contentType: string): Promise<RenderedPage> =>
  pageOf(await readFile(resolve(`swagger-ui-dist/${name}`)), contentType);

const pageOf = (content: string | Buffer, contentType: string): RenderedPage => ({
  status: OK,
  headers: { 'cache-control': 'public, max-age=3600', 'content-security-policy': policy, etag: digestOf(content) },
  content,
  contentType,
});

function once(make: DocumentSource): DocumentSource {
  let made: Promise<RenderedPage> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
