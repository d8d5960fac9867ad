import { describe, expect, it } from 'vitest';
import type { Published } from '../../support/client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const DAY = 24 * 3_600_000;

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

  describe('are taken back', () => {
    const reverse = (id: number, body?: object, client = world().mara) =>
      client.post(`/operations/${id}/reverse`, body);

    it('by an equal movement the other way, once', async () => {
      const item = await anItem(10);
      const { body: issue } = await move(item, 'issue', 4, { reference: { type: 'order', id: '9' } });
      const { status, headers, body } = await reverse(issue.id, { reason: 'mistake', note: 'Wrong box' });
      expect({ status, location: headers.location }).toEqual({ status: 201, location: `/operations/${body.id}` });
      expect(body).toMatchObject({
        type: 'reversal',
        quantity: 4,
        delta: 4,
        balance_after: 10,
        reverses_id: issue.id,
        reason: 'mistake',
        note: 'Wrong box',
        reference: { type: 'order', id: '9', line: null },
      });
      expect((await world().mara.get(`/operations/${issue.id}`)).body).toEqual({ ...issue, reversed_by_id: body.id });
      expect(await reverse(issue.id)).toMatchObject({ status: 409, body: { code: 'already_reversed' } });
      expect(await reverse(body.id)).toMatchObject({ status: 409, body: { code: 'cannot_reverse_reversal' } });
      expect(await reverse(2147483647)).toMatchObject({ status: 404 });
    });

    it('once, also with two concurrent callers', async () => {
      const { ada, mara } = world();
      const item = await anItem(10);
      const { body: issue } = await move(item, 'issue', 4);
      const answers = await Promise.all([
        reverse(issue.id, {}, mara),
        reverse(issue.id, {}, ada),
        reverse(issue.id, {}, mara),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
      expect(await stockOf(item)).toBe(10);
    });

    it('only when enough is left', async () => {
      const item = await anItem(0);
      const { body: receipt } = await move(item, 'receipt', 3);
      await move(item, 'issue', 2);
      expect(await reverse(receipt.id)).toMatchObject({
        status: 409,
        body: { code: 'insufficient_stock', available: 1, requested: 3 },
      });
    });

    it('for transfers at both ends', async () => {
      await location('SHOP');
      const item = await anItem(3);
      const { body: transfer } = await move(item, 'transfer', 2, { to_location: 'SHOP' });
      expect((await reverse(transfer.id)).body).toMatchObject({
        delta: 2,
        balance_after: 3,
        to_balance_after: 0,
        item_balance_after: 3,
      });
    });

    it('by members within a day and only their own, by administrators always', async () => {
      const item = await anItem(10);
      const [early, late] = [(await move(item, 'issue', 1)).body, (await move(item, 'issue', 1)).body];
      const foreign = (await world().ada.post('/operations', { item_id: item.id, type: 'issue', quantity: 1 })).body;
      expect(await reverse(foreign.id)).toMatchObject({ status: 403, body: { code: 'admin_required' } });
      await world().later(DAY);
      expect(await reverse(early.id)).toMatchObject({ status: 201 });
      await world().later(1);
      expect(await reverse(late.id)).toMatchObject({ status: 403, body: { code: 'reversal_window_passed' } });
      expect(await reverse(late.id, {}, world().ada)).toMatchObject({ status: 201, body: { username: 'ada' } });
    });

    it('even when their item is archived', async () => {
      const item = await anItem(1);
      const { body: issue } = await move(item, 'issue', 1);
      await world().mara.delete(`/items/${item.id}`);
      expect(await reverse(issue.id)).toMatchObject({ status: 201, body: { balance_after: 1 } });
    });

    it('by the batch, all lines or none', async () => {
      const { mara, ada } = world();
      const item = await anItem(10);
      const line = { item_id: item.id };
      const lines = [
        { ...line, type: 'issue', quantity: 10 },
        { ...line, type: 'receipt', quantity: 3 },
      ];
      const { body } = await mara.post<readonly Published[]>('/operations/batch', { operations: lines });
      const path = `/operations/groups/${body[0]?.group_id}/reverse`;
      await move(item, 'issue', 1);
      expect(await mara.post(path)).toMatchObject({ status: 409, body: { code: 'insufficient_stock' } });
      expect(await stockOf(item)).toBe(2);
      await move(item, 'receipt', 1);
      const reversed = await mara.post<readonly Published[]>(path, { reason: 'mistake' });
      expect(reversed).toMatchObject({
        status: 201,
        body: [
          { reverses_id: body[1]?.id, delta: -3 },
          { reverses_id: body[0]?.id, delta: 10 },
        ],
      });
      expect(await stockOf(item)).toBe(10);
      expect(await ada.post(path)).toMatchObject({ status: 409, body: { code: 'already_reversed' } });
      expect(await ada.post('/operations/groups/00000000-0000-4000-8000-000000000000/reverse')).toMatchObject({
        status: 404,
      });
    });

    it('line by line out of a batch', async () => {
      const item = await anItem(10);
      const line = { item_id: item.id, type: 'issue', quantity: 1 };
      const { body } = await world().mara.post<readonly Published[]>('/operations/batch', { operations: [line, line] });
      expect(await reverse(body[0]?.id ?? 0)).toMatchObject({ status: 201 });
      expect(await stockOf(item)).toBe(9);
    });
  });
});
