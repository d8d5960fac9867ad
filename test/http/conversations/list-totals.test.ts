import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { sqlOf } from '../../support/persistence.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

interface Totals {
  readonly total: number;
  readonly statuses: readonly { readonly status: string; readonly total: number }[];
}

onEveryDatabase('totals of lists by status', (world: () => World) => {
  const counted = async (path: string, client: Client = world().ada) => {
    const { status, body, text } = await client.get<Totals>(path);
    expect(status, text).toBe(200);
    const found = body.statuses.filter((each) => each.total > 0).map((each) => [each.status, each.total]);
    return { total: body.total, found: Object.fromEntries(found), all: body.statuses.length };
  };

  it('count items by stock status, as far as they match', async () => {
    const { ada } = world();
    const category = (await ada.post<{ readonly id: number }>('/categories', { name: 'Cups' })).body.id;
    for (const [sku, quantity, category_id] of [
      ['out', 0, null],
      ['low', 2, category],
      ['enough', 9, category],
      ['gone', 0, category],
    ] as const)
      expect((await ada.post('/items', { sku, name: sku, quantity, reorder_level: 3, category_id })).status).toBe(201);
    const [gone] = (await ada.list('/items?sku=gone')).body;
    expect((await ada.patch(`/items/${gone?.id}`, { archived: true })).status).toBe(200);
    expect(await counted('/items/totals')).toEqual({
      total: 3,
      found: { out_of_stock: 1, low: 1, in_stock: 1 },
      all: 4,
    });
    expect(await counted(`/items/totals?category_id=${category}`)).toMatchObject({ found: { low: 1, in_stock: 1 } });
    expect(await counted('/items/totals?archived=true')).toMatchObject({ found: { out_of_stock: 1 } });
    expect(await counted('/items/totals?q=OUT')).toEqual({ total: 1, found: { out_of_stock: 1 }, all: 4 });
    expect(await ada.get('/items/totals?stock_status=low')).toMatchObject({ status: 422 });
    // As the list has them without a filter by status.
    expect((await ada.list('/items')).headers['x-total-count']).toBe('3');
  });

  it('count jobs by state, without manage_system those of the caller', async () => {
    const { ada } = world();
    const anna = await world().person({ shop_role: 'store_manager' });
    const bert = await world().person({});
    const of = (kind: string, state: string, user: number | null, count: number) => sql`
      insert into job (id, kind, user_id, input, state, done, failures, priority, created_at, run, is_settled)
      select gen_random_uuid()::text, ${kind}, ${user}, '{}', ${state}, 0, 8, 0, now(), 1, true from generate_series(1, ${count}::int)`;
    const db = sqlOf(world().application.database).kysely();
    await of('export', 'failed', null, 3).execute(db);
    await of('export', 'done', anna.id, 1).execute(db);
    await of('mail', 'done', null, 2).execute(db);
    const { total, found, all } = await counted('/jobs/totals?kind=export');
    expect({ total, found, all }).toEqual({ total: 4, found: { failed: 3, done: 1 }, all: 5 });
    expect((await counted('/jobs/totals')).found).toMatchObject({ failed: 3, done: 3 });
    expect(await counted('/jobs/totals', anna)).toEqual({ total: 1, found: { done: 1 }, all: 5 });
    expect(await bert.get('/jobs/totals')).toMatchObject({ status: 403 });
    expect(await ada.get('/jobs/totals?state=done')).toMatchObject({ status: 422 });
  });
});
