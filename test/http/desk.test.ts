import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { DeskFiles } from '@backroom/adapters-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDeskFolder } from '../support/desk-folder.ts';
import { openLog, raw, serving } from '../support/http.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'none'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const ask = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(url, { method, headers, redirect: 'manual' });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
};

describe('the files of the desk', () => {
  const desk = aDeskFolder();
  beforeAll(() => void desk.build());
  afterAll(desk.remove);

  const open = (options = {}) => serving({ desk: { path: 'desk', files: new DeskFiles(desk.folder) }, ...options });

  it('are its page at every path that is no file, under the policy', async () => {
    await using server = await open();
    for (const path of [
      '/desk',
      '/desk/',
      '/desk/orders/17',
      '/desk/reports/orders?period=30d',
      '/desk/index.html',
      '/desk/%00',
    ]) {
      const { status, headers, text } = await ask(server.url + path);
      expect([status, headers['content-type']], path).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers, path).toMatchObject({
        'cache-control': 'no-cache',
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(text).toContain('<html data-base="/desk" lang="en">');
      expect(text).toContain('src="/desk/assets/main-1.js"');
      expect(text.indexOf('href="/desk/theme.css"')).toBeGreaterThan(text.indexOf('href="/desk/assets/main-1.css"'));
    }
  });

  it('have a page that is revalidated by its tag', async () => {
    await using server = await open();
    const { headers } = await ask(`${server.url}/desk`);
    const again = await ask(`${server.url}/desk/orders`, { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('are kept for ever, in the encoding that was built', async () => {
    await using server = await open();
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;
    for (const encoding of ['br', 'gzip'] as const) {
      const answer = await raw(
        server.port,
        `GET /desk/assets/main-1.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toContain(`content-encoding: ${encoding}`);
    }
    const { headers, text } = await ask(`${server.url}/desk/assets/main-1.js`, { 'accept-encoding': 'identity' });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': policy,
      vary: 'Accept-Encoding',
    });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(text).toContain('ran');
    expect(Object.keys(decoders)).toHaveLength(2);
    expect((await ask(`${server.url}/desk/assets/main-1.js`)).text).toBe(text);
    expect((await ask(`${server.url}/desk/icon.svg`)).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'image/svg+xml',
    });
  });

  it.each([
    '/desk/assets/main-2.js',
    '/desk/assets/main-1.js.br',
    '/desk/assets/',
    '/desk/assets/..%2f..%2fpackage.json',
    '/desk/assets/../../package.json/../assets/x',
    '/desk/assets/__proto__',
  ])('are 404 where there is none: %s', async (path) => {
    await using server = await open();
    const line = await raw(server.port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(line).toMatch(/^HTTP\/1\.1 404/);
    expect(line).not.toContain('<html');
  });

  it('never come from the disk by the path of a request', async () => {
    desk.write('secret.txt', 'a-secret-on-the-disk');
    await using server = await open();
    for (const path of ['/desk/secret.txt', '/desk/files.json', '/desk/..%2fdesk/secret.txt', '/desk//etc/passwd'])
      expect((await ask(server.url + path)).text, path).not.toMatch(/a-secret-on-the-disk|"files"|root:/);
  });

  it('are read only, and of no other methods', async () => {
    await using server = await open();
    const refused = await ask(`${server.url}/desk/orders`, {}, 'POST');
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await ask(`${server.url}/desk`, {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  it('follow a prefix and a public address with a path', async () => {
    await using server = await open({ inventoryPrefix: '/stock', publicUrl: 'https://shop.example/back' });
    const { text } = await ask(`${server.url}/stock/desk/orders`);
    expect(text).toContain('<html data-base="/back/stock/desk" lang="en">');
    expect(text).toContain('src="/back/stock/desk/assets/main-1.js"');
    expect((await ask(`${server.url}/desk`)).status).toBe(404);
  });

  it('can be elsewhere, or switched off', async () => {
    await using elsewhere = await serving({ desk: { path: 'office', files: new DeskFiles(desk.folder) } });
    expect((await ask(`${elsewhere.url}/office`)).text).toContain('data-base="/office"');
    await using nowhere = await serving();
    expect((await ask(`${nowhere.url}/desk`)).status).toBe(404);
  });
});

describe('a desk that is not built', () => {
  it('answers with a wait, and is there after its build, and after the next one', async () => {
    const desk = aDeskFolder();
    await using server = await serving({ desk: { path: 'desk', files: new DeskFiles(desk.folder) } });
    const before = await ask(`${server.url}/desk/orders`);
    expect([before.status, before.headers.refresh, before.headers['cache-control']]).toEqual([503, '2', 'no-store']);
    expect(before.headers['content-security-policy']).toBe(policy);
    expect(before.text).toContain('The desk is being built.');
    for (const script of ['first-1.js', 'second-2.js']) {
      desk.build(script);
      await setTimeout(1_050);
      expect((await ask(`${server.url}/desk`)).text).toContain(script);
      expect((await ask(`${server.url}/desk/assets/${script}`)).status).toBe(200);
    }
    desk.remove();
    await setTimeout(1_050);
    expect((await ask(`${server.url}/desk`)).status).toBe(200);
  });

  it.each([
    ['no JSON at all', (desk: ReturnType<typeof aDeskFolder>) => desk.write('files.json', '{')],
    ['no list', (desk) => desk.writeTable({ files: 7 })],
    ['no page', (desk) => desk.writeTable({ files: desk.build().slice(1) })],
    ['a path that leads out', (desk) => desk.writeTable({ files: [{ ...desk.build()[0], path: '../x' }] })],
    ['a hidden file', (desk) => desk.writeTable({ files: [{ ...desk.build()[0], path: '.env' }] })],
    ['another digest', (desk) => desk.writeTable({ files: [{ ...desk.build()[0], hash: 'a'.repeat(64) }] })],
    ['another size', (desk) => desk.writeTable({ files: [{ ...desk.build()[0], size: 1 }] })],
    [
      'a type with a line break',
      (desk) => desk.writeTable({ files: [{ ...desk.build()[0], type: 'text/html\r\nx: y' }] }),
    ],
  ] as readonly (readonly [string, (desk: ReturnType<typeof aDeskFolder>) => void])[])(
    'is one whose table has %s, which is logged',
    async (_, spoil) => {
      const desk = aDeskFolder();
      spoil(desk);
      const log = openLog();
      await using server = await serving({ desk: { path: 'desk', files: new DeskFiles(desk.folder, log) } });
      expect((await ask(`${server.url}/desk`)).status).toBe(503);
      expect(log.lines).toMatchObject([{ level: 'error', event: 'the files of the desk cannot be used' }]);
      desk.remove();
    },
  );
});
