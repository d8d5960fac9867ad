import { defaultShopNames, shopNamespaces } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { siteShopRoutesOf } from '../core/interface/shop/tables.ts';
import { ana, openLog, raw, serving } from '../support/http.ts';
import { type TinyShop, tinyShop } from './tiny-shop.ts';

const open = async (options: Parameters<typeof serving>[0] = {}, { routes }: TinyShop = tinyShop()) =>
  serving({ shop: { routes: [...siteShopRoutesOf(), ...routes] }, ...options });

interface Reported {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}
async function read(url: string, init: RequestInit = {}): Promise<Reported> {
  const response = await fetch(url, init);
  const text = await response.text();
  const body = response.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : {};
  return { status: response.status, headers: Object.fromEntries(response.headers), text, body };
}
const json = { 'content-type': 'application/json' };

describe('links of a list of the shop', () => {
  it('are left out above 2 KiB together with that to the index, which stays', async () => {
    await using server = await open();
    const linksOf = async (length: number) => {
      const kinds = 'x'.repeat(length);
      const { status, headers } = await read(`${server.url}/cms-json/shop-admin/things?page=2&kind=${kinds}`);
      expect([status, headers['x-cms-total'], headers['x-cms-totalpages']]).toEqual([200, '25', '3']);
      return headers.link ?? '';
    };
    const index = `<${server.url}/index.php?rest_route=/>; rel="service-desc"`;
    const shortest = (await linksOf(0)).length;
    const most = Math.floor((2_048 - shortest) / 2);
    expect(await linksOf(most)).toHaveLength(shortest + most * 2);
    expect([await linksOf(most + 1), await linksOf(12_000)]).toEqual([index, index]);
  });
});

describe('addresses of the shop', () => {
  it.each([
    '/index.php?rest_route=/shop-admin/who',
    '/index.php?rest_route=%2Fshop-admin%2Fwho',
    '/index.php?context=x&rest_route=/shop-admin/who/',
    '/index.php?rest_route=/nowhere&rest_route=/shop-admin/who',
    '/cms-json/shop-admin/who',
    '/cms-json/shop-admin/who/',
    '/cms-json/shop%2Dadmin/who',
  ])('%s', async (path) => {
    await using server = await open();
    expect((await read(`${server.url}${path}`)).body).toMatchObject({ user: null });
  });

  it.each(['/index.php?rest_route=', '/index.php?rest_route=/', '/cms-json', '/cms-json/', '/cms-json?x=1'])(
    'lead to the index: %s',
    async (path) => {
      await using server = await open();
      expect((await read(`${server.url}${path}`)).body).toMatchObject({ url: server.url, namespaces: shopNamespaces });
    },
  );

  it.each(['/cms-json/nowhere', '/cms-json/shop-admin/%zz', '/index.php?rest_route=nowhere'])(
    'lead nowhere: %s',
    async (path) => {
      await using server = await open();
      expect(await read(`${server.url}${path}`)).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
    },
  );

  it.each(['/index.php', '/cms-jsonx', '/index.php/shop-admin'])('of the inventory stay with it: %s', async (path) => {
    await using server = await open();
    expect((await read(`${server.url}${path}`)).body).toMatchObject({ code: 'not_found', title: 'Not found' });
  });

  it('never come from the headers of a request', async () => {
    await using server = await open();
    const answer = await raw(
      server.port,
      'GET /index.php?rest_route=/ HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(answer).not.toContain('evil.example');
    expect(answer).toContain(`"url":"${server.url}"`);
  });

  it('are those of the public address', async () => {
    await using server = await open({ publicUrl: 'https://shop.example' });
    const { body, headers } = await read(`${server.url}/cms-json`);
    expect(body).toMatchObject({ url: 'https://shop.example', home: 'https://shop.example' });
    expect(headers.link).toBe('<https://shop.example/index.php?rest_route=/>; rel="service-desc"');
  });

  it('may have another prefix', async () => {
    const names = { ...defaultShopNames, prettyPrefix: 'api', headerPrefix: 'X-Own-' };
    await using server = await serving({ shop: { names, routes: [...siteShopRoutesOf(names), ...tinyShop().routes] } });
    const { headers, status } = await read(`${server.url}/api/shop-admin/things`);
    expect({ status, total: headers['x-own-total'] }).toEqual({ status: 200, total: '25' });
    expect(headers['access-control-expose-headers']).toBe('X-Own-Total, X-Own-TotalPages, Link');
    expect((await read(`${server.url}/cms-json/shop-admin/things`)).body.code).toBe('not_found');
  });
});

describe('headers of the shop', () => {
  it('are on every answer', async () => {
    await using server = await open();
    for (const path of ['/shop-admin/who', '/nowhere', '/shop-admin/secret', '/shop-admin/broken']) {
      expect((await read(`${server.url}/cms-json${path}`)).headers, path).toMatchObject({
        'content-type': 'application/json; charset=UTF-8',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
        link: `<${server.url}/index.php?rest_route=/>; rel="service-desc"`,
        'access-control-expose-headers': 'X-CMS-Total, X-CMS-TotalPages, Link',
        'access-control-allow-headers': 'Authorization, X-CMS-Nonce, Content-Disposition, Content-MD5, Content-Type',
        'x-request-id': expect.stringMatching(/.+/),
      });
    }
  });

  it('lead to other pages beside the index', async () => {
    await using server = await open();
    const { headers } = await read(`${server.url}/cms-json/shop-admin/things`);
    expect(headers.link).toBe(
      `<${server.url}/index.php?rest_route=/>; rel="service-desc", <${server.url}/index.php?rest_route=%2Fshop-admin%2Fthings&page=2>; rel="next"`,
    );
    expect(headers).toMatchObject({ 'x-cms-total': '25', 'x-cms-totalpages': '3', allow: 'GET' });
  });

  it('keep answers to users out of caches', async () => {
    await using server = await open();
    expect((await read(`${server.url}/cms-json/shop-admin/who`, { headers: ana })).headers).toMatchObject({
      'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
      expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
    });
    expect((await read(`${server.url}/cms-json/shop-admin/who`)).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['its own origin', (url: string) => url, true],
    ['a named one', () => 'https://app.example', true],
    ['any other', () => 'https://evil.example', false],
    ['none', () => 'null', false],
  ])('let scripts use it from %s: %s', async (_, originOf, isAllowed) => {
    await using server = await open({ corsOrigins: ['https://app.example'] });
    const origin = originOf(server.url);
    const { headers } = await read(`${server.url}/cms-json/shop-admin/who`, { method: 'OPTIONS', headers: { origin } });
    expect(headers['access-control-allow-origin']).toBe(isAllowed ? origin : undefined);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers['access-control-allow-methods']).toBe(
      isAllowed ? 'OPTIONS, GET, POST, PUT, PATCH, DELETE' : undefined,
    );
    expect(headers.vary).toContain('Origin');
  });
});

describe('methods of the shop', () => {
  it('HEAD has the headers and no body', async () => {
    await using server = await open();
    const get = await read(`${server.url}/cms-json/shop-admin/things`);
    const head = await read(`${server.url}/cms-json/shop-admin/things`, { method: 'HEAD' });
    expect(head.text).toBe('');
    expect(head.headers['x-cms-total']).toBe('25');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('OPTIONS lists the methods', async () => {
    await using server = await open();
    const { status, body, headers } = await read(`${server.url}/cms-json/shop-admin/who`, { method: 'OPTIONS' });
    expect({ status, allow: headers.allow, namespace: body.namespace }).toEqual({
      status: 200,
      allow: 'GET',
      namespace: 'shop-admin',
    });
    expect((await read(`${server.url}/cms-json/nowhere`, { method: 'OPTIONS' })).text).toBe('[]');
  });

  it('what is nothing is sent without content', async () => {
    await using server = await open();
    expect(await read(`${server.url}/cms-json/shop-admin/nothing`)).toMatchObject({ status: 200, text: '' });
  });

  it('what cannot be serialised is an internal error', async () => {
    await using server = await open({ log: openLog() });
    expect(await read(`${server.url}/cms-json/shop-admin/unsayable`)).toMatchObject({
      status: 500,
      body: { code: 'rest_encode_error', data: { status: 500, request_id: expect.any(String) } },
    });
  });

  it('failures are logged and not disclosed', async () => {
    const log = openLog();
    await using server = await open({ log });
    const { status, text } = await read(`${server.url}/cms-json/shop-admin/broken`, {
      headers: { 'x-request-id': 'r-1' },
    });
    expect(status).toBe(500);
    expect(text).not.toContain('secret of the house');
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        cause: new Error('secret of the house'),
        facts: { requestId: 'r-1', method: 'GET' },
      }),
    );
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        event: 'request',
        facts: expect.objectContaining({ route: '/shop-admin/broken', status: 500 }),
      }),
    );
  });

  it('_pretty spreads the answer out', async () => {
    await using server = await open();
    expect((await read(`${server.url}/cms-json/shop-admin/nowhere?_pretty`)).text).toContain('\n    "code"');
  });
});

describe('bodies sent to the shop', () => {
  const post = (url: string, body: string | FormData | Uint8Array, headers: Record<string, string> = json) =>
    read(`${url}/cms-json/shop-admin/whole`, { method: 'POST', body: body as string, headers });

  it.each<[string, string, Record<string, string>, unknown]>([
    ['JSON', '{"a":1}', json, { body: { a: 1 } }],
    ['JSON of another kind', '[1]', { 'content-type': 'application/vnd.x+json; charset=utf-8' }, { body: [1] }],
    ['a form', 'a=1&b[]=2', { 'content-type': 'application/x-www-form-urlencoded' }, { body: { a: '1', b: ['2'] } }],
    ['something else', 'a=1', { 'content-type': 'text/plain' }, {}],
    ['nothing', '', json, {}],
    ['a hidden parameter', '{"hidden":"x"}', json, { body: { hidden: 'x' }, hidden: 'x' }],
  ])('%s', async (_, body, headers, reported) => {
    await using server = await open();
    const answer = await post(server.url, body, headers);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: reported });
  });

  it('set no parameter by a prototype', async () => {
    await using server = await open();
    expect((await post(server.url, '{"__proto__":{"hidden":"x"}}')).body).not.toHaveProperty('hidden');
  });

  it.each<[string, string | Uint8Array, number, string]>([
    ['{"a":1,}', '{"a":1,}', 4, 'Syntax error'],
    ['half a character', Buffer.from([0x22, 0xc3, 0x28, 0x22]), 5, 'Malformed UTF-8 characters'],
    ['a thousand brackets', '['.repeat(1_000) + ']'.repeat(1_000), 1, 'Maximum stack depth exceeded'],
  ])('that are broken JSON are refused: %s', async (_, body, code, message) => {
    await using server = await open();
    expect(await post(server.url, body as string)).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_json', data: { status: 400, json_error_code: code, json_error_message: message } },
    });
  });

  it('may be nested deep', async () => {
    await using server = await open();
    expect((await post(server.url, '['.repeat(500) + ']'.repeat(500))).status).toBe(200);
  });

  it('that are too large are refused', async () => {
    await using server = await open();
    expect(await post(server.url, JSON.stringify('x'.repeat(1_100_000)))).toMatchObject({
      status: 413,
      body: { code: 'rest_payload_too_large', data: { status: 413 } },
    });
  });

  it('may be forms with files', async () => {
    await using server = await open();
    const form = new FormData();
    form.set('name', 'Chair');
    form.append('tags[]', 'a');
    form.append('tags[]', 'b');
    form.set('picture', new Blob(['pixels']), 'chair.png');
    const answer = await read(`${server.url}/cms-json/shop-admin/things`, { method: 'POST', body: form, headers: ana });
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'Chair', tags: ['a', 'b'], picture: 'chair.png pixels' },
      headers: { location: `${server.url}/index.php?rest_route=/shop-admin/things/new` },
    });
  });

  it('that are declared as forms with files and are not are refused', async () => {
    await using server = await open();
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await post(server.url, 'nonsense', headers)).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_form' },
    });
  });

  it('of requests that read are ignored', async () => {
    await using server = await open();
    const answer = await raw(
      server.port,
      'GET /cms-json/shop-admin/who HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1\r\nConnection: close\r\n\r\n{',
    );
    expect(answer).toContain('200 OK');
  });
});

describe('the index as bytes', () => {
  const indexAt = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/index.php?rest_route=/`, { headers: { 'accept-encoding': 'identity', ...headers } });

  it.each([
    ['identity', undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['zstd', undefined],
  ])('is compressed for clients that accept it: %s', async (accepted, encoding) => {
    await using server = await open();
    const answer = await raw(
      server.port,
      `GET /cms-json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${accepted}\r\nConnection: close\r\n\r\n`,
    );
    expect(/^content-encoding: (\S+)\r$/im.exec(answer)?.[1]).toBe(encoding);
    expect(answer).toMatch(/^vary: .*Accept-Encoding/im);
  });

  it('is the same in every form', async () => {
    await using server = await open();
    const plain = await (await indexAt(server.url)).json();
    expect(await (await indexAt(server.url, { 'accept-encoding': 'br' })).json()).toEqual(plain);
    expect(await (await indexAt(server.url, { 'accept-encoding': 'gzip' })).json()).toEqual(plain);
  });

  it('is not sent again to clients with that version', async () => {
    await using server = await open();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const etag = (await indexAt(server.url, { 'accept-encoding': encoding })).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[^"]+"$/);
      const again = await indexAt(server.url, { 'accept-encoding': encoding, 'if-none-match': `"x", W/${etag}` });
      expect({ status: again.status, etag: again.headers.get('etag'), text: await again.text() }).toEqual({
        status: 304,
        etag,
        text: '',
      });
    }
  });

  it('is sent again to clients with another version', async () => {
    await using server = await open();
    expect((await indexAt(server.url, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('is the same for a user, but for no cache', async () => {
    await using server = await open();
    const theirs = await indexAt(server.url, ana);
    expect(theirs.headers.get('cache-control')).toContain('no-store');
    expect(await theirs.json()).toEqual(await (await indexAt(server.url)).json());
  });

  it('is not that of a namespace', async () => {
    await using server = await open();
    const { headers, body } = await read(`${server.url}/cms-json/shop-admin`);
    expect(body).toHaveProperty('namespace', 'shop-admin');
    expect(headers.etag).not.toBe((await indexAt(server.url)).headers.get('etag'));
  });
});
