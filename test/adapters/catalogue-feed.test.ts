import { ManualClock } from '@backroom/adapters-memory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMember, anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { type ExportingShop, exportingShop } from '../support/exports.ts';
import { workOff } from '../support/jobs.ts';
import { shopOf } from '../support/shop.ts';
import { openStores, type Stores } from '../support/stores.ts';

const administrator = anAdministrator();
const path = '/shop/pos/v1/catalog/create';
/** More than are on the pages of one step. */
const count = 6_100;
const at = { created_at: '2025-01-01T00:00:00Z' };
const product = (id: number, more: object = {}) => ({
  ...{ kind: 'product', id, type: 'simple', name: `Thing ${id}`, status: 'publish', price: '1.5', ...at, ...more },
});
const variation = (id: number, productId: number, more: object = {}) => ({
  ...{ kind: 'variation', id, product_id: productId, price: '2', attributes: { size: 'L' }, ...more },
});
const records = [
  ...Array.from({ length: count }, (_, index) => product(index + 1)),
  product(7_001, { type: 'variable', sku: 'shirt', image: 'https://shop.example/s.png' }),
  product(7_002, { type: 'variable', status: 'draft' }),
  product(7_003, { status: 'draft' }),
  product(7_004, { type: 'grouped' }),
  variation(8_001, 7_001, { sku: 'shirt-l', price: '2', regular_price: '3', sale_price: '2' }),
  variation(8_002, 7_001, { status: 'private' }),
  variation(8_003, 7_002),
];

interface Entry {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
interface Status {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly url?: string };
}

for (const database of databases)
  describe(`catalogue feeds on ${database.name}`, () => {
    let stores: Stores;
    let shop: ExportingShop;
    const clock = new ManualClock(new Date());
    const ask = async (body: object = {}, as = administrator) =>
      (await shopOf(shop.core).ask({ method: 'POST', path, body, as })) as Status;
    const entriesOf = async ({ body }: Status): Promise<readonly Entry[]> => {
      const name = /filename=([^&]+)/.exec(body.url ?? '')?.[1] ?? '';
      const file = await shop.files.open(`${name}.json`);
      const parts: Uint8Array[] = [];
      for await (const part of file?.chunks() ?? []) parts.push(part);
      await file?.close();
      return JSON.parse(Buffer.concat(parts).toString());
    };
    beforeAll(async () => {
      stores = await openStores(database);
      shop = await exportingShop(stores, clock);
      async function* lines() {
        for (const record of records) yield JSON.stringify(record);
      }
      const report = await shop.core.interchange.importRecords(administrator, { open: lines, onError: 'stop' });
      if (report.failed > 0) throw new Error(JSON.stringify(report).slice(0, 600));
    });
    afterAll(async () => {
      await stores?.close();
      await shop?.close();
    });

    it('contain every published product and variation once', async () => {
      const [first, second] = await Promise.all([ask(), ask()]);
      expect([first?.status, first?.body, second?.body.scheduled_at]).toEqual([
        200,
        {
          ...{ scheduled_at: first?.body.scheduled_at, completed_at: null, state: 'scheduled', progress: 0 },
          ...{ processed: 0, total: -1, args: {} },
        },
        first?.body.scheduled_at,
      ]);
      const jobs = await workOff(shop.core);
      expect(jobs.filter(({ kind }) => kind === 'catalogue_feed')).toHaveLength(1);
      const done = await ask();
      expect(done.body).toMatchObject({ state: 'completed', progress: 100, processed: count + 2, total: count + 2 });
      const entries = await entriesOf(done);
      expect(entries.map(({ data }) => data.id)).toEqual([
        ...Array.from({ length: count }, (_, index) => index + 1),
        ...[7_001, 8_001],
      ]);
      expect(entries.at(-2)).toMatchObject({
        type: 'variable',
        data: { sku: 'shirt', price: '1.50', parent_id: 0, images: [{ src: 'https://shop.example/s.png' }] },
      });
      expect(entries.at(-1)).toMatchObject({
        type: 'variation',
        data: { parent_id: 7_001, price: '2.00', regular_price: '3.00', on_sale: true, type: 'variation' },
      });
    });

    it('have the requested fields, and one job for the same set in another order', async () => {
      await ask({ _product_fields: 'id,name', _variation_fields: 'id, sku' });
      await ask({ _product_fields: 'name, id,id', _variation_fields: 'sku,id' });
      const jobs = await workOff(shop.core);
      expect(jobs.filter(({ kind }) => kind === 'catalogue_feed')).toHaveLength(2);
      const entries = await entriesOf(await ask({ _product_fields: 'id,name', _variation_fields: 'id,sku' }));
      expect(entries[0]).toEqual({ type: 'simple', data: { id: 1, name: 'Thing 1' } });
      expect(entries.at(-1)).toEqual({ type: 'variation', data: { id: 8_001, sku: 'shirt-l' } });
    });

    it('publish an event when they are requested, written, and deleted', async () => {
      const heard: string[] = [];
      const stops = (['scheduled', 'completed', 'expired', 'failed'] as const).map((name) =>
        shop.core.events.on(`pos_catalog.${name}`, ({ type }) => void heard.push(type)),
      );
      const body = { _product_fields: 'id', _variation_fields: 'id' };
      await ask(body);
      await ask(body);
      await workOff(shop.core);
      expect(heard).toEqual(['pos_catalog.scheduled', 'pos_catalog.completed']);
      clock.advance(20 * 3_600_000 + 1_000);
      await workOff(shop.core);
      expect(heard.slice(2).filter((type) => type !== 'pos_catalog.expired')).toEqual([]);
      expect(heard.slice(2)).not.toEqual([]);
      for (const stop of stops) stop();
    });

    it('are regenerated with force, but not while one is written', async () => {
      const before = (await ask()).body.url;
      clock.advance(2_000);
      const forced = await ask({ force: true });
      expect(forced.body).toMatchObject({ state: 'scheduled', completed_at: null });
      expect((await ask({ force: true })).body.scheduled_at).toBe(forced.body.scheduled_at);
      await workOff(shop.core);
      const after = (await ask()).body.url;
      expect(after).not.toBe(before);
      expect(await shop.files.look(`${/filename=([^&]+)/.exec(before ?? '')?.[1]}.json`)).toBeUndefined();
    });

    it.each([
      [{ force: 'perhaps' }, 'force'],
      [{ _product_fields: ['id'] }, '_product_fields'],
      [{ _product_fields: 'x'.repeat(1_001) }, '_product_fields'],
      [{ _variation_fields: 'id;drop' }, '_variation_fields'],
      [{ _variation_fields: { a: 1 } }, '_variation_fields'],
    ])('are refused for %j', async (body, member) => {
      const { status, body: answer } = await ask(body);
      expect(status).toBe(400);
      expect(JSON.stringify(answer)).toContain(member);
    });

    it('are refused to members without access to the store', async () => {
      expect((await ask({}, aMember())).status).toBe(403);
    });

    it('ignore unknown fields, as other routes do', async () => {
      expect((await ask({ _product_fields: 'nothing' })).body.state).toBe('scheduled');
      await workOff(shop.core);
      const polled = await ask({ _product_fields: 'nothing' });
      expect((await entriesOf(polled))[0]).toEqual({ type: 'simple', data: {} });
    });

    it('are deleted after 20 hours, by their jobs, and parts of lost runs by the sweep', async () => {
      const { body } = await ask();
      const file = `${/filename=([^&]+)/.exec(body.url ?? '')?.[1]}.json`;
      expect(await shop.files.look(file)).toBeDefined();
      await shop.files.write('pos-catalog-feed-lost-1.part', 0, '[');
      await shop.files.write('export-other.part', 0, 'x');
      // Files have the time of the machine, from which the clock of the test is some way off.
      clock.advance(20 * 3_600_000 + 600_000);
      await workOff(shop.core);
      expect(await shop.files.look(file)).toBeUndefined();
      expect(await shop.core.catalog.forgetOldFeeds(administrator, {})).toBe(1);
      expect(await shop.files.look('export-other.part')).toBeDefined();
      expect((await ask()).body.state).toBe('scheduled');
    });
  });
