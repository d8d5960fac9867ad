import { describe, expect, it } from 'vitest';
import type { Published } from '../../support/client.ts';
import { inWorld, type World } from '../../support/world.ts';

/** The same short conversation wherever the interface is, from the first login to the last page. */
function declareConversation(world: () => World, prefix: string): void {
  it('an item is made, moved, counted and archived', async () => {
    const { mara } = world();
    const made = await mara.post('/items', { name: 'Lamp', quantity: 5 });
    expect(made).toMatchObject({ status: 201, headers: { location: `${prefix}/items/${made.body.id}` } });
    const issued = await mara.post(
      '/operations',
      { item_id: made.body.id, type: 'issue', quantity: 2 },
      { 'idempotency-key': 'k-1' },
    );
    expect(issued).toMatchObject({
      status: 201,
      headers: { location: `${prefix}/operations/${issued.body.id}` },
      body: { username: 'mara', balance_after: 3 },
    });
    const again = await mara.post(
      '/operations',
      { item_id: made.body.id, type: 'issue', quantity: 2 },
      { 'idempotency-key': 'k-1' },
    );
    expect(again).toMatchObject({ text: issued.text, headers: { 'idempotent-replayed': 'true' } });
    const read = await mara.get(`/items/${made.body.id}`);
    expect(read).toMatchObject({ body: { quantity: 3 }, headers: { etag: '"1.2"' } });
    expect(await mara.get(`/items/${made.body.id}/`, { 'if-none-match': '"1.2"' })).toMatchObject({ status: 304 });
    await mara.post('/operations', { item_id: made.body.id, type: 'count', quantity: 0 });
    expect(await mara.delete(`/items/${made.body.id}`)).toMatchObject({ status: 204 });
    expect((await mara.get(`/items/${made.body.id}`)).body).toMatchObject({ archived: true });
  });

  it('links and refusals have the prefix', async () => {
    const { mara, anonymous } = world();
    for (const name of ['a', 'b']) await mara.post('/categories', { name });
    const { headers } = await mara.list('/categories?per_page=1');
    expect(headers.link).toContain(`<${prefix}/categories?per_page=1&page=2>; rel="next"`);
    expect(await mara.get('/items/2147483647')).toMatchObject({
      status: 404,
      body: { instance: `${prefix}/items/2147483647` },
    });
    expect(await anonymous.get('/items')).toMatchObject({ status: 401, body: { instance: `${prefix}/items` } });
    expect(await mara.get('/nowhere')).toMatchObject({ status: 404, body: { instance: `${prefix}/nowhere` } });
  });

  it('accounts are made and deleted', async () => {
    const { ada, person } = world();
    const one = await person();
    expect(await one.get('/users/me')).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(await one.post('/users', {})).toMatchObject({ status: 403 });
    expect(await ada.delete(`/users/${one.id}`)).toMatchObject({ status: 204 });
    expect(await one.get('/users/me')).toMatchObject({ status: 401 });
    const { body } = await ada.list('/users');
    expect(body.map(({ id }: Published) => id)).not.toContain(one.id);
  });
}

describe('at the root', () => inWorld('postgres', (world) => declareConversation(world, '')));

describe('below a prefix of our own application', () => {
  const environment = { HTTP_INVENTORY_PREFIX: '/back/room' };
  inWorld('postgres', (world) => declareConversation(world, '/back/room'), { environment });
});

describe.each(['embedded', 'postgres'] as const)('below a prefix of another program (%s)', (kind) => {
  inWorld(
    kind,
    (world) => {
      declareConversation(world, '/stock');

      it('other addresses are left to that program', async () => {
        const { origin } = new URL(world().url);
        for (const path of ['/', '/stocks', '/users', '/items'])
          expect(await (await fetch(`${origin}${path}`)).text(), path).toBe('the host');
        expect(await (await fetch(`${origin}/stock/users`)).json()).toMatchObject({ code: 'missing_token' });
      });
    },
    { mountedAt: '/stock' },
  );
});
