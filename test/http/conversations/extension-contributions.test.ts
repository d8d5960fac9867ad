import { readFile } from 'node:fs/promises';
import { storesOf } from '@backroom/adapters-persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../../support/builders.ts';
import { ExtensionFolders } from '../../support/extensions/extension-folders.ts';
import { activeExtension, until } from '../../support/extensions/host.ts';
import { workOff } from '../../support/jobs.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const fixture = new URL('../../support/fixtures/shop-small.ndjson', import.meta.url);

/** Answers to questions of reports, by name. */
type Answers = Readonly<Record<string, { readonly answer?: object; readonly problem?: object }>>;
type Declarations = readonly { readonly slug: string; readonly filters: readonly { readonly subject: string }[] }[];

const folders = await ExtensionFolders.make();
afterAll(() => folders.remove());

const source = `
const route = (path, handle) => defineRoute({ methods: ['POST'], path, summary: 'Test.', access: 'manage_store', params: { value: { type: 'string' } }, handle });
export default defineExtension({
  routes: [
    route('/begin', ({ params }, { jobs }) => jobs.submit('count', { to: Number(params.value) })),
    route('/counted', async (_, { store }) => ({ counted: (await store.get('counted')) ?? null })),
    route('/keys', async (_, { store }) => {
      const attempt = (work) => work.then(() => 'done', ({ code }) => code);
      return { keys: await store.keys(), read: await attempt(store.get('$settings')), written: await attempt(store.set('$settings', 1)) };
    }),
    route('/settings-seen', (_, { settings }) => settings()),
    route('/unknown-job', (_, { jobs }) => jobs.submit('other').catch(({ code }) => ({ code }))),
    route('/failing', async ({ params }, { store }) => store.set('fails', params.value === 'yes')),
  ],
  tasks: [{ id: 'adds-account', listId: 'extended', title: 'Open an account', content: 'Open one.', isDismissable: true }],
  completedTasks: async ({ store }) => {
    if (await store.get('fails')) throw new Error('broken');
    return ['adds-account', 'payments'];
  },
  channels: [
    {
      slug: 'adds-adverts', name: 'Adverts', description: 'Adverts everywhere.',
      state: () => ({ is_setup_completed: true, product_listings_status: 'synced' }),
      campaigns: () => [{ id: '7', title: 'Spring', cost: { value: '12.50', currency: 'EUR' } }],
      campaignTypes: () => [{ id: 'all', name: 'All products' }],
    },
    { slug: 'adds', name: 'Letters', state: () => ({ is_setup_completed: 'yes' }), campaigns: () => { throw new Error('broken'); } },
  ],
  suggestions: { payments: [{ id: 'adds-pay', title: 'Pay by letter', is_visible: { type: 'pass' }, recommendation_priority: 0 }] },
  options: { shop_adds_colour: { type: 'string', enum: ['red', 'blue'] } },
  settings: {
    most: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
    key: { type: 'string', maxLength: 20, default: '' },
  },
  jobs: {
    count: async ({ input: { to }, checkpoint = 0 }, { store }) => {
      await store.set('counted', checkpoint + 1);
      return checkpoint + 1 < to ? { checkpoint: checkpoint + 1, done: checkpoint + 1, total: to } : {};
    },
  },
  reportFilters: [{ param: 'adds_colour', attribute: 'pa_color', description: 'The colour.', values: ['red', 'blue'] }],
});`;

onEveryDatabase(
  'contributions of an extension',
  (world) => {
    const ask = (method: string, route: string, body?: unknown, bearer = world().ada.token ?? '') =>
      askShop(world(), method, route, { bearer, ...(body !== undefined && { body }) });
    const own = async (path: string, body: object = {}) => (await ask('POST', `/x/adds/v1${path}`, body)).body;
    const list = async (route: string) =>
      (await ask('GET', route)).body as unknown as readonly Readonly<Record<string, unknown>>[];
    const host = () => world().application.extensions;

    beforeAll(async () => {
      await folders.write('adds', source);
      await storesOf(world().application.database).extensions.insert(
        activeExtension('adds', { rights: ['manage_store'] }),
      );
      await host().follow();
      await until(() => host().contributions().length === 1);
    });

    const tasks = async () => {
      const lists = (await list('/shop-admin/onboarding/tasks')) as readonly {
        readonly id: string;
        readonly tasks: readonly { readonly id: string; readonly isComplete: boolean }[];
      }[];
      return new Map(lists.flatMap((each) => each.tasks.map((task) => [task.id, task.isComplete] as const)));
    };

    it('completes tasks, its own and those that a report completes; if it fails the others stay', async () => {
      await own('/failing', { value: 'yes' });
      expect((await tasks()).get('adds-account')).toBe(false);
      expect((await tasks()).get('payments')).toBe(false);
      world().log.entries.splice(0);
      await own('/failing', { value: 'no' });
      expect((await tasks()).get('adds-account')).toBe(true);
      expect((await tasks()).get('payments')).toBe(true);
      expect((await tasks()).get('shipping')).toBe(false);
    });

    it('has marketing channels, whose faulty answers concern no other', async () => {
      expect(await list('/shop-admin/marketing/channels')).toMatchObject([
        { slug: 'adds-adverts', is_setup_completed: true, product_listings_status: 'synced', errors_count: 0 },
        { slug: 'adds', is_setup_completed: false, product_listings_status: 'sync-failed', errors_count: 1 },
      ]);
      const [campaign, ...others] = await list('/shop-admin/marketing/campaigns');
      expect(campaign).toMatchObject({
        id: '7',
        channel: 'adds-adverts',
        cost: { value: '12.50', formatted: '€12.50' },
      });
      expect(others).toEqual([]);
      expect(await list('/shop-admin/marketing/campaign-types')).toMatchObject([{ id: 'all' }]);
      world().log.entries.splice(0);
    });

    it('suggests a way of payment', async () => {
      expect((await list('/shop-admin/payment-gateway-suggestions')).map(({ id }) => id)).toContain('adds-pay');
    });

    it('adds an option with its schema to those of clients', async () => {
      const options = '/shop-admin/options';
      expect((await ask('POST', options, { shop_adds_colour: 'green' })).body).toMatchObject({
        code: 'rest_invalid_param',
      });
      expect((await ask('POST', options, { shop_adds_colour: 'blue' })).body).toEqual({ shop_adds_colour: true });
      expect((await ask('GET', `${options}?options=shop_adds_colour`)).body).toEqual({ shop_adds_colour: 'blue' });
      expect((await ask('GET', `${options}?options=shop_adds_other`)).status).toBe(403);
    });

    it('has settings, which administrators read and change as a whole', async () => {
      const settings = '/x/adds/v1/settings';
      expect((await ask('GET', settings)).body).toEqual({ most: 3, key: '' });
      const refused = await ask('POST', settings, { values: { most: 10, key: 'k', other: 1 } });
      expect(refused.body).toMatchObject({ code: 'rest_invalid_param', message: 'Invalid parameter(s): most, other' });
      expect((await ask('POST', settings, { values: { most: 5, key: 'secret-key' } })).body).toEqual({
        most: 5,
        key: 'secret-key',
      });
      expect(await own('/settings-seen')).toEqual({ most: 5, key: 'secret-key' });
      expect((await ask('POST', settings, { values: { most: null } })).body).toEqual({ most: 3, key: 'secret-key' });
      expect(await own('/keys')).toEqual({
        keys: ['fails'],
        read: 'extension_request_invalid',
        written: 'extension_request_invalid',
      });
      const member = await world().person({});
      expect((await ask('GET', settings, undefined, member.token ?? '')).status).toBe(403);
      expect((await ask('POST', settings, { values: { most: 5 } }, member.token ?? '')).status).toBe(403);
      const { body } = await world().ada.get('/audit?action=extension.change_settings');
      expect(JSON.stringify(body)).toContain('most');
      expect(JSON.stringify(body)).not.toContain('secret-key');
    });

    it('does jobs in steps, one of a kind at a time', async () => {
      const first = await own('/begin', { value: '4' });
      expect(first).toEqual({ id: expect.any(String), isNew: true });
      expect(await own('/begin', { value: '9' })).toEqual({ id: first.id, isNew: false });
      await workOff(world().application.core);
      expect(await own('/counted')).toEqual({ counted: 4 });
      expect(await own('/begin', { value: '1' })).toMatchObject({ isNew: true });
      await workOff(world().application.core);
      expect(await own('/unknown-job')).toEqual({ code: 'validation_failed' });
    });

    describe('as a filter of reports', () => {
      const winter = { after: '2025-01-01T00:00:00', before: '2025-03-31T23:59:59' };
      const byAttribute = { ...winter, attribute_is: [['pa_color', 'red']] };
      const answers = async (questions: object) =>
        (await world().ada.post<{ readonly answers: Answers }>('/reports/answers', { questions })).body.answers;
      /** The file of the orders with these parameters. */
      const file = async (args: object) => {
        const begun = (await ask('POST', '/shop-analytics/reports/orders/export', { report_args: args })).body;
        await workOff(world().application.core, anAdministrator());
        const status = `/shop-analytics/reports/orders/export/${begun.export_id}/status`;
        const { pathname, search } = new URL(String((await ask('GET', status)).body.download_url));
        return (await fetch(`${world().url}${pathname}${search}`)).text();
      };
      beforeAll(async () => {
        const lines = (await readFile(fixture, 'utf8')).split('\n');
        const { core } = world().application;
        await core.interchange.importRecords(anAdministrator(), {
          open: async function* () {
            yield* lines;
          },
          onError: 'stop',
        });
      });

      it('selects by an attribute', async () => {
        const report = `/shop-analytics/reports/orders/stats?${new URLSearchParams(winter)}`;
        const { status, text, body } = await ask('GET', `${report}&adds_colour=red`);
        expect(status, text).toBe(200);
        expect(body.totals).toMatchObject({ orders_count: 6 });
        expect(text).toBe((await ask('GET', `${report}&attribute_is[0][]=pa_color&attribute_is[0][]=red`)).text);
        expect((await ask('GET', `${report}&adds_colour=green`)).body.code).toBe('rest_invalid_param');
        expect((await ask('GET', `${report}&adds_colour[]=red`)).body.code).toBe('rest_invalid_param');
      });

      it('is declared and answered for screens', async () => {
        const { reports } = (await world().ada.get<{ readonly reports: Declarations }>('/reports')).body;
        const filter = {
          subject: 'adds_colour',
          label: 'The colour',
          is: 'adds_colour',
          takes: 'word',
          words: ['red', 'blue'],
        };
        const having = reports.filter(({ filters }) => filters.some(({ subject }) => subject === 'adds_colour'));
        expect(having.map(({ slug }) => slug)).toEqual(['orders', 'variations']);
        expect(having[0]?.filters).toContainEqual({ ...filter, on: ['stats', 'list'] });
        const { mine, same, wrong, elsewhere } = await answers({
          mine: { report: 'orders', ...winter, adds_colour: 'red' },
          same: { report: 'orders', ...byAttribute },
          wrong: { report: 'orders', ...winter, adds_colour: 'green' },
          elsewhere: { report: 'coupons', ...winter, adds_colour: 'red' },
        });
        expect(mine?.answer).toMatchObject({ total: 6 });
        expect(mine).toEqual(same);
        for (const each of [wrong, elsewhere]) expect(JSON.stringify(each?.problem)).toContain('adds_colour');
      });

      it('selects what is exported', async () => {
        const red = await file({ ...winter, adds_colour: 'red' });
        expect(red.trimEnd().split('\r\n')).toHaveLength(7);
        expect(red).toBe(await file(byAttribute));
        const refused = { report_args: { ...winter, adds_colour: 'green' } };
        expect((await ask('POST', '/shop-analytics/reports/orders/export', refused)).body.code).toBe(
          'rest_invalid_param',
        );
      });
    });
  },
  { environment: { EXTENSIONS_DIR: folders.root } },
);
