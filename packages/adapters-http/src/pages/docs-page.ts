import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { OK } from '@backroom/core/interface';
import type { Entry } from '../common/attend.ts';
import { digestOf, type Page } from '../common/write-answer.ts';
import { nothingThere } from '../inventory/inventory.ts';
import { docsHtml, docsScript } from './docs-sources.ts';
import { answerUnlessReading } from './reading-only.ts';

const policy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const scriptType = 'text/javascript; charset=utf-8';
const styleType = 'text/css; charset=utf-8';

type Source = () => Promise<Page>;

/** Serves the API documentation page and its files; loads nothing from other hosts. */
export function createDocsEntry(): Entry {
  const files = new Map<string, Source>([
    ['/docs', once(async () => pageOf(docsHtml('docs/'), 'text/html; charset=utf-8'))],
    ['/docs/', once(async () => pageOf(docsHtml(''), 'text/html; charset=utf-8'))],
    ['/docs/start.js', once(async () => pageOf(docsScript, scriptType))],
    ['/docs/swagger-ui-bundle.js', once(() => packaged('swagger-ui-bundle.js', scriptType))],
    ['/docs/swagger-ui.css', once(() => packaged('swagger-ui.css', styleType))],
  ]);
  return async (call) => {
    const source = files.get(call.request.path);
    if (!source) throw nothingThere();
    call.route = '/docs';
    return answerUnlessReading(call.request.method) ?? source();
  };
}

const { resolve } = createRequire(import.meta.url);

const packaged = async (name: string, contentType: string): Promise<Page> =>
  pageOf(await readFile(resolve(`swagger-ui-dist/${name}`)), contentType);

const pageOf = (content: string | Buffer, contentType: string): Page => ({
  status: OK,
  headers: { 'cache-control': 'public, max-age=3600', 'content-security-policy': policy, etag: digestOf(content) },
  content,
  contentType,
});

function once(make: Source): Source {
  let made: Promise<Page> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
