import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { onEveryDatabase, type World } from '../../support/world.ts';

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
}

/** Requests without decoding the answer. */
function send(url: string, method: string, headers: Readonly<Record<string, string>>, body?: object): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { 'content-type': 'application/json', ...headers } },
      async (answer) => {
        const headers = answer.headers as Sent['headers'];
        resolve({ status: answer.statusCode ?? 0, headers, bytes: await buffer(answer) });
      },
    );
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes } as const;
const encodings = ['br', 'gzip', 'identity'] as const;

onEveryDatabase('compression', (world) => {
  const bearer = (w: World) => ({ authorization: `Bearer ${w.ada.token}` });
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    send(`${world().url}${path}`, method, { ...bearer(world()), ...headers });

  beforeAll(async () => {
    for (let index = 0; index < 30; index += 1)
      await world().ada.post('/items', { name: `Lamp ${index}`, description: 'Gives light. '.repeat(5), quantity: 1 });
  });

  const long = [
    '/items?per_page=50',
    '/operations?per_page=50',
    '/items/export?format=csv',
    '/openapi.json',
    '/docs/swagger-ui.css',
    '/index.php?rest_route=/',
    '/index.php?rest_route=/shop-analytics/reports/revenue/stats&interval=day',
  ];

  it.each(long)('shortens %s by negotiation', async (path) => {
    const plain = await get(path, { 'accept-encoding': 'identity' });
    expect(plain).toMatchObject({ status: 200 });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['br', 'gzip'] as const) {
      const { status, headers, bytes } = await get(path, { 'accept-encoding': encoding });
      expect([status, headers['content-encoding']], path).toEqual([200, encoding]);
      expect(headers.vary).toMatch(/accept-encoding/i);
      expect(bytes.length).toBeLessThan(plain.bytes.length);
      expect(decoders[encoding](bytes).equals(plain.bytes), path).toBe(true);
    }
    expect(plain.headers.vary).toMatch(/accept-encoding/i);
  });

  it.each(['br, gzip', 'gzip;q=0.5, br;q=1', '*', 'deflate, gzip'])(
    'understands Accept-Encoding: %s',
    async (accepted) => {
      const { headers, bytes } = await get('/items?per_page=50', { 'accept-encoding': accepted });
      const encoding = headers['content-encoding'] as 'br' | 'gzip';
      expect(JSON.parse(String(decoders[encoding](bytes)))).toHaveLength(30);
    },
  );

  it.each([
    ['gzip;q=0, *;q=0', undefined],
    ['*;q=0', undefined],
    ['identity;q=0, *;q=0', undefined],
    ['br;q=0.2, gzip;q=0.9', 'gzip'],
    ['gzip;q=0.1, identity', undefined],
    ['br;q=none, gzip', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    [';;,=, q=1', undefined],
  ])('answers GET and HEAD alike with Accept-Encoding: %s', async (accepted, encoding) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get('/items?per_page=50', { 'accept-encoding': accepted }, method);
      expect([method, status, headers['content-encoding']]).toEqual([method, 200, encoding]);
      expect(headers.vary).toMatch(/accept-encoding/i);
    }
  });

  it('leaves answers below 1 KiB, and encodings that are refused', async () => {
    const { headers } = await get('/items/1', { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBeUndefined();
    const refused = await get('/items?per_page=50', { 'accept-encoding': 'gzip;q=0, br;q=0' });
    expect(refused.headers['content-encoding']).toBeUndefined();
    expect(refused.headers['content-length']).toBe(String(refused.bytes.length));
  });

  it('has an entity tag for each encoding, and each is a good copy', async () => {
    const tags = await Promise.all(
      encodings.map(
        async (encoding) => (await get('/items?per_page=50', { 'accept-encoding': encoding })).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(3);
    for (const [index, encoding] of encodings.entries()) {
      const tag = tags[index] ?? '';
      const again = await get('/items?per_page=50', { 'accept-encoding': encoding, 'if-none-match': tag });
      expect(tag).toMatch(encoding === 'identity' ? /^"[\w-]{27}"$/ : new RegExp(`^"[\\w-]{27}-${encoding}"$`));
      expect([again.status, again.headers.etag, again.bytes.length]).toEqual([304, tag, 0]);
      const head = await get('/items?per_page=50', { 'accept-encoding': encoding }, 'HEAD');
      const whole = await get('/items?per_page=50', { 'accept-encoding': encoding });
      for (const name of ['etag', 'content-encoding', 'content-length', 'vary'])
        expect(head.headers[name], `${encoding} ${name}`).toBe(whole.headers[name]);
    }
  });

  it('accepts the tag of an encoding as the version of a change', async () => {
    const { body: item } = await world().ada.post('/items', { name: 'Long', description: 'x'.repeat(1500) });
    const { headers } = await get(`/items/${item.id}`, { 'accept-encoding': 'gzip' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip' });
    const change = (tag: string) =>
      world().ada.ask('PATCH', `/items/${item.id}`, { headers: { 'if-match': tag }, body: { name: 'Longer' } });
    expect(await change(headers.etag ?? '')).toMatchObject({ status: 200 });
    expect(await change(headers.etag ?? '')).toMatchObject({ status: 412 });
  });

  describe('leaves answers with secrets', () => {
    const accepted = { 'accept-encoding': 'gzip, br' };

    it('of users and audit records', async () => {
      for (let index = 0; index < 8; index += 1) await world().person();
      for (const path of ['/users', '/audit?per_page=50']) {
        const { headers, bytes } = await get(path, accepted);
        expect(bytes.length, path).toBeGreaterThan(1024);
        expect(headers['content-encoding'], path).toBeUndefined();
      }
    });

    it('of batches, whose items may make one', async () => {
      const requests = Array.from({ length: 10 }, (_, index) => ({
        method: 'POST',
        path: '/shop/v3/products',
        body: { name: `Batched ${index}`, description: 'long '.repeat(50) },
      }));
      const { status, headers, bytes } = await send(
        `${world().url}/index.php?rest_route=/batch/v1`,
        'POST',
        { ...bearer(world()), ...accepted },
        { requests },
      );
      expect([status, headers['content-encoding']]).toEqual([207, undefined]);
      expect(bytes.length).toBeGreaterThan(1024);
    });

    it('of the pages of an administrator', async () => {
      const { headers } = await get('/cms-admin/authorize-application.php', accepted);
      expect(headers['content-encoding']).toBeUndefined();
    });
  });

  it('survives a hostile header', async () => {
    const { status, bytes } = await get('/items?per_page=50', { 'accept-encoding': `${'gzip,'.repeat(800)}br` });
    expect([status, bytes.length > 0]).toEqual([200, true]);
  });
});
