import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storesOf } from '@backroom/adapters-persistence';
import { shopNamespaces } from '@backroom/core/interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../support/archives.ts';
import { aLicenceKey, openCatalogueFolder } from '../../support/catalogues.ts';
import { publishOffers } from '../../support/extensions/offered-packages.ts';
import { workOff } from '../../support/jobs.ts';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

interface TaskList {
  readonly isHidden: boolean;
  readonly tasks: readonly { readonly id: string }[];
}

const themeFiles = (slug: string) => [
  { name: 'theme/theme.json', text: JSON.stringify({ slug, name: slug, version: '1.0.0' }) },
  { name: 'theme/theme.css', text: ':root { --radius: 2px }' },
];
const catalogue = await openCatalogueFolder();
const installed = await mkdtemp(join(tmpdir(), 'backroom-methods-'));
afterAll(() => rm(installed, { recursive: true, force: true }));
const methods = ['POST', 'PUT', 'PATCH'] as const;
await publishOffers(catalogue, [
  ...methods.map((method) => ({ slug: `plug-${method.toLowerCase()}` })),
  ...methods.map((method) => {
    const slug = `sand-${method.toLowerCase()}`;
    return { slug, product: { type: 'theme', version: '1.0.0' }, entries: themeFiles(slug) };
  }),
  { slug: 'mail-log', product: { product_id: 3_004, name: 'Mail log' } },
]);

onEveryDatabase(
  'routes of the shop interface by each of their methods',
  (world) => {
    const ask = (method: string, route: string, init: ShopRequestInit = {}) =>
      askShop(world(), method, route, { bearer: world().ada.token ?? '', ...init });
    const pair = async () => {
      const { application, keepSecret } = world();
      const actor = await application.actor('system');
      const { code } = await application.core.notifications.createPairingCode(actor, {});
      const { body } = await ask('POST', '/mailer/v1/connect-app', { headers: { 'auth-key': code } });
      const token = (body as unknown as { readonly data: { readonly device_token: string } }).data.device_token;
      keepSecret(token, 'a device token');
      return { 'device-token': token };
    };
    const activePlugins = async () => (await ask('GET', '/shop-admin/plugins/active')).body.plugins;
    const lists = async () => (await ask('GET', '/shop-admin/onboarding/tasks')).body as unknown as readonly TaskList[];
    beforeAll(async () => {
      expect((await ask('POST', '/shop/v3/marketplace/refresh')).status).toBe(200);
    });

    it('list the routes of each namespace, and no others', async () => {
      for (const namespace of shopNamespaces) {
        const { status, body } = await ask('GET', `/${namespace}`);
        expect([status, body.namespace]).toEqual([200, namespace]);
        const paths = Object.keys(body.routes as object);
        expect(paths).toContain(`/${namespace}`);
        expect(paths.filter((path) => path !== `/${namespace}` && !path.startsWith(`/${namespace}/`))).toEqual([]);
      }
    });

    it('show the licence of the mail add-on to the paired phone, until it expires', async () => {
      const headers = await pair();
      const read = () => ask('GET', '/mailer/v2/validate-license', { headers });
      expect((await read()).body).toMatchObject({ success: false, code: 'mail_licence_missing' });
      const expires = Math.floor(world().clock.now().getTime() / 1_000) + 600;
      const product_key = aLicenceKey({ product_id: 3_004, sites_max: 1, expires, order_id: 4 }, catalogue.key);
      await ask('POST', '/shop/v3/marketplace/subscriptions/connect', { body: { product_key } });
      const data = { plan: 'Mail log', expires_at: expires, valid: true };
      expect(await read()).toMatchObject({ status: 200, body: { success: true, data } });
      world().clock.advance(600_001);
      expect((await read()).body).toEqual({ success: true, data: { ...data, valid: false } });
    });

    describe.each(methods)('by %s', (method) => {
      const own = method.toLowerCase();

      it('disconnect the paired phone', async () => {
        const headers = await pair();
        expect((await ask('GET', '/mailer/v1/get-logs', { headers })).status).toBe(200);
        expect((await ask(method, '/mailer/v1/disconnect-site', { headers })).body).toMatchObject({ success: true });
        expect((await ask('GET', '/mailer/v1/get-logs', { headers })).status).toBe(401);
      });

      it('install and activate an extension', async () => {
        const plugin = `plug-${own}`;
        await ask(method, '/shop-admin/plugins/install', { body: { plugins: plugin } });
        expect((await ask('GET', '/shop-admin/plugins/installed')).body.plugins).toContain(plugin);
        expect(await activePlugins()).not.toContain(plugin);
        await ask(method, '/shop-admin/plugins/activate', { body: { plugins: plugin } });
        expect(await activePlugins()).toContain(plugin);
      });

      it('activate an extension as a job with a status', async () => {
        const plugin = `plug-${own}`;
        const { core, actor } = world().application;
        await core.extensions.deactivateExtension(await actor('system'), { slug: plugin });
        expect(await activePlugins()).not.toContain(plugin);
        const begun = await ask(method, '/shop-admin/plugins/activate', { body: { plugins: plugin, async: true } });
        const { job_id } = begun.body.data as unknown as { readonly job_id: string };
        await workOff(core);
        const { body } = await ask('GET', `/shop-admin/plugins/activate/status/${job_id}`);
        expect(body).toEqual({ job_id, plugins: [plugin], status: 'complete' });
        expect(await activePlugins()).toContain(plugin);
      });

      it('install and activate a theme', async () => {
        const theme = `sand-${own}`;
        const { themes } = storesOf(world().application.database);
        await ask(method, '/shop-admin/onboarding/themes/install', { body: { theme } });
        expect((await themes.list()).map(({ slug }) => slug)).toContain(theme);
        await ask(method, '/shop-admin/onboarding/themes/activate', { body: { theme } });
        expect(await themes.active()).toMatchObject({ slug: theme });
      });

      it('upload a theme', async () => {
        const theme = `uploaded-${own}`;
        const form = new FormData();
        form.set('pluginzip', new Blob([new Uint8Array(await zipOf(themeFiles(theme)))]), 'theme.zip');
        const headers = { authorization: `Bearer ${world().ada.token}` };
        const response = await fetch(`${world().url}/index.php?rest_route=/shop-admin/themes`, {
          method,
          headers,
          body: form,
        });
        expect(await response.json()).toMatchObject({ status: 'success', theme });
        expect(await storesOf(world().application.database).themes.list()).toContainEqual(
          expect.objectContaining({ slug: theme }),
        );
      });

      it('report that there is no adapter for payments and partners', async () => {
        for (const path of ['connect-payments', 'connect-partner']) {
          const { status, body } = await ask(method, `/shop-admin/plugins/${path}`, { body: {} });
          expect([status, body.code]).toEqual([501, 'shop_payments_not_configured']);
        }
      });

      it('dismiss and snooze a task, and take both back', async () => {
        const base = '/shop-admin/onboarding/tasks/payments';
        const state = async () => (await lists()).flatMap(({ tasks }) => tasks).find(({ id }) => id === 'payments');
        await ask(method, `${base}/dismiss`);
        expect(await state()).toMatchObject({ isDismissed: true });
        await ask(method, `${base}/undo_dismiss`);
        expect(await state()).toMatchObject({ isDismissed: false });
        await ask('POST', `${base}/snooze`);
        expect(await state()).toMatchObject({ isSnoozed: true });
        await ask(method, `${base}/undo_snooze`);
        expect(await state()).toMatchObject({ isSnoozed: false });
      });

      it('hide a task list, and show it again', async () => {
        const base = '/shop-admin/onboarding/tasks';
        await ask(method, `${base}/setup/hide`);
        expect((await lists())[0]).toMatchObject({ id: 'setup', isHidden: true });
        await ask(method, `${base}/setup/unhide`);
        expect((await lists())[0]).toMatchObject({ id: 'setup', isHidden: false });
      });

      it('import facts, cancel that, and delete them', async () => {
        const base = '/shop-analytics/reports/import';
        const isImporting = async () => (await ask('GET', `${base}/status`)).body.is_importing;
        expect((await ask(method, base, { body: {} })).body).toMatchObject({ status: 'success' });
        expect(await isImporting()).toBe(true);
        expect((await ask(method, `${base}/cancel`)).body).toMatchObject({ status: 'success' });
        await workOff(world().application.core);
        expect(await isImporting()).toBe(false);
        expect((await ask(method, `${base}/delete`)).body).toMatchObject({ status: 'success' });
        await workOff(world().application.core);
      });

      it('export a report to a file', async () => {
        const base = '/shop-analytics/reports/revenue/export';
        const report_args = { after: '2025-01-01T00:00:00', before: '2025-01-31T00:00:00' };
        const { status, body } = await ask(method, base, { body: { report_args } });
        expect([status, body]).toEqual([200, expect.objectContaining({ export_id: expect.any(String) })]);
        await workOff(world().application.core);
        const done = await ask('GET', `${base}/${body.export_id}/status`);
        expect(done.body).toMatchObject({ percent_complete: 100, download_url: expect.stringContaining('export') });
      });
    });
  },
  {
    environment: {
      CATALOG_URL: catalogue.path,
      CATALOG_KEY: catalogue.key.publicKey,
      EXTENSIONS_DIR: installed,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  },
);
