import { describe, expect, it } from 'vitest';
import type { Published } from '../../support/client.ts';
import { onEveryDatabase } from '../../support/world.ts';

onEveryDatabase('operations', (world) => {
  const anItem = async (quantity = 10, fields: Readonly<Record<string, unknown>> = {}): Promise<Published> =>
    (await world().ada.post('/items', { name: 'Lamp', quantity, ...fields })).body;
  const move = (item: Published, type: string, quantity: unknown, more: Readonly<Record<string, unknown>> = {}) =>
    world().mara.post('/operations', { item_id: item.id, type, quantity, ...more });
  const stockOf = async ({ id }: Published) => (await world().mara.get(`/items/${id}`)).body.quantity;
  const location = async (code: string) => {
    const { body } = await world().ada.list(`/locations?q=${code}`);
    return body[0] ?? (await world().ada.post('/locations', { code })).body;
  };

  describe('are recorded', () => {
    it('in the name of the caller, whatever the body claims', async () => {
      const { ada, mara, clock } = world();
      const item = await anItem(10, { sku: 'BOOK-1' });
      const lies = {
        user_id: ada.id,
        username: 'ada',
        id: 1,
        recorded_at: '2001-01-01T00:00:00Z',
        balance_after: 99,
        source: 'cli',
        reversed_by_id: 1,
      };
      const { status, headers, body } = await move(item, 'issue', 3, {
        ...lies,
        reason: 'sold',
        note: 'At the\nfair',
        reference: { type: 'order', id: '17', line: '2' },
      });
      expect({ status, location: headers.location }).toEqual({ status: 201, location: `/operations/${body.id}` });
      expect(body).toEqual({
        id: body.id,
        type: 'issue',
        item_id: item.id,
        sku: 'BOOK-1',
        item_name: 'Lamp',
        quantity: 3,
        delta: -3,
        location_id: item.default_location_id,
        location: 'MAIN',
        to_location_id: null,
        to_location: null,
        balance_before: 10,
        balance_after: 7,
        to_balance_after: null,
        item_balance_after: 7,
        user_id: mara.id,
        username: 'mara',
        unit_cost: null,
        reason: 'sold',
        note: 'At the\nfair',
        reference: { type: 'order', id: '17', line: '2' },
        occurred_at: clock.now().toISOString(),
        recorded_at: clock.now().toISOString(),
        reverses_id: null,
        reversed_by_id: null,
        group_id: null,
        source: 'api',
        idempotency_key: null,
      });
      expect((await mara.get(`/operations/${body.id}`)).body).toEqual(body);
    });

    it('as receipts, with what one piece cost', async () => {
      const item = await anItem(1);
      expect((await move(item, 'receipt', '2.5', { unit_cost: '1.2' })).body).toMatchObject({
        quantity: 2.5,
        delta: 2.5,
        balance_after: 3.5,
        unit_cost: '1.20',
      });
    });

    it('as adjustments both ways, with a reason', async () => {
      const item = await anItem(5);
      expect((await move(item, 'adjustment', -2, { reason: 'damage' })).body).toMatchObject({
        quantity: -2,
        delta: -2,
        balance_after: 3,
      });
      expect((await move(item, 'adjustment', 1, { reason: 'found' })).body).toMatchObject({
        quantity: 1,
        delta: 1,
        balance_after: 4,
      });
      expect(await move(item, 'adjustment', 1)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'reason', code: 'required' }] },
      });
      expect(await move(item, 'adjustment', 0, { reason: 'none' })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'quantity' }] },
      });
    });

    it('as transfers, which leave the whole as it was', async () => {
      const other = await location('SHOP');
      const item = await anItem(5);
      const { body } = await move(item, 'transfer', 2, { to_location: 'shop' });
      expect(body).toMatchObject({
        delta: -2,
        balance_after: 3,
        to_location: 'SHOP',
        to_location_id: other.id,
        to_balance_after: 2,
        item_balance_after: 5,
      });
      expect(await stockOf(item)).toBe(5);
      const same = { status: 422, body: { code: 'same_location', errors: [{ field: 'to_location' }] } };
      expect(await move(item, 'transfer', 1, { location: 'SHOP', to_location_id: other.id })).toMatchObject(same);
      expect(await move(item, 'transfer', 1)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'to_location', code: 'required' }] },
      });
      expect(await move(item, 'transfer', 3, { location: 'SHOP', to_location: 'MAIN' })).toMatchObject({
        status: 409,
        body: { location: 'SHOP' },
      });
    });

    it('as counts, also when nothing was missing', async () => {
      const item = await anItem(5);
      expect((await move(item, 'count', 3)).body).toMatchObject({
        quantity: 3,
        delta: -2,
        balance_before: 5,
        balance_after: 3,
      });
      expect((await move(item, 'count', 3)).body).toMatchObject({ quantity: 3, delta: 0 });
      expect(await move(item, 'count', -1)).toMatchObject({ status: 422 });
    });

    it('as counts only when stock is what the caller expects', async () => {
      const item = await anItem(5);
      const answer = await move(item, 'count', 3, { expected_quantity: 4 });
      expect(answer).toMatchObject({ status: 409, body: { code: 'stock_changed', current_quantity: 5 } });
      expect(await move(item, 'count', 3, { expected_quantity: 5 })).toMatchObject({ status: 201 });
    });

    it.each<[string, unknown]>([
      ['receipt', 0],
      ['receipt', -1],
      ['issue', 0],
      ['issue', -1],
      ['transfer', 0],
      ['transfer', -1],
    ])('but no %s of %d', async (type, quantity) => {
      const item = await anItem();
      await location('SHOP');
      const more = type === 'transfer' ? { to_location: 'SHOP' } : {};
      expect(await move(item, type, quantity, more)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'quantity' }] },
      });
    });

    it('but no reversal by hand', async () => {
      expect(await move(await anItem(), 'reversal', 1)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'type' }] },
      });
    });

    it('never below zero', async () => {
      const item = await anItem(2);
      const answer = await move(item, 'issue', 2.5);
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'insufficient_stock', available: 2, requested: 2.5, location: 'MAIN' },
      });
      expect(await stockOf(item)).toBe(2);
    });

    it('never beyond eleven digits', async () => {
      const item = await anItem(99_999_999_999);
      const answer = await move(item, 'receipt', 1);
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'quantity_out_of_range', errors: [{ field: 'quantity' }] },
      });
      expect(await move(item, 'receipt', 0.9999)).toMatchObject({
        status: 201,
        body: { balance_after: 99_999_999_999.9999 },
      });
    });

    it('of items and locations by either of their names', async () => {
      const shop = await location('SHOP');
      const item = await anItem(1, { sku: 'By-Sku' });
      const by = (names: object) => world().mara.post('/operations', { type: 'receipt', quantity: 1, ...names });
      expect((await by({ sku: 'BY-SKU', location: 'shop' })).body).toMatchObject({
        item_id: item.id,
        location_id: shop.id,
      });
      expect(
        (await by({ item_id: item.id, sku: 'by-sku', location_id: shop.id, location: 'SHOP' })).body,
      ).toMatchObject({ location: 'SHOP' });
      expect(await by({ item_id: item.id, sku: 'other' })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'sku' }] },
      });
      expect(await by({ sku: 'by-sku', location_id: shop.id, location: 'MAIN' })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'location' }] },
      });
      expect(await by({})).toMatchObject({ status: 422, body: { errors: [{ field: 'item_id', code: 'required' }] } });
    });

    it.each<[object, string, string]>([
      [{ item_id: 2147483647 }, 'item_not_found', 'item_id'],
      [{ sku: 'NOWHERE' }, 'item_not_found', 'sku'],
      [{ location: 'NOWHERE' }, 'location_not_found', 'location'],
      [{ type: 'transfer', to_location: 'NOWHERE' }, 'location_not_found', 'to_location'],
    ])('not of what is missing: %j', async (names, code, field) => {
      const item = await anItem();
      const answer = await world().mara.post('/operations', {
        ...('sku' in names ? {} : { item_id: item.id }),
        type: 'receipt',
        quantity: 1,
        ...names,
      });
      expect(answer).toMatchObject({ status: 422, body: { code, errors: [{ field }] } });
    });

    it('with the time when they happened, between 2000 and five minutes from now', async () => {
      const { clock } = world();
      const item = await anItem();
      const at = async (occurred: Date) =>
        (await move(item, 'issue', 0.1, { occurred_at: occurred.toISOString() })).status;
      const now = clock.now().getTime();
      expect(await at(new Date(now + 300_000))).toBe(201);
      expect(await at(new Date(now + 300_001))).toBe(422);
      expect(await at(new Date('2000-01-01T00:00:00Z'))).toBe(201);
      expect(await at(new Date('1999-12-31T23:59:59.999Z'))).toBe(422);
      const { body } = await move(item, 'issue', 0.1, { occurred_at: '2026-11-20T01:30:00.5+02:00' });
      expect(body).toMatchObject({ occurred_at: '2026-11-19T23:30:00.500Z', recorded_at: clock.now().toISOString() });
    });

    it('once for each reference that is to be unique', async () => {
      const item = await anItem();
      const reference = { type: 'order', id: 'U-1', line: '1' };
      const once = { reference, unique_reference: true };
      expect(await move(item, 'issue', 1, once)).toMatchObject({ status: 201 });
      expect(await move(item, 'issue', 1, once)).toMatchObject({ status: 409, body: { code: 'duplicate_reference' } });
      expect(await move(item, 'receipt', 1, once)).toMatchObject({ status: 201 });
      expect(await move(item, 'issue', 1, { ...once, reference: { ...reference, line: '2' } })).toMatchObject({
        status: 201,
      });
      expect(await stockOf(item)).toBe(9);
    });

    it('never edited, never deleted', async () => {
      const { ada } = world();
      const { body } = await move(await anItem(), 'issue', 1);
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const answer = await ada.ask(
          method,
          `/operations/${body.id}`,
          method === 'DELETE' ? {} : { body: { quantity: 2 } },
        );
        expect(answer, method).toMatchObject({
          status: 405,
          headers: { allow: 'GET, HEAD, OPTIONS' },
          body: { code: 'method_not_allowed' },
        });
      }
    });

    it('each from the end of the previous one, also with concurrent callers', async () => {
      const { mara } = world();
      const item = await anItem(5);
      const answers = await Promise.all(Array.from({ length: 12 }, () => move(item, 'issue', 1)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), ...Array(7).fill(409)]);
      expect(await stockOf(item)).toBe(0);
      const ledger = (await mara.list(`/items/${item.id}/operations`)).body.toReversed();
      const befores = ledger.map(({ balance_before: before }) => before);
      expect(befores).toEqual([0, ...ledger.slice(0, -1).map(({ balance_after: after }) => after)]);
    });
  });

  describe('in batches', () => {
    const batch = (lines: readonly object[], more = {}) =>
      world().mara.post<readonly Published[]>('/operations/batch', { operations: lines, ...more });

    it('see what earlier lines did, and share a group', async () => {
      const shop = await location('SHOP');
      const item = await anItem(1);
      const line = { item_id: item.id };
      const { status, body } = await batch(
        [
          { ...line, type: 'receipt', quantity: 4 },
          { ...line, type: 'transfer', quantity: 5, to_location_id: shop.id, note: 'Its own' },
          { ...line, type: 'issue', quantity: 5, location: 'SHOP' },
        ],
        { note: 'Together' },
      );
      expect(status).toBe(201);
      expect(body.map((each) => [each.balance_after, each.item_balance_after, each.note])).toEqual([
        [5, 5, 'Together'],
        [0, 5, 'Its own'],
        [0, 0, 'Together'],
      ]);
      expect(new Set(body.map(({ group_id: group }) => group)).size).toBe(1);
      expect((await world().mara.list(`/operations?group_id=${body[0]?.group_id}`)).body).toHaveLength(3);
      expect(await stockOf(item)).toBe(0);
    });

    it('are recorded all or not at all, and name the line at fault', async () => {
      const item = await anItem(5);
      const issue = { item_id: item.id, type: 'issue', quantity: 3 };
      expect(await batch([issue, issue])).toMatchObject({
        status: 409,
        body: { code: 'insufficient_stock', errors: [{ field: 'operations[1]' }] },
      });
      expect(await batch([issue, { ...issue, item_id: 2147483647 }])).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'operations[1].item_id', pointer: '/operations/1/item_id' }] },
      });
      expect(await batch([issue, { ...issue, quantity: 'x' }, { ...issue, typo: 1 }])).toMatchObject({
        status: 422,
        body: {
          code: 'validation_failed',
          errors: [{ field: 'operations[1].quantity' }, { field: 'operations[2].typo' }],
        },
      });
      expect(await stockOf(item)).toBe(5);
    });

    it('name every failing member of every line at once, malformed ones and others', async () => {
      const [item, other] = [await anItem(1), await anItem(1)];
      const line = { item_id: item.id, type: 'receipt', quantity: 1 };
      const fields = async (lines: readonly object[]) => {
        const { status, body } = await batch(lines);
        const { code, errors } = body as unknown as { code: string; errors: { field: string; code: string }[] };
        return [status, code, errors.map((each) => `${each.field} ${each.code}`)];
      };
      const unknown = { ...line, item_id: 2147483647 };
      const two = ['operations[1].item_id item_not_found', 'operations[3].item_id item_not_found'];
      expect(await fields([line, unknown, line, unknown])).toEqual([422, 'item_not_found', two]);
      const nowhere = { ...line, location: 'NOWHERE' };
      const malformed = { ...line, quantity: 'x', typo: 1 };
      expect(await fields([malformed, unknown, { type: 'receipt', quantity: 1 }, unknown, nowhere])).toEqual([
        422,
        'validation_failed',
        [
          'operations[0].quantity invalid_format',
          'operations[0].typo unknown_field',
          'operations[2].item_id required',
          two[0],
          two[1],
          'operations[4].location location_not_found',
        ],
      ]);
      const early = { ...line, occurred_at: '1999-01-01T00:00:00Z' };
      const unreasoned = { ...line, type: 'adjustment', quantity: 0 };
      expect(await fields([early, unreasoned, unknown])).toEqual([
        422,
        'validation_failed',
        [
          'operations[0].occurred_at out_of_range',
          'operations[1].quantity out_of_range',
          'operations[1].reason required',
          'operations[2].item_id item_not_found',
        ],
      ]);
      const issue = (of: { id: number }, quantity: number) => ({ item_id: of.id, type: 'issue', quantity });
      const short = ['operations[0] insufficient_stock', 'operations[3] insufficient_stock'];
      const lines = [issue(item, 2), issue(item, 1), issue(other, 1), issue(other, 1)];
      expect(await fields(lines)).toEqual([409, 'insufficient_stock', short]);
      expect([await stockOf(item), await stockOf(other)]).toEqual([1, 1]);
    });

    it('have 1 to 100 lines', async () => {
      const item = await anItem(0);
      const line = { item_id: item.id, type: 'receipt', quantity: 1 };
      expect(await batch([])).toMatchObject({ status: 422, body: { errors: [{ field: 'operations' }] } });
      expect(await batch(Array(101).fill(line))).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'operations' }] },
      });
      expect((await batch(Array(100).fill(line))).body.at(-1)).toMatchObject({ balance_after: 100 });
    });

    it('ignore the author in their lines', async () => {
      const { ada, mara } = world();
      const item = await anItem(5);
      const { body } = await batch([
        { item_id: item.id, type: 'issue', quantity: 1, user_id: ada.id, username: 'ada' },
      ]);
      expect(body[0]).toMatchObject({ user_id: mara.id, username: 'mara' });
    });
  });
});
