import { expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

const table = (...rows: readonly string[]) => rows.map((row) => `${row}\r\n`).join('');
const send = (client: Client, text: string, query = '') =>
  client.ask('POST', `/operations/import${query}`, { text, headers: { 'content-type': 'text/csv' } });
const report = (changes: object) => ({
  dry_run: false,
  ...{ total: 0, created: 0, updated: 0, unchanged: 0, failed: 0, errors: [], operations: 0 },
  ...changes,
});

/** An item with this quantity in stock. */
const item = async ({ ada }: World, sku: string, quantity = 0) => {
  const { body } = await ada.post('/items', { sku, name: `Item ${sku}`, quantity });
  return body.id;
};
const stockOf = async ({ ada }: World, sku: string) => (await ada.get(`/items/lookup?code=${sku}`)).body.stock;

onEveryDatabase('operations as tables', (world) => {
  it('are recorded in their order, each after what the earlier ones did', async () => {
    await item(world(), 'X-1');
    await world().ada.post('/locations', { code: 'BACK' });
    const text = table(
      'sku,type,quantity,location,to_location,unit_cost,reason,note,reference_type,reference_id,occurred_at',
      'X-1,receipt,10,,,2.5,,,delivery,D-7,2026-01-02T03:04:05+01:00',
      'x-1,issue,4,,,,,"two\nlines",,,',
      'X-1,transfer,3,MAIN,BACK,,,,,,',
      'X-1,adjustment,-1,BACK,,,damage,,,,',
      'X-1,count,5,BACK,,,,,,,',
    );
    const { ada } = world();
    expect(await send(ada, text)).toMatchObject({ status: 200, body: report({ total: 5, created: 5, operations: 5 }) });
    expect(await stockOf(world(), 'X-1')).toMatchObject([
      { location: 'BACK', quantity: 5 },
      { location: 'MAIN', quantity: 3 },
    ]);
    const { body } = await ada.list('/operations?sku=X-1');
    expect(
      body.map(({ type, delta, balance_after, source, username }) => [type, delta, balance_after, source, username]),
    ).toEqual([
      ['count', 3, 5, 'import', 'ada'],
      ['adjustment', -1, 2, 'import', 'ada'],
      ['transfer', -3, 3, 'import', 'ada'],
      ['issue', -4, 6, 'import', 'ada'],
      ['receipt', 10, 10, 'import', 'ada'],
    ]);
    expect(body[4]).toMatchObject({
      reference: { type: 'delivery', id: 'D-7', line: null },
      occurred_at: '2026-01-02T02:04:05.000Z',
      unit_cost: '2.50',
    });
    expect((await ada.get('/items/lookup?code=X-1')).body).toMatchObject({ cost: '2.50' });
  });

  it('are all recorded or none, unless bad ones are to be skipped', async () => {
    await item(world(), 'Y-1', 3);
    const text = table(
      'sku,type,quantity,location,reason,expected_quantity,unique_reference,reference_type,reference_id',
      'Y-1,issue,2,,,,true,order,1',
      'Y-1,issue,2,,,,,,',
      'Y-1,adjustment,1,,,,,,',
      'NONE,issue,1,,,,,,',
      'Y-1,issue,1,NOWHERE,,,,,',
      'Y-1,count,1,,,9,,,',
      'Y-1,issue,1,,,,true,order,1',
      'Y-1,reversal,1,,,,,,',
      'Y-1,receipt,,,,,,,',
      'Y-1,issue,1,,,,true,order,2',
    );
    const { ada } = world();
    const codes = [
      [3, '', 'insufficient_stock'],
      [4, 'reason', 'required'],
      [5, 'sku', 'item_not_found'],
      [6, 'location', 'location_not_found'],
      [7, '', 'stock_changed'],
      [8, 'reference', 'duplicate_reference'],
      [9, 'type', 'invalid_format'],
      [10, 'quantity', 'required'],
    ];
    const reported = ({ body }: Awaited<ReturnType<typeof send>>) =>
      (body.errors as unknown as { row: number; field: string; code: string }[]).map(({ row, field, code }) => [
        row,
        field,
        code,
      ]);
    const refused = await send(ada, text);
    expect(refused).toMatchObject({ body: { total: 10, created: 0, failed: 8, unchanged: 2, operations: 0 } });
    expect(reported(refused)).toEqual(codes);
    expect(await stockOf(world(), 'Y-1')).toMatchObject([{ quantity: 3 }]);
    const trial = await send(ada, text, '?on_error=skip&dry_run=true');
    const done = await send(ada, text, '?on_error=skip');
    expect(done).toMatchObject({ body: { total: 10, created: 2, failed: 8, operations: 2 } });
    expect({ ...JSON.parse(trial.text), dry_run: false }).toEqual(JSON.parse(done.text));
    expect(reported(done)).toEqual(codes);
    expect(await stockOf(world(), 'Y-1')).toEqual([]);
    const again = await send(
      ada,
      table(
        'sku,type,quantity,unique_reference,reference_type,reference_id',
        'Y-1,receipt,1,true,order,1',
        'Y-1,issue,1,true,order,1',
      ),
    );
    expect(reported(again)).toEqual([[3, 'reference', 'duplicate_reference']]);
  });

  it('are recorded once under their keys', async () => {
    const id = await item(world(), 'Z-1', 10);
    const { ada, mara } = world();
    const text = table(
      'item_id,type,quantity,idempotency_key',
      `${id},issue,1,k-1`,
      `${id},issue,2,k-2`,
      `${id},issue,2,k-2`,
      `${id},issue,3,`,
    );
    expect(await send(ada, text)).toMatchObject({
      body: report({ total: 4, created: 3, unchanged: 1, operations: 3 }),
    });
    expect(await send(ada, text)).toMatchObject({
      body: report({ total: 4, created: 1, unchanged: 3, operations: 1 }),
    });
    const other = table('sku,type,quantity,idempotency_key', 'Z-1,issue,2,k-1');
    expect(await send(ada, other)).toMatchObject({
      body: { failed: 1, errors: [{ row: 2, field: 'idempotency_key', code: 'idempotency_key_reused' }] },
    });
    const remark = table('sku,type,quantity,idempotency_key,note', 'Z-1,issue,1,k-1,broken');
    expect(await send(ada, remark)).toMatchObject({
      body: { failed: 1, errors: [{ row: 2, field: 'idempotency_key', code: 'idempotency_key_reused' }] },
    });
    expect(
      await ada.post('/operations', { sku: 'Z-1', type: 'issue', quantity: 1 }, { 'idempotency-key': 'k-1' }),
    ).toMatchObject({ status: 422 });
    await ada.post('/operations', { sku: 'Z-1', type: 'receipt', quantity: 6 }, { 'idempotency-key': 'k-3' });
    expect(await send(ada, table('sku,type,quantity,idempotency_key', 'Z-1,receipt,6,k-3'))).toMatchObject({
      body: { unchanged: 1 },
    });
    expect(
      (await send(ada, table('sku,type,quantity,idempotency_key', 'Z-1,receipt,6,k 3'))).body.errors,
    ).toMatchObject([{ code: 'invalid_format' }]);
    const mine = (await mara.get('/operations/export?format=csv&sku=Z-1')).text;
    expect(mine).not.toContain('k-1');
    expect((await ada.get('/operations/export?format=csv&sku=Z-1')).text).toContain('k-1');
  });

  it('make missing locations only on request', async () => {
    await item(world(), 'W-1', 2);
    const { ada } = world();
    const text = table('sku,type,quantity,to_location', 'W-1,transfer,2,FRESH-1');
    expect(await send(ada, text)).toMatchObject({
      body: { failed: 1, errors: [{ field: 'to_location', code: 'location_not_found' }] },
    });
    expect(await send(ada, text, '?create_missing=true')).toMatchObject({ body: { created: 1 } });
    expect(await stockOf(world(), 'W-1')).toMatchObject([{ location: 'FRESH-1', quantity: 2 }]);
  });

  it('are exported the oldest first, with the filters of the list', async () => {
    const { ada } = world();
    await item(world(), 'V-1', 4);
    await ada.post('/operations', { sku: 'V-1', type: 'issue', quantity: 1.5, note: '=HYPERLINK("x")' });
    const { text } = await ada.get('/operations/export?format=csv&sku=V-1&type=issue,receipt');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(
      'id,recorded_at,occurred_at,type,item_id,sku,item_name,quantity,delta,location,to_location,balance_before,balance_after,to_balance_after,item_balance_after,user_id,username,unit_cost,reason,note,reference_type,reference_id,reference_line,reverses_id,reversed_by_id,group_id,source,idempotency_key',
    );
    expect(
      lines.slice(1, 3).map((line) =>
        line
          .split(',')
          .slice(3, 9)
          .filter((_, index) => index !== 1),
      ),
    ).toEqual([
      ['receipt', 'V-1', 'Item V-1', '4', '4'],
      ['issue', 'V-1', 'Item V-1', '1.5', '-1.5'],
    ]);
    expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`);
    const { body } = await ada.list('/operations/export?sku=V-1');
    expect(body.map(({ type }) => type)).toEqual(['receipt', 'issue']);
    expect((await ada.list('/operations/export?type=transfer&sku=V-1')).body).toEqual([]);
  });

  it('can be imported as they were exported, movements of the system apart', async () => {
    const { ada } = world();
    await item(world(), 'U-1');
    await ada.post('/operations', { sku: 'U-1', type: 'receipt', quantity: 7 }, { 'idempotency-key': 'u-1' });
    await ada.post('/operations', { sku: 'U-1', type: 'issue', quantity: 2 });
    const { text } = await ada.get('/operations/export?format=csv&sku=U-1');
    expect(await send(ada, text)).toMatchObject({
      body: report({ total: 2, created: 1, unchanged: 1, operations: 1 }),
    });
    expect(await stockOf(world(), 'U-1')).toMatchObject([{ quantity: 3 }]);
  });
});
