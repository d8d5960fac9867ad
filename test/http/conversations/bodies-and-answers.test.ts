import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../support/every-route.ts';
import { inWorld, onEveryDatabase } from '../../support/world.ts';

const json = (text: string, headers = {}) => ({ text, headers: { 'content-type': 'application/json', ...headers } });

onEveryDatabase('bodies and answers', (world) => {
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

    it('has the last value of a repeated member', async () => {
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

    it('that cannot be read is not quoted in the log', async () => {
      const { ada, log, password } = world();
      const notes = log.entries.length;
      expect(await ada.ask('POST', '/users', json(`{"password":"${password()}"`))).toMatchObject({ status: 400 });
      expect(await ada.ask('POST', '/users', json(password()))).toMatchObject({ status: 400 });
      expect(log.entries.slice(notes).map(({ level, event }) => `${level} ${event}`)).toEqual([
        'info request',
        'info request',
      ]);
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

    it('has every problem reported at once, each with its place', async () => {
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
    it('is JSON, and refused to clients that do not accept it', async () => {
      const { ada, anonymous } = world();
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
        expect(await anonymous.get('/items', { accept }), accept).toMatchObject({ status: 401 });
      }
    });

    it('carries the id of its request, when that is one', async () => {
      const { ada } = world();
      expect((await ada.get('/items', { 'x-request-id': 'My-id_1.2' })).headers['x-request-id']).toBe('My-id_1.2');
      for (const id of ['two words', 'x'.repeat(65), '{}']) {
        expect((await ada.get('/items', { 'x-request-id': id })).headers['x-request-id'], id).toMatch(
          /^[0-9a-f-]{36}$/,
        );
      }
      expect((await ada.get('/items/2147483647', { 'x-request-id': 'lost-1' })).body.request_id).toBe('lost-1');
    });

    it('may not be cached if it is about users, and only by its reader elsewhere', async () => {
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

    it('is omitted when the client has it already', async () => {
      const { ada } = world();
      const { body: item } = await ada.post('/items', { name: 'Lamp', quantity: 1 });
      for (const path of [`/items/${item.id}`, '/items', '/operations', '/categories/tree']) {
        const { headers } = await ada.get(path);
        for (const known of [headers.etag ?? '', `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
          const again = await ada.get(path, { 'if-none-match': known });
          expect(again, `${path} ${known}`).toMatchObject({ status: 304, text: '' });
          if (known !== '*') expect(again.headers.etag, `${path} ${known}`).toBe(headers.etag);
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

    it('has no HSTS where the public address is plain', async () => {
      expect((await world().ada.get('/items')).headers).not.toHaveProperty('strict-transport-security');
    });
  });

  describe('the system', () => {
    it('shows only whether it is up without a credential', async () => {
      for (const path of ['/health', '/health/live', '/health/ready']) {
        const { status, text } = await world().anonymous.get(path);
        expect({ status, text }, path).toEqual({ status: 200, text: '{"status":"ok"}' });
      }
      expect((await world().mara.get('/health/ready')).body).toEqual({ status: 'ok' });
      expect((await world().ada.get('/health/ready')).body).toEqual({
        status: 'ok',
        checks: { database: 'ok', migrations: 'ok', storage: 'ok', administrator: 'ok', directory: 'off' },
      });
    });

    it('shows the running build to users, and the runtime to administrators', async () => {
      const { ada, mara } = world();
      expect((await mara.get('/version')).body).toEqual({
        version: '1.4.1',
        label: 'v1.4.1',
        commit: expect.toSatisfy((it) => it === null || typeof it === 'string'),
      });
      expect((await ada.get('/version')).body).toMatchObject({ label: 'v1.4.1', node: expect.stringContaining('26') });
      expect((await mara.get('/items')).headers['x-api-version']).toBe('1.4.1');
      expect((await world().anonymous.get('/health')).headers).not.toHaveProperty('x-api-version');
    });

    it('has no key set without a public key', async () => {
      expect(await world().anonymous.get('/.well-known/jwks.json')).toMatchObject({
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
      it('changes require the version they are meant for', async () => {
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
