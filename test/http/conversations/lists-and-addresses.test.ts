import { describe, expect, it } from 'vitest';
import type { Answered, Published } from '../../support/client.ts';
import { addressOf } from '../../support/every-route.ts';
import { onEveryDatabase } from '../../support/world.ts';

const linksOf = ({ headers }: Answered<unknown>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(headers.link ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, target = '', relation = '']) => [
      relation,
      target,
    ]),
  );

onEveryDatabase('lists and addresses', (world) => {
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

  it('of a list with a long query there are totals and no links', async () => {
    const { ada } = world();
    const ids = Array.from({ length: 200 }, (_, index) => 1_000_000 + index).join(',');
    const long = await ada.list(`/items?ids=${ids}`);
    expect([long.status, long.headers['x-total-count'], long.headers.link]).toEqual([200, '0', undefined]);
  });

  describe('every address', () => {
    it('is the same with a slash at its end, for every method', async () => {
      const { ada, routes } = { ...world(), ada: world().ada };
      for (const { path, methods, access } of routes) {
        for (const method of methods) {
          if (access === 'own-session' || path.startsWith('/users/log')) continue;
          // What can be deleted without an id is deleted before the comparison.
          if (method === 'DELETE') await ada.ask(method, addressOf(path));
          const [plain, slashed] = [
            await ada.ask(method, addressOf(path)),
            await ada.ask(method, `${addressOf(path)}/`),
          ];
          expect(slashed.status, `${method} ${path}`).toBe(plain.status);
          // A code of a success is a value of its own.
          if (plain.status >= 400) expect(slashed.body.code, `${method} ${path}`).toBe(plain.body.code);
        }
      }
    });

    it('never redirects', async () => {
      const { ada, anonymous } = world();
      const made = await ada.post('/users/', { username: 'slashed' });
      expect(made).toMatchObject({ status: 201, body: { username: 'slashed' } });
      expect(await anonymous.post('/users/login/', { username: 'ada', password: ada.password })).toMatchObject({
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
      expect(await world().anonymous.ask('HEAD', '/items')).toMatchObject({ status: 401, text: '' });
    });

    it('lists its methods for every caller', async () => {
      const allowed: Readonly<Record<string, string>> = {
        '/users': 'GET, POST, HEAD, OPTIONS',
        '/users/me': 'GET, PATCH, HEAD, OPTIONS',
        '/users/login': 'POST, OPTIONS',
        '/items/1': 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS',
        '/operations/1': 'GET, HEAD, OPTIONS',
        '/categories/tree/': 'GET, HEAD, OPTIONS',
      };
      for (const [path, allow] of Object.entries(allowed)) {
        expect(await world().anonymous.ask('OPTIONS', path), path).toMatchObject({
          status: 204,
          text: '',
          headers: { allow },
        });
      }
      expect(await world().anonymous.ask('OPTIONS', '/nowhere')).toMatchObject({ status: 404 });
    });

    it('refuses other methods, once the caller is authenticated', async () => {
      const { ada, anonymous } = world();
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
        expect(await anonymous.ask(method, path), `${method} ${path}`).toMatchObject({ status: 401 });
      }
    });

    it('is unknown before authentication', async () => {
      const missing = { status: 404, body: { code: 'not_found' } };
      for (const path of [
        '/nowhere',
        '/users/1/x',
        '/Users',
        '//users',
        '/users//',
        '/items/abc',
        '/users/1.0',
        '/items/%31%00',
      ]) {
        for (const client of [world().anonymous, world().ada])
          expect(await client.get(path), path).toMatchObject(missing);
      }
    });

    it('has ids in one spelling only', async () => {
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
});
