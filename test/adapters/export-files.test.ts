import { ManualClock } from '@backroom/adapters-memory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMember, anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { type ExportingShop, exportingShop } from '../support/exports.ts';
import { workOff } from '../support/jobs.ts';
import { shopOf } from '../support/shop.ts';
import { openStores, type Stores } from '../support/stores.ts';

const administrator = anAdministrator();
const year = { after: '2025-01-01T00:00:00', before: '2025-12-31T23:59:59' };
const names = ['=1+1', '+2', '-3', '@x', '\tt', 'a,b', 'say "x"', 'two\nlines', 'plain', 'with blank'];
/** More than are on one page. */
const count = 1_150;

const products = names.map((name, index) => ({
  ...{
    kind: 'product',
    id: index + 1,
    type: 'simple',
    name,
    sku: index === 0 ? '=cmd' : `S-${index}`,
    status: 'publish',
  },
  ...{ price: '1', created_at: '2025-01-01T00:00:00Z' },
}));
const order = (id: number, total = '10') => ({
  ...{ kind: 'order', id, number: String(id), status: 'completed', currency: 'USD', total, total_tax: '0' },
  ...{ shipping_total: '0', shipping_tax: '0', discount_total: '0', currency: 'USD' },
  ...{ created_at: `2025-03-01T00:00:${String(id % 60).padStart(2, '0')}Z`, paid_at: '2025-03-01T00:00:00Z' },
  lines: [{ id, product_id: 1 + (id % 10), name: 'Thing', quantity: 1, subtotal: total, total }],
});

for (const database of databases)
  describe(`files of reports on ${database.name}`, () => {
    let stores: Stores;
    let shop: ExportingShop;
    const store = async (records: readonly object[]) => {
      async function* lines() {
        for (const record of records) yield JSON.stringify(record);
      }
      const report = await shop.core.interchange.importRecords(administrator, { open: lines, onError: 'stop' });
      if (report.failed > 0) throw new Error(JSON.stringify(report).slice(0, 600));
    };
    const ask = (path: string, more: object = {}) => shopOf(shop.core).ask({ path, as: administrator, ...more });
    beforeAll(async () => {
      stores = await openStores(database);
      shop = await exportingShop(stores, new ManualClock(new Date('2026-01-02T12:00:00Z')));
      await store([...products, ...Array.from({ length: count }, (_, index) => order(index + 1))]);
    });
    afterAll(async () => {
      await stores?.close();
      await shop?.close();
    });

    it('begin with a mark and a header, quote what has to be, and have no formulas but negative numbers', async () => {
      const { body } = await shop.begin('stock', { orderby: 'id', order: 'asc' });
      await workOff(shop.core);
      const text = await shop.textOf('stock', body.export_id);
      expect(text.startsWith('\uFEFF"Product / Variation",SKU,Status,Stock\r\n\'=1+')).toBe(true);
      expect(text).toContain('\'=1+1,\'=cmd,"In stock",N/A\r\n');
      expect(text).toContain('"say ""x""",');
      expect(text).toContain('"two\nlines",');
      expect(text).toContain('"with blank",');
      for (const name of ["'+2,", "'-3,", "'@x,", '"\'\tt",', '"a,b",', 'plain,']) expect(text).toContain(name);
    });

    it('report their progress, and are fetched at the end', async () => {
      const { status, body } = await shop.begin('orders', year);
      expect([status, body.message]).toEqual([200, 'Your report is being written.']);
      expect((await shop.status('orders', body.export_id)).body).toMatchObject({ percent_complete: 0 });
      await workOff(shop.core);
      const done = (await shop.status('orders', body.export_id)).body;
      expect(done.percent_complete).toBe(100);
      expect(done.download_url).toMatch(
        /^https:\/\/shop\.example\/cms-admin\/\?action=shop_admin_download_report_csv&filename=shop-orders-report-export-[0-9a-f]{32}&date_range=2025-01-01-to-2025-12-31&expires=\d+&signature=[0-9a-f]{64}$/,
      );
    });

    it('are none where there is nothing to export', async () => {
      const { status, body } = await shop.begin('orders', { ...year, order_includes: [999_999] });
      expect([status, Object.keys(body)]).toEqual([200, ['message']]);
    });

    it('are refused for unknown reports, ids and arguments, and without permission', async () => {
      expect((await shop.begin('nothing')).body.code).toBe('shop_admin_reports_export_invalid_type');
      const { body } = await shop.begin('orders', year);
      for (const [type, id] of [
        ['orders', 'x'.repeat(32)],
        ['orders', '0'.repeat(32)],
        ['stock', body.export_id],
      ] as const)
        expect(await shop.status(type, id)).toMatchObject({
          status: 404,
          body: { code: 'shop_admin_reports_export_invalid_id' },
        });
      expect(await shop.begin('orders', { orderby: 'nonsense' })).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param' },
      });
      const path = '/shop-analytics/reports/orders/export';
      expect(await ask(path, { method: 'POST', as: aMember() })).toMatchObject({
        status: 403,
        body: { code: 'shop_rest_cannot_view' },
      });
      await workOff(shop.core);
    });

    it('have every row that was there throughout once, whatever happens to orders meanwhile', async () => {
      const { body } = await shop.begin('orders', { ...year, orderby: 'net_total', order: 'asc' });
      const { entries } = await shop.core.jobs.listJobs(administrator, { state: 'waiting', page: 1, perPage: 1 });
      const id = entries[0]?.id ?? '';
      const hasTime = [true, false].values();
      // Once the rows are known, orders change their places, some go, and some are new.
      await shop.core.jobs.work(administrator, { id, mayGoOn: () => hasTime.next().value === true });
      await store(Array.from({ length: 300 }, (_, index) => order(index * 3 + 1, String(20 + index))));
      await store(Array.from({ length: 20 }, (_, index) => ({ ...order(index * 3 + 2), status: 'cancelled' })));
      await store(Array.from({ length: 50 }, (_, index) => order(5_000 + index, '1')));
      await workOff(shop.core);
      const lines = (await shop.textOf('orders', body.export_id)).split('\r\n').slice(1, -1);
      const numbers = lines.map((line) => line.split(',').find((cell) => /^\d+$/.test(cell)));
      expect([numbers.length, new Set(numbers).size]).toEqual([count - 20, count - 20]);
    });

    const path = '/shop-analytics/reports/orders/export';
    const wantMail = (userId: number) =>
      ask(path, { method: 'POST', body: { report_args: year, email: true }, as: anAdministrator({ userId }) });
    const account = async (email: string | null) =>
      (
        await shop.core.identity.createUser(administrator, {
          username: `kim-${crypto.randomUUID()}`,
          role: 'admin',
          email,
        })
      ).user.userId;

    it('are refused at once where mail is wanted and the account has no address', async () => {
      expect(await wantMail(await account(null))).toMatchObject({
        status: 400,
        body: { code: 'mail_no_address', data: { details: { email: { code: 'mail_no_address' } } } },
      });
      const { total } = await shop.core.jobs.listJobs(administrator, { state: 'waiting', page: 1, perPage: 1 });
      expect(total).toBe(0);
    });

    it('are announced by one mail, after the last page', async () => {
      const userId = await account('kim@example.org');
      expect(await wantMail(userId)).toMatchObject({ status: 200 });
      await shop.core.identity.updateUser(administrator, { id: userId, email: null });
      expect(shop.sent).toHaveLength(0);
      await workOff(shop.core);
      // The address was removed meanwhile: the mail log shows the failure.
      const { mails } = await shop.core.notifications.listMails(administrator, { offset: 0, limit: 10 });
      expect(mails.map(({ status, fault, subject }) => [status, fault?.code, subject])).toEqual([
        ['failed', 'mail_no_address', '[Backroom]: Your Orders Report download is ready'],
      ]);
    });
  });
