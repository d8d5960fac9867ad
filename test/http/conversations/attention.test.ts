import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { sqlOf } from '../../support/persistence.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

interface Line {
  readonly name: string;
  readonly count: number;
  readonly is_capped: boolean;
  readonly since: string | null;
}

const sums = { total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0', total: '5' };
const anOrder = (status: string) => ({
  ...sums,
  status,
  lines: [{ name: 'Mug', quantity: 1, subtotal: '5', total: '5' }],
});
const oneJob = (count: number) => sql`
  insert into job (id, kind, input, state, done, failures, priority, created_at, run, is_settled)
  select gen_random_uuid()::text, 'export', '{}', 'failed', 0, 8, 0, now(), 1, true from generate_series(1, ${count})`;

onEveryDatabase('attention', (world: () => World) => {
  const lines = async (client: Client = world().ada): Promise<readonly Line[]> => {
    const answer = await client.get<{ readonly lines: readonly Line[] }>('/attention');
    expect(answer.status, answer.text).toBe(200);
    return answer.body.lines;
  };
  const counts = async (client?: Client) =>
    Object.fromEntries((await lines(client)).map(({ name, count }) => [name, count]));
  const make = async (route: string, body: object) =>
    askShop(world(), 'POST', `/shop/v3${route}`, { bearer: world().ada.token ?? '', body });
  const db = () => sqlOf(world().application.database).kysely();
  const verify = async () =>
    world().application.core.inventory.verifyStock(await world().application.actor('system'), {});

  it('has no line where all is well', async () => {
    expect(await lines()).toEqual([]);
  });

  it('counts orders on hold, products and items that are out or low, failed jobs, mails and extensions', async () => {
    for (const status of ['on-hold', 'on-hold', 'processing']) await make('/orders', anOrder(status));
    const stocked = (name: string, stock_quantity: number, stock_status = 'instock') =>
      make('/products', { name, manage_stock: true, stock_quantity, stock_status });
    for (const product of [stocked('None', 0, 'outofstock'), stocked('Low', 1), stocked('Enough', 50)])
      expect((await product).status).toBe(201);
    const { ada } = world();
    for (const [sku, quantity] of [
      ['out', 0],
      ['low', 2],
      ['enough', 9],
    ] as const) {
      await ada.post('/items', { sku, name: sku, reorder_level: 3 });
      if (quantity > 0) await ada.post('/operations', { type: 'receipt', sku, quantity });
    }
    await oneJob(3).execute(db());
    await sql`insert into mail_record (status, message_id, from_header, to_header, original_to, recipients, subject, headers,
        is_redacted, transport, transport_uri, transcript, attempts, created_at, dismissed_at)
      select 'failed', 'm' || n, '', '', '', '{}', '', '', false, 'smtp', '', '', 1, now(), case n when 1 then now() end
      from generate_series(1, 3) n`.execute(db());
    await sql`insert into extension (slug, title, version, api, is_active, state, rights, folder, sha256, installed_at, revision)
      values ('broken', 'Broken', '1.0.0', 1, true, 'failed', '{}', '', '', now(), 1)`.execute(db());
    expect(await lines()).toEqual(
      [
        ['jobs_failed', 3],
        ['extensions_failed', 1],
        ['mails_failed', 2],
        ['orders_on_hold', 2],
        ['products_out_of_stock', 1],
        ['products_low_stock', 1],
        ['items_out_of_stock', 1],
        ['items_low_stock', 1],
      ].map(([name, count]) => ({ name, count, is_capped: false, since: null })),
    );
  });

  it('counts items by their present reorder level, also where that is imported', async () => {
    const { ada } = world();
    const { body: found } = await ada.get<{ readonly id: number }>('/items/lookup?code=enough');
    const change = async (body: object, low: number) => {
      const answer = await ada.patch(`/items/${found.id}`, body);
      expect(answer.status, answer.text).toBe(200);
      expect(await counts()).toMatchObject({ items_low_stock: low });
    };
    await change({ reorder_level: 9 }, 2);
    await change({ reorder_level: null }, 1);
    const text = 'sku,name,reorder_level\nenough,enough,9\n';
    const imported = await ada.ask('POST', '/items/import', { text, headers: { 'content-type': 'text/csv' } });
    expect(imported.status, imported.text).toBe(200);
    expect(await counts()).toMatchObject({ items_low_stock: 2 });
    await change({ reorder_level: 3 }, 1);
  });

  it('counts a rebuild until it is over', async () => {
    const system = await world().application.actor('system');
    await world().ada.patch('/settings', { time_zone: 'Europe/Madrid' });
    expect(await counts()).toMatchObject({ rebuild_under_way: 1 });
    await world().application.core.analytics.refreshRollUps(system, {});
    expect(await counts()).not.toHaveProperty('rebuild_under_way');
  });

  it('counts differences of the ledger by its last verification only', async () => {
    await sql`update item_stock set quantity = quantity + 5 where item_id = (select id from item where sku = 'enough')`.execute(
      db(),
    );
    expect(await counts()).not.toHaveProperty('ledger_differs');
    const differences = await verify();
    expect(differences.length).toBeGreaterThan(0);
    const [line] = await lines();
    expect(line).toEqual({
      ...{ name: 'ledger_differs', count: differences.length, is_capped: false },
      since: world().clock.now().toISOString(),
    });
    await world().application.core.inventory.repairStock(await world().application.actor('system'), {});
    expect(await counts()).not.toHaveProperty('ledger_differs');
    expect(await verify()).toEqual([]);
  });

  it('shows an account what it may see', async () => {
    expect(Object.keys(await counts(world().mara))).toEqual(['items_out_of_stock', 'items_low_stock']);
    const manager = await world().person({ shop_role: 'store_manager' });
    expect(Object.keys(await counts(manager))).toEqual([
      ...['orders_on_hold', 'products_out_of_stock', 'products_low_stock', 'items_out_of_stock', 'items_low_stock'],
    ]);
    expect(await world().anonymous.get('/attention')).toMatchObject({ status: 401 });
  });

  it('counts to a thousand', async () => {
    await oneJob(1_100).execute(db());
    expect((await lines())[0]).toEqual({ name: 'jobs_failed', count: 1_000, is_capped: true, since: null });
  });
});
