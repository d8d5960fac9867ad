import { describe, expect, it } from 'vitest';
import type { Answered, Client, Published } from '../../support/client.ts';
import { onEveryDatabase } from '../../support/world.ts';

type Listed = Answered<readonly Published[]>;
const idsOf = ({ body }: Listed) => body.map(({ id }) => id);
/** Where a `Link` header leads, by relation, below the origin. */
const linksOf = ({ headers }: Listed): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(headers.link ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, target = '', relation = '']) => [
      relation,
      target,
    ]),
  );

async function walk(client: Client, start: string): Promise<readonly Listed[]> {
  const pages: Listed[] = [];
  for (let next: string | undefined = start; next !== undefined; ) {
    const page: Listed = await client.list(next);
    expect(page.status).toBe(200);
    pages.push(page);
    next = linksOf(page).next;
  }
  return pages;
}

onEveryDatabase('the ledger', (world) => {
  const anItem = async (quantity: number, fields: Readonly<Record<string, unknown>> = {}): Promise<Published> =>
    (await world().mara.post('/items', { name: 'Lamp', quantity, ...fields })).body;
  const move = async (
    item: Published,
    type: string,
    quantity: number,
    more: Readonly<Record<string, unknown>> = {},
  ) => {
    const { status, body } = await world().mara.post('/operations', { item_id: item.id, type, quantity, ...more });
    expect(status).toBe(201);
    return body;
  };

  describe('is walked', () => {
    it('without gaps and without repeats, whatever is recorded meanwhile', async () => {
      const { mara } = world();
      const item = await anItem(0);
      const lines = Array.from({ length: 23 }, () => ({ item_id: item.id, type: 'receipt', quantity: 1 }));
      const recorded = (await mara.post<readonly Published[]>('/operations/batch', { operations: lines })).body.map(
        ({ id }) => id,
      );
      const first: Listed = await mara.list(`/operations?item_id=${item.id}&per_page=5`);
      expect(first.headers).toMatchObject({ 'x-total-count': '23', 'x-total-pages': '5' });
      await move(item, 'receipt', 1);
      const others = await walk(mara, linksOf(first).next ?? '');
      expect([first, ...others].flatMap(idsOf)).toEqual(recorded.toReversed());
      expect([first, ...others].map(({ body }) => body.length)).toEqual([5, 5, 5, 5, 3]);
    });

    it('from the oldest on, the other way round', async () => {
      const { mara } = world();
      const item = await anItem(1);
      for (let time = 0; time < 6; time += 1) await move(item, 'receipt', 1);
      const forwards = (await walk(mara, `/items/${item.id}/operations?sort=id&per_page=3`)).flatMap(idsOf);
      const backwards = (await walk(mara, `/items/${item.id}/operations?per_page=3`)).flatMap(idsOf);
      expect(forwards).toHaveLength(7);
      expect(forwards).toEqual(backwards.toReversed());
    });

    it('by pages where it is sorted by when things happened', async () => {
      const { mara } = world();
      const item = await anItem(0);
      for (const day of ['03', '01', '02', '01'])
        await move(item, 'receipt', 1, { occurred_at: `2026-11-${day}T00:00:00Z` });
      const pages = await walk(mara, `/operations?item_id=${item.id}&sort=-occurred_at&per_page=2`);
      const days = pages.flatMap(({ body }) => body.map((each) => String(each.occurred_at).slice(8, 10)));
      expect(days).toEqual(['03', '02', '01', '01']);
      expect(linksOf(pages[1] as Listed).prev).toContain('page=1');
      expect(new Set(pages.flatMap(idsOf)).size).toBe(4);
    });

    it('before and after an entry', async () => {
      const { mara } = world();
      const item = await anItem(1);
      const [a, b, c] = [
        await move(item, 'receipt', 1),
        await move(item, 'receipt', 1),
        await move(item, 'receipt', 1),
      ];
      const ids = async (query: string) => idsOf(await mara.list(`/operations?item_id=${item.id}&${query}`));
      expect(await ids(`before_id=${c.id}&after_id=${a.id}`)).toEqual([b.id]);
      expect(await ids(`after_id=${a.id}`)).toEqual([c.id, b.id]);
      expect(await ids(`after_id=${a.id}&sort=id&per_page=1`)).toEqual([b.id]);
    });
  });

  it('is filtered by everything', async () => {
    const { ada, mara, clock } = world();
    await ada.post('/locations', { code: 'LEDGER' });
    const { body: category } = await mara.post('/categories', { name: 'Ledger' });
    clock.advance(3_600_000);
    const start = clock.now().toISOString();
    const item = await anItem(10, { sku: 'LEDGER-1', category_id: category.id });
    const issue = await move(item, 'issue', 1, {
      reason: 'Gïft',
      reference: { type: 'order', id: '7' },
      occurred_at: '2026-11-01T00:00:00Z',
    });
    clock.advance(1_000);
    const middle = clock.now().toISOString();
    const transfer = await move(item, 'transfer', 2, { to_location: 'LEDGER', note: '100% sure' });
    const { body: receipt } = await ada.post('/operations', { item_id: item.id, type: 'receipt', quantity: 1 });
    const { body: reversal } = await mara.post(`/operations/${issue.id}/reverse`);
    const first = (await mara.list(`/operations?item_id=${item.id}&sort=id`)).body[0]?.id;
    const ids = async (query: string) => idsOf(await mara.list(`/operations?recorded_from=${start}&sort=id&${query}`));
    const all = [first, issue.id, transfer.id, receipt.id, reversal.id];
    expect(await ids('')).toEqual(all);
    expect(await ids(`item_id=${item.id}`)).toEqual(all);
    expect(await ids('sku=ledger-1')).toEqual(all);
    expect(await ids(`category_id=${category.id}`)).toEqual(all);
    expect(await ids('location=ledger')).toEqual([transfer.id]);
    expect(await ids('type=issue,transfer')).toEqual([issue.id, transfer.id]);
    expect(await ids(`user_id=${ada.id}`)).toEqual([receipt.id]);
    expect(await ids('reference_type=order&reference_id=7')).toEqual([issue.id, reversal.id]);
    expect(await ids('reference_id=8')).toEqual([]);
    expect(await ids('source=api')).toEqual(all);
    expect(await ids('source=cli')).toEqual([]);
    expect(await ids('occurred_to=2026-11-02T00:00:00Z')).toEqual([issue.id]);
    expect(await ids('occurred_from=2026-11-02T00:00:00Z&type=issue')).toEqual([]);
    expect(await ids(`recorded_to=${middle}`)).toEqual([first, issue.id]);
    expect(await ids('reversed=true')).toEqual([issue.id]);
    expect(await ids('reversed=false')).toEqual(all.filter((id) => id !== issue.id));
    expect(await ids('q=gift')).toEqual([issue.id]);
    expect(await ids('q=0%25')).toEqual([transfer.id]);
    expect(await ids('q=0_')).toEqual([]);
    expect(idsOf(await mara.list(`/items/${item.id}/operations?sort=id`))).toEqual(all);
    expect(await mara.get('/items/2147483647/operations')).toMatchObject({ status: 404 });
  });

  it('is summed up by day, type and what moved', async () => {
    const { ada, mara, later } = world();
    await ada.post('/locations', { code: 'SUMMARY' });
    const { body: category } = await mara.post('/categories', { name: 'Summary' });
    await later(10 * 24 * 3_600_000);
    const from = world().clock.now().toISOString().slice(0, 10);
    const item = await anItem(10, { category_id: category.id });
    await move(item, 'issue', 1.5);
    await move(item, 'issue', 0.5);
    await move(item, 'transfer', 3, { to_location: 'SUMMARY' });
    await later(24 * 3_600_000);
    await move(item, 'adjustment', -1, { reason: 'damage' });
    const to = new Date(world().clock.now().getTime() + 1).toISOString();
    const next = to.slice(0, 10);
    const rows = async (query: string) =>
      (await world().mara.list(`/operations/summary?from=${from}T00:00:00Z&to=${to}${query}`)).body;
    const row = { item_id: null, category_id: null };
    expect(await rows('')).toEqual([
      { ...row, interval: from, type: 'issue', in: 0, out: 2, net: -2, count: 2 },
      { ...row, interval: from, type: 'receipt', in: 10, out: 0, net: 10, count: 1 },
      { ...row, interval: from, type: 'transfer', in: 0, out: 0, net: 0, count: 1 },
      { ...row, interval: next, type: 'adjustment', in: 0, out: 1, net: -1, count: 1 },
    ]);
    expect(await rows('&group_by=item')).toContainEqual({
      ...row,
      interval: from,
      type: 'issue',
      item_id: item.id,
      in: 0,
      out: 2,
      net: -2,
      count: 2,
    });
    expect(await rows('&group_by=category&interval=month')).toContainEqual(
      expect.objectContaining({ interval: `${from.slice(0, 7)}-01`, category_id: category.id, type: 'issue' }),
    );
    const backwards = await world().mara.get(`/operations/summary?from=${to}&to=${from}T00:00:00Z`);
    expect(backwards).toMatchObject({ status: 422, body: { errors: [{ field: 'from' }] } });
  });

  describe('accepts a request with an Idempotency-Key', () => {
    const keyed = (key: string) => ({ 'idempotency-key': key });

    it('once, and answers the same bytes again', async () => {
      const { mara } = world();
      const item = await anItem(10);
      const ask = () => mara.post('/operations', { item_id: item.id, type: 'issue', quantity: 1 }, keyed('op-1'));
      const first = await ask();
      expect(first).toMatchObject({ status: 201, body: { idempotency_key: 'op-1' } });
      expect(first.headers).not.toHaveProperty('idempotent-replayed');
      await mara.post(`/operations/${first.body.id}/reverse`);
      const again = await ask();
      expect(again).toMatchObject({
        status: 201,
        headers: { 'idempotent-replayed': 'true', location: first.headers.location },
      });
      expect(again.text).toBe(first.text);
      expect((await mara.get(`/items/${item.id}`)).body.quantity).toBe(10);
    });

    it('quoted or not', async () => {
      const item = await anItem(10);
      const ask = (key: string) =>
        world().mara.post('/operations', { item_id: item.id, type: 'issue', quantity: 1 }, keyed(key));
      const first = await ask('"op-quoted"');
      expect((await ask('op-quoted')).body.id).toBe(first.body.id);
    });

    it('for ever', async () => {
      const item = await anItem(10);
      const ask = () =>
        world().mara.post('/operations', { item_id: item.id, type: 'issue', quantity: 1 }, keyed('op-for-ever'));
      const first = await ask();
      await world().later(400 * 24 * 3_600_000);
      expect((await ask()).text).toBe(first.text);
    });

    it('and refuses the key for another request', async () => {
      const { mara } = world();
      const item = await anItem(10);
      const ask = (quantity: number) =>
        mara.post('/operations', { item_id: item.id, type: 'issue', quantity }, keyed('op-2'));
      await ask(1);
      expect(await ask(2)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
      expect((await mara.get(`/items/${item.id}`)).body.quantity).toBe(9);
    });

    it('for each account and for each route', async () => {
      const { ada, mara } = world();
      const item = await anItem(10);
      const body = { item_id: item.id, type: 'issue', quantity: 1 };
      const one = await mara.post('/operations', body, keyed('shared'));
      const other = await ada.post('/operations', body, keyed('shared'));
      expect(other.body.id).not.toBe(one.body.id);
      expect(await mara.post('/operations/batch', { operations: [body] }, keyed('shared'))).toMatchObject({
        status: 201,
      });
      expect((await mara.get(`/operations/${other.body.id}`)).body).toMatchObject({ idempotency_key: null });
      expect((await ada.get(`/operations/${one.body.id}`)).body).toMatchObject({ idempotency_key: 'shared' });
    });

    it('once when it is sent twice at the same moment', async () => {
      const { mara } = world();
      const item = await anItem(10);
      const ask = () => mara.post('/operations', { item_id: item.id, type: 'issue', quantity: 1 }, keyed('op-3'));
      const answers = await Promise.all([ask(), ask(), ask(), ask()]);
      const made = answers.filter(({ status }) => status === 201);
      expect(made.length).toBeGreaterThan(0);
      expect(new Set(made.map(({ text }) => text)).size).toBe(1);
      for (const { status, headers, body } of answers) {
        if (status === 201) continue;
        expect({ status, body }).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } });
        expect(headers['retry-after']).toBe('1');
      }
      expect((await mara.get(`/items/${item.id}`)).body.quantity).toBe(9);
    });

    it('again when the first one failed', async () => {
      const { mara } = world();
      const item = await anItem(0);
      const ask = () => mara.post('/operations', { item_id: item.id, type: 'issue', quantity: 1 }, keyed('op-4'));
      expect(await ask()).toMatchObject({ status: 409 });
      await move(item, 'receipt', 1);
      const second = await ask();
      expect(second).toMatchObject({ status: 201 });
      expect(second.headers).not.toHaveProperty('idempotent-replayed');
    });

    it('for batches and for taking back, too', async () => {
      const { mara } = world();
      const item = await anItem(10);
      const line = { item_id: item.id, type: 'issue', quantity: 1 };
      const batch = () =>
        mara.post<readonly Published[]>('/operations/batch', { operations: [line, line] }, keyed('batch-1'));
      const [first, second] = [await batch(), await batch()];
      expect(second.text).toBe(first.text);
      const reverse = () => mara.post(`/operations/${first.body[0]?.id}/reverse`, {}, keyed('reverse-1'));
      const [one, two] = [await reverse(), await reverse()];
      expect(two).toMatchObject({ status: 201, text: one.text, headers: { 'idempotent-replayed': 'true' } });
      const group = () => mara.post(`/operations/groups/${first.body[0]?.group_id}/reverse`, {}, keyed('group-1'));
      expect(await group()).toMatchObject({ status: 409, body: { code: 'already_reversed' } });
      expect((await mara.get(`/items/${item.id}`)).body.quantity).toBe(9);
    });

    it('elsewhere for a day', async () => {
      const ask = (name: string) => world().mara.post('/items', { name, quantity: 1 }, keyed('item-1'));
      const first = await ask('Keyed');
      const again = await ask('Keyed');
      expect(again).toMatchObject({ status: 201, text: first.text });
      expect(again.headers).toMatchObject({
        'idempotent-replayed': 'true',
        location: first.headers.location,
        etag: first.headers.etag,
      });
      expect(await ask('Other')).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
      await world().later(24 * 3_600_000);
      const late = await ask('Other');
      expect(late).toMatchObject({ status: 201, body: { name: 'Other' } });
      expect(late.headers).not.toHaveProperty('idempotent-replayed');
    });

    it('without keeping a generated password', async () => {
      const { ada } = world();
      const ask = () => ada.post('/users', { username: 'keyed-user' }, keyed('user-1'));
      const first = await ask();
      expect(first.body.generated_password).toHaveLength(20);
      const again = await ask();
      expect(again).toMatchObject({
        status: 201,
        headers: { 'idempotent-replayed': 'true' },
        body: { id: first.body.id },
      });
      expect(again.body).not.toHaveProperty('generated_password');
    });

    it('for answers without a body', async () => {
      const { ada, mara } = world();
      const ask = () => ada.post(`/users/${mara.id}/revoke-tokens`, undefined, keyed('revoke-1'));
      expect(await ask()).toMatchObject({ status: 204 });
      await world().later(0);
      expect(await ask()).toMatchObject({ status: 204, text: '', headers: { 'idempotent-replayed': 'true' } });
      expect(await world().mara.get('/users/me')).toMatchObject({ status: 200 });
    });

    it.each(['', '""', 'x'.repeat(256), 'two words', 'ä'])('but not with the key %j', async (key) => {
      const item = await anItem(1);
      const sent = Buffer.from(key).toString('latin1');
      const answer = await world().mara.post(
        '/operations',
        { item_id: item.id, type: 'issue', quantity: 1 },
        keyed(sent),
      );
      expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    });
  });

  it('equals every balance', async () => {
    const { application } = world();
    const system = await application.actor('system');
    expect(await application.core.inventory.verifyStock(system, {})).toEqual([]);
  });
});
