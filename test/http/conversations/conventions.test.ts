import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Answered, Published } from '../../support/client.ts';
import { addressOf } from '../../support/every-route.ts';
import { inWorld, onEveryDatabase } from '../../support/world.ts';

const linksOf = ({ headers }: Answered<unknown>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(headers.link ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, target = '', relation = '']) => [
      relation,
      target,
    ]),
  );
const json = (text: string, headers = {}) => ({ text, headers: { 'content-type': 'application/json', ...headers } });

onEveryDatabase('the conventions', (world) => {
  describe('every list', () => {
    const lists = ['/users', '/items', '/categories', '/locations', '/operations'];

    it.each(lists)('of %s has its length and its parts in headers', async (path) => {
      const { ada } = world();
      for (const suffix of ['a', 'b', 'c']) {
        await ada.post('/users', { username: `list-${suffix}` });
        await ada.post('/items', { name: suffix, sku: `LIST-${suffix}`, quantity: 1 });
        await ada.post('/categories', { name: `List ${suffix}` });
        await ada.post('/locations', { code: `LIST-${suffix}` });
      }
      const whole = await ada.list(`${path}?per_page=500`);
      const total = whole.body.length;
      expect(total).toBeGreaterThan(2);
      expect(whole.headers).toMatchObject({ 'x-total-count': String(total), 'x-total-pages': '1' });
      expect(Object.keys(linksOf(whole)).toSorted()).toEqual(['first', 'last']);
      const pages: Answered<readonly Published[]>[] = [];
      for (let page = 1; page <= Math.ceil(total / 2); page += 1)
        pages.push(await ada.list(`${path}?page=${page}&per_page=2`));
      expect(pages.flatMap(({ body }) => body.map(({ id }) => id))).toEqual(whole.body.map(({ id }) => id));
      expect(pages[0]?.headers).toMatchObject({
        'x-total-count': String(total),
        'x-total-pages': String(pages.length),
      });
      expect(linksOf(pages[0] as never)).toMatchObject({
        first: expect.stringContaining('page=1'),
        last: expect.stringContaining(`page=${pages.length}`),
      });
      expect(linksOf(pages[1] as never)).toMatchObject({ prev: expect.stringContaining('page=1') });
      expect(linksOf(pages.at(-1) as never)).not.toHaveProperty('next');
      const beyond = await ada.list(`${path}?page=1000&per_page=2`);
      expect(beyond).toMatchObject({ status: 200, body: [], headers: { 'x-total-count': String(total) } });
    });

    it('keeps the other parameters in its links', async () => {
      const { ada } = world();
      const { next = '' } = linksOf(await ada.list('/items?q=list%20%26&sort=-sku&per_page=1&archived=any&attr.a=b'));
      expect(next).toBe('');
      const first = await ada.list('/items?q=LIST-&sort=-sku&per_page=1&archived=any');
      const query = new URLSearchParams(linksOf(first).next?.split('?')[1]);
      expect(Object.fromEntries(query)).toEqual({
        q: 'LIST-',
        sort: '-sku',
        per_page: '1',
        archived: 'any',
        page: '2',
      });
      expect((await ada.list(linksOf(first).next ?? '')).body[0]?.sku).toBe('LIST-b');
    });
  });

  describe('every address', () => {
    it('is the same with a slash at its end, for every method', async () => {
      const { ada, routes } = { ...world(), ada: world().ada };
      for (const { path, methods, access } of routes) {
        for (const method of methods) {
          if (access === 'own-session' || path.startsWith('/users/log')) continue;
          const [plain, slashed] = [
            await ada.ask(method, addressOf(path)),
            await ada.ask(method, `${addressOf(path)}/`),
          ];
          expect(slashed.status, `${method} ${path}`).toBe(plain.status);
          expect(slashed.body.code, `${method} ${path}`).toBe(plain.body.code);
        }
      }
    });

    it('never redirects', async () => {
      const { ada, nobody } = world();
      const made = await ada.post('/users/', { username: 'slashed' });
      expect(made).toMatchObject({ status: 201, body: { username: 'slashed' } });
      expect(await nobody.post('/users/login/', { username: 'ada', password: ada.password })).toMatchObject({
        status: 200,
      });
      expect(await ada.delete(`/users/${made.body.id}/`)).toMatchObject({ status: 204 });
    });

    it('has HEAD where it has GET: the same without a body', async () => {
      const { ada } = world();
      const { body: item } = await ada.post('/items', { name: 'Lamp' });
      for (const path of ['/items', `/items/${item.id}`, '/users', '/operations', '/version', '/health']) {
        const [head, get] = [await ada.ask('HEAD', path), await ada.get(path)];
        expect(head, path).toMatchObject({ status: 200, text: '' });
        for (const name of ['etag', 'content-type', 'x-total-count', 'link', 'cache-control'])
          expect(head.headers[name], `${path} ${name}`).toBe(get.headers[name]);
      }
      expect(await ada.ask('HEAD', '/items/2147483647')).toMatchObject({ status: 404, text: '' });
      expect(await world().nobody.ask('HEAD', '/items')).toMatchObject({ status: 401, text: '' });
    });

    it('tells its methods to everybody', async () => {
      const allowed: Readonly<Record<string, string>> = {
        '/users': 'GET, POST, HEAD, OPTIONS',
        '/users/me': 'GET, PATCH, HEAD, OPTIONS',
        '/users/login': 'POST, OPTIONS',
        '/items/1': 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS',
        '/operations/1': 'GET, HEAD, OPTIONS',
        '/categories/tree/': 'GET, HEAD, OPTIONS',
      };
      for (const [path, allow] of Object.entries(allowed)) {
        expect(await world().nobody.ask('OPTIONS', path), path).toMatchObject({
          status: 204,
          text: '',
          headers: { allow },
        });
      }
      expect(await world().nobody.ask('OPTIONS', '/nowhere')).toMatchObject({ status: 404 });
    });

    it('refuses other methods, once it knows who is asking', async () => {
      const { ada, nobody } = world();
      for (const [method, path, allow] of [
        ['DELETE', '/users', 'GET, POST, HEAD, OPTIONS'],
        ['GET', '/users/login', 'POST, OPTIONS'],
        ['POST', '/operations/1', 'GET, HEAD, OPTIONS'],
        ['REPORT', '/items', 'GET, POST, HEAD, OPTIONS'],
      ] as const) {
        expect(await ada.ask(method, path), `${method} ${path}`).toMatchObject({
          status: 405,
          headers: { allow },
          body: { code: 'method_not_allowed' },
        });
        expect(await nobody.ask(method, path), `${method} ${path}`).toMatchObject({ status: 401 });
      }
    });

    it('is unknown before anybody is asked who they are', async () => {
      const missing = { status: 404, body: { code: 'not_found' } };
      for (const path of [
        '/',
        '/nowhere',
        '/users/1/x',
        '/Users',
        '//users',
        '/users//',
        '/items/abc',
        '/users/1.0',
        '/items/%31%00',
      ]) {
        for (const client of [world().nobody, world().ada]) expect(await client.get(path), path).toMatchObject(missing);
      }
    });

    it('knows ids in one spelling only', async () => {
      for (const id of ['0', '01', '007', '2147483648', '99999999999999999999']) {
        for (const path of ['users', 'items', 'categories', 'locations', 'operations']) {
          expect(await world().ada.get(`/${path}/${id}`), `/${path}/${id}`).toMatchObject({
            status: 404,
            body: { code: 'not_found' },
          });
        }
      }
    });
  });

  describe('every body', () => {
    it('is JSON, by whichever name', async () => {
      const { ada } = world();
      for (const type of [
        'application/json',
        'application/json; charset=utf-8',
        'application/vnd.shop+json',
        'APPLICATION/JSON',
      ]) {
        expect(await ada.ask('POST', '/items', json('{"name":"Lamp"}', { 'content-type': type })), type).toMatchObject({
          status: 201,
        });
      }
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/json; charset=latin1',
        'nonsense',
      ]) {
        const answer = await ada.ask('POST', '/items', json('{"name":"Lamp"}', { 'content-type': type }));
        expect(answer, type).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
      }
    });

    it('has its last word where a member stands twice', async () => {
      const answer = await world().ada.ask('POST', '/items', json('{"name":"First","sku":"TWICE","name":"Last"}'));
      expect(answer).toMatchObject({ status: 201, body: { name: 'Last' } });
    });

    it.each<[string, string, number, string]>([
      ['empty', '', 422, 'body_required'],
      ['no JSON', '{"name":', 400, 'malformed_json'],
      ['a list', '[]', 422, 'validation_failed'],
      ['a number', '1', 422, 'validation_failed'],
      ['null', 'null', 422, 'validation_failed'],
      ['nested too deep', `{"name":${'['.repeat(30)}${']'.repeat(30)}}`, 422, 'validation_failed'],
      ['one that reaches for prototypes', '{"name":"x","__proto__":{"admin":true}}', 422, 'validation_failed'],
    ])('that is %s is refused', async (_, text, status, code) => {
      expect(await world().ada.ask('POST', '/items', json(text))).toMatchObject({ status, body: { code } });
    });

    it('of more than 1 MiB is refused, and one of just so much is read', async () => {
      const { ada } = world();
      const sized = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
      expect(sized(1_048_576)).toHaveLength(1_048_576);
      expect(await ada.ask('POST', '/items', json(sized(1_048_576)))).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'name', code: 'too_long' }] },
      });
      expect(await ada.ask('POST', '/items', json(sized(1_048_577)))).toMatchObject({
        status: 413,
        body: { code: 'payload_too_large' },
      });
    });

    it('has every problem told at once, each with its place', async () => {
      const answer = await world().ada.post('/items', {
        name: '',
        quantity: 'many',
        attributes: 1,
        colour: 'red',
        price: '1.23456',
      });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', detail: '5 fields are not valid.' },
      });
      expect(answer.body.errors.map(({ field, pointer, code }) => [field, pointer, code]).toSorted()).toEqual([
        ['attributes', '/attributes', 'wrong_type'],
        ['colour', '/colour', 'unknown_field'],
        ['name', '/name', 'required'],
        ['price', '/price', 'too_many_decimals'],
        ['quantity', '/quantity', 'invalid_format'],
      ]);
    });

    it('has texts trimmed and composed, and blanks are nothing', async () => {
      const { ada } = world();
      expect((await ada.post('/items', { name: '  A\u0308pfel\t' })).body.name).toBe('Äpfel');
      expect(await ada.post('/items', { name: ' \t ' })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'name', code: 'required' }] },
      });
      expect((await ada.post('/items', { name: 'Lamp', description: '  ' })).body.description).toBeNull();
      expect((await ada.post('/items', { name: 'Lamp', description: 'a\n\tb' })).body.description).toBe('a\n\tb');
    });
  });

  describe('every answer', () => {
    it('is JSON, and refused to whoever wants none', async () => {
      const { ada, nobody } = world();
      for (const accept of [
        '*/*',
        'application/*',
        'text/html, application/json;q=0.1',
        'application/json; charset=utf-8',
      ]) {
        expect(await ada.get('/items', { accept }), accept).toMatchObject({ status: 200 });
      }
      for (const accept of ['text/html', 'application/json;q=0', 'image/*']) {
        expect(await ada.get('/items', { accept }), accept).toMatchObject({
          status: 406,
          body: { code: 'not_acceptable' },
        });
        expect(await nobody.get('/items', { accept }), accept).toMatchObject({ status: 401 });
      }
    });

    it('carries the id that its request came with, when that is one', async () => {
      const { ada } = world();
      expect((await ada.get('/items', { 'x-request-id': 'My-id_1.2' })).headers['x-request-id']).toBe('My-id_1.2');
      for (const id of ['two words', 'x'.repeat(65), '{}']) {
        expect((await ada.get('/items', { 'x-request-id': id })).headers['x-request-id'], id).toMatch(
          /^[0-9a-f-]{36}$/,
        );
      }
      expect((await ada.get('/items/2147483647', { 'x-request-id': 'lost-1' })).body.request_id).toBe('lost-1');
    });

    it('may be kept by nobody where it is about people, and by its reader elsewhere', async () => {
      const { ada } = world();
      for (const path of ['/users', '/users/me', `/users/${ada.id}`])
        expect((await ada.get(path)).headers['cache-control'], path).toBe('no-store');
      for (const path of ['/items', '/categories', '/locations', '/operations', '/version']) {
        expect((await ada.get(path)).headers, path).toMatchObject({
          'cache-control': 'private, no-cache',
          etag: expect.stringMatching(/^"/),
        });
      }
    });

    it('is left out when its reader has it already', async () => {
      const { ada } = world();
      const { body: item } = await ada.post('/items', { name: 'Lamp', quantity: 1 });
      for (const path of [`/items/${item.id}`, '/items', '/operations', '/categories/tree']) {
        const { headers } = await ada.get(path);
        for (const known of [headers.etag ?? '', `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
          const again = await ada.get(path, { 'if-none-match': known });
          expect(again, `${path} ${known}`).toMatchObject({ status: 304, text: '', headers: { etag: headers.etag } });
        }
        expect(await ada.get(path, { 'if-none-match': '"other"' }), path).toMatchObject({ status: 200 });
      }
      const { headers } = await ada.get(`/items/${item.id}`);
      await ada.post('/operations', { item_id: item.id, type: 'issue', quantity: 1 });
      expect(await ada.get(`/items/${item.id}`, { 'if-none-match': headers.etag ?? '' })).toMatchObject({
        status: 200,
        body: { quantity: 0 },
      });
    });

    it('says nothing about transport security where the public address is plain', async () => {
      expect((await world().ada.get('/items')).headers).not.toHaveProperty('strict-transport-security');
    });
  });

  describe('about itself, the system tells', () => {
    it('everybody whether it is up, and nothing else', async () => {
      for (const path of ['/health', '/health/live', '/health/ready']) {
        const { status, text } = await world().nobody.get(path);
        expect({ status, text }, path).toEqual({ status: 200, text: '{"status":"ok"}' });
      }
      expect((await world().mara.get('/health/ready')).body).toEqual({ status: 'ok' });
      expect((await world().ada.get('/health/ready')).body).toEqual({
        status: 'ok',
        checks: { database: 'ok', migrations: 'ok' },
      });
    });

    it('whoever has signed in which build is running, and administrators on what', async () => {
      const { ada, mara } = world();
      expect((await mara.get('/version')).body).toEqual({
        version: '1.4.1',
        label: 'v1.4.1',
        commit: expect.toSatisfy((it) => it === null || typeof it === 'string'),
      });
      expect((await ada.get('/version')).body).toMatchObject({ label: 'v1.4.1', node: expect.stringContaining('26') });
      expect((await mara.get('/items')).headers['x-api-version']).toBe('1.4.1');
      expect((await world().nobody.get('/health')).headers).not.toHaveProperty('x-api-version');
    });

    it('nobody a public key where there is none', async () => {
      expect(await world().nobody.get('/.well-known/jwks.json')).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    });
  });
});

describe('with REQUIRE_IF_MATCH', () => {
  inWorld(
    'postgres',
    (world) => {
      it('changes say which version they are meant for', async () => {
        const { ada, routes } = world();
        const { body: item } = await ada.post('/items', { name: 'Lamp' });
        const required = { status: 428, body: { code: 'precondition_required' } };
        for (const { path, methods, versioned } of routes) {
          if (!versioned || path === '/users/me') continue;
          for (const method of methods)
            expect(
              await ada.ask(method, addressOf(path), method === 'DELETE' ? {} : { body: {} }),
              `${method} ${path}`,
            ).toMatchObject(required);
        }
        expect(await ada.patch('/users/me', { display_name: 'Ada' })).toMatchObject(required);
        expect(await ada.patch(`/items/${item.id}`, { name: 'New' })).toMatchObject(required);
        expect(await ada.patch(`/items/${item.id}`, { name: 'New' }, { 'if-match': '"1.0"' })).toMatchObject({
          status: 200,
        });
        expect(await ada.delete(`/items/${item.id}`, { 'if-match': '*' })).toMatchObject({ status: 204 });
        expect(await ada.post('/operations', {})).toMatchObject({ status: 422 });
      });
    },
    { environment: { REQUIRE_IF_MATCH: 'true' } },
  );
});

describe('requests that no fetch would send', () => {
  inWorld('postgres', (world) => {
    it('may have a body where none belongs', async () => {
      const { url, ada } = world();
      const status = await new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' };
        request(`${url}/items`, { method: 'GET', headers }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end('{"q":"x"}');
      });
      expect(status).toBe(200);
    });

    it('may be no requests at all', async () => {
      const { port } = new URL(world().url);
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
        let text = '';
        socket.on('data', (piece) => {
          text += String(piece);
        });
        socket.on('close', () => resolve(text));
      });
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('application/problem+json');
    });
  });
});
