import { createSigningKey } from '@backroom/adapters-node';
import { beforeAll, expect, it } from 'vitest';
import { aCatalogue, aLicenceKey, aProduct, keyIdOf, openCatalogueFolder } from '../../support/catalogues.ts';
import { signedInBrowser } from '../../support/page-browser.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const folder = await openCatalogueFolder();
const next = createSigningKey();
const base = '/shop/v3/marketplace';
const environment = { CATALOG_URL: folder.path, CATALOG_KEY: `${folder.key.publicKey},${next.publicKey}` };

let editions = 0;
const products = [
  aProduct({ preview: { html: '<p onclick=attack()>Hi<script>attack()</script></p>', css: 'p{color:red}' } }),
  aProduct({ product_id: 1_002, slug: 'paid', billing: 'yearly', checkout_url: 'https://market.example/buy' }),
  aProduct({ product_id: 1_003, slug: 'not-sold', billing: 'once' }),
  aProduct({ product_id: 1_004, slug: 'mail-log', billing: 'yearly', name: 'Mail log' }),
];
const publish = (changes: object = {}, signer = folder.key) => {
  editions += 1;
  return folder.publish(aCatalogue({ version: editions, products, ...changes }), signer);
};

onEveryDatabase(
  'the marketplace',
  (world) => {
    const ask = (method: string, route: string, body?: unknown, bearer = world().ada.token ?? '') =>
      askShop(world(), method, route, { bearer, ...(body !== undefined && { body }) });
    const refresh = () => ask('POST', `${base}/refresh`);
    const connect = (product_key: unknown) => ask('POST', `${base}/subscriptions/connect`, { product_key });
    const subscriptions = async () =>
      (await ask('GET', `${base}/subscriptions`)).body as unknown as readonly Record<string, unknown>[];
    const inDays = (days: number) => Math.floor(world().clock.now().getTime() / 1_000) + days * 86_400;
    const aKey = (changes: object = {}, signer = folder.key) => {
      const key = aLicenceKey(
        { product_id: 1_002, sites_max: 1, expires: inDays(90), order_id: 7, ...changes },
        signer,
      );
      return key;
    };
    beforeAll(async () => {
      await publish();
      expect((await refresh()).status).toBe(200);
    });

    it('shows the groups of the catalogue with their products', async () => {
      const { status, body } = await ask('GET', `${base}/featured`);
      expect([status, body]).toMatchObject([
        200,
        [{ id: 'first', itemType: 'product', items: [{ id: 1_001, slug: 'low-stock', isInstallable: true }] }],
      ]);
    });

    it('keeps the catalogue when its source is bad, and answers with 502', async () => {
      await folder.write('{"version":');
      expect(await refresh()).toMatchObject({
        status: 502,
        body: { success: false, data: { fault: 'catalogue_invalid' } },
      });
      expect((await ask('GET', `${base}/featured`)).body).toMatchObject([{ id: 'first' }]);
      await publish();
      expect((await refresh()).status).toBe(200);
    });

    it('shows a preview without anything that runs', async () => {
      const { body } = await ask('GET', '/shop/v1/marketplace/product-preview?product_id=1001');
      expect(body).toEqual({
        html: '<div class="marketplace-preview"><p>Hi</p></div>',
        css: '.marketplace-preview p{color:red}',
      });
      const plain = await ask('GET', '/shop/v1/marketplace/product-preview?product_id=1002');
      expect(plain.body).toEqual({ html: '', css: '' });
      const failure = async (query: string) => {
        const { status, body: refusal } = await ask('GET', `/shop/v1/marketplace/product-preview${query}`);
        return [status, refusal.code];
      };
      expect(await failure('')).toEqual([400, 'marketplace_product_missing']);
      expect(await failure('?product_id=9')).toEqual([404, 'marketplace_product_unknown']);
      expect(await failure('?product_id=x')).toEqual([400, 'rest_invalid_param']);
    });

    it('connects, lists, updates and disconnects a licence', async () => {
      const key = aKey();
      expect(await connect(key)).toMatchObject({
        status: 200,
        body: { success: true, data: { message: 'Your subscription has been connected.' } },
      });
      const find = async () => (await subscriptions()).find((each) => each.product_key === key);
      expect(await find()).toMatchObject({
        product_id: 1_002,
        product_slug: 'paid',
        key_type: 'single',
        connections: [world().url],
        expires: inDays(90),
        expired: false,
        expiring: false,
        lifetime: false,
        sites_max: 1,
        sites_active: 1,
        maxed: true,
        order_id: 7,
        active: true,
        auto_update: false,
      });
      expect((await connect(key)).status).toBe(200);
      const update = (enabled: boolean) =>
        ask('POST', `${base}/subscriptions/auto-update`, { product_key: key, enabled });
      expect((await update(true)).status).toBe(200);
      expect(await find()).toMatchObject({ auto_update: true, sites_active: 1 });
      const disconnect = () => ask('POST', `${base}/subscriptions/disconnect`, { product_key: key });
      expect((await disconnect()).body).toMatchObject({
        success: true,
        data: { message: 'Your subscription has been disconnected.' },
      });
      expect((await disconnect()).status).toBe(200);
      expect(await find()).toMatchObject({ active: false, sites_active: 0, maxed: false });
    });

    it('refuses keys with a reason each, and stores nothing', async () => {
      const before = await subscriptions();
      const stranger = createSigningKey();
      const [payload = '', signature = ''] = aKey().split('.');
      const [otherPayload = ''] = aKey({ sites_max: 0 }).split('.');
      const refusals: readonly (readonly [unknown, string])[] = [
        ['', 'licence_unknown'],
        ['nothing', 'licence_unknown'],
        ['x'.repeat(100_000), 'licence_unknown'],
        ["' or 1=1 --", 'licence_unknown'],
        [payload, 'licence_unknown'],
        [`${otherPayload}.${signature}`, 'licence_unknown'],
        [aKey({}, stranger), 'licence_unknown'],
        [aKey({ sites_max: -1 }), 'licence_unknown'],
        [aKey({ admin: true }), 'licence_unknown'],
        [aKey({ product_id: '1002' }), 'licence_unknown'],
        [aKey({ product_id: 9_999 }), 'licence_product_unknown'],
        [aKey({ expires: inDays(-1) }), 'licence_expired'],
        [7, 'rest_invalid_param'],
        [undefined, 'rest_missing_callback_param'],
      ];
      for (const [key, code] of refusals)
        expect([(await connect(key)).status, (await connect(key)).body.code]).toEqual([400, code]);
      expect(await subscriptions()).toEqual(before);
      for (const path of ['disconnect', 'auto-update'])
        expect(
          await ask('POST', `${base}/subscriptions/${path}`, { product_key: 'nothing', enabled: true }),
        ).toMatchObject({ status: 400, body: { success: false, code: 'licence_unknown' } });
    });

    it('connects no more sites than a licence allows, also at once', async () => {
      const key = aKey({ order_id: 8, sites_max: 2 });
      const core = world().application.core.marketplace;
      const actor = await world().application.actor('system');
      const sites = Array.from({ length: 6 }, (_, index) => `https://shop${index}.example`);
      const outcomes = await Promise.allSettled(
        sites.map((site) => core.connectLicence(actor, { productKey: key, site })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      const codes = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
      expect(codes).toEqual(Array.from({ length: 4 }, () => 'licence_maxed'));
      expect((await connect(key)).body).toMatchObject({
        success: false,
        code: 'licence_maxed',
        data: { message: 'This subscription has reached the maximum number of connections.' },
      });
    });

    it('expires a licence, and shows it before', async () => {
      const key = aKey({ expires: inDays(30), order_id: 9 });
      await connect(key);
      const find = async () => (await subscriptions()).find((each) => each.product_key === key);
      expect(await find()).toMatchObject({ expiring: true, expired: false });
      await world().later(31 * 86_400_000);
      expect(await find()).toMatchObject({ expiring: false, expired: true, active: true });
      expect((await connect(key)).body.code).toBe('licence_expired');
    });

    it('orders a free product once, also at once, and leads to the check-out of another', async () => {
      const order = (product_id: unknown) => ask('POST', `${base}/create-order`, { product_id });
      const orders = await Promise.all([order(1_001), order(1_001), order(1_001)]);
      expect(orders.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(new Set(orders.map(({ text }) => text)).size).toBe(1);
      const { product_key } = orders[0]?.body ?? {};
      expect(orders[0]?.body).toMatchObject({ order_id: expect.any(Number), subscription: { product_id: 1_001 } });
      expect((await connect(product_key)).status).toBe(200);
      expect(await order(1_002)).toMatchObject({
        status: 200,
        body: { redirect_location: 'https://market.example/buy' },
      });
      expect(await order(1_003)).toMatchObject({ status: 500, body: { code: 'could-not-install' } });
      expect((await order(77)).body.code).toBe('marketplace_product_unknown');
      for (const id of ['1001', 1.5, -1, null, [1_001], { id: 1 }, true]) expect((await order(id)).status).toBe(400);
    });

    it('is for managers of the store, and orders for administrators', async () => {
      const manager = await world().person({ shop_role: 'store_manager' });
      const member = await world().person({});
      const asking: readonly (readonly [string, string, unknown])[] = [
        ['GET', `${base}/featured`, undefined],
        ['GET', `${base}/subscriptions`, undefined],
        ['POST', `${base}/refresh`, {}],
        ['POST', `${base}/subscriptions/connect`, { product_key: aKey() }],
        ['POST', `${base}/create-order`, { product_id: 1_001 }],
      ];
      for (const [method, route, body] of asking) {
        const refused = await ask(method, route, body, member.token);
        expect([refused.status, refused.body.code]).toEqual([403, 'rest_forbidden']);
      }
      expect((await ask('GET', `${base}/subscriptions`, undefined, manager.token)).status).toBe(200);
      expect((await ask('POST', `${base}/create-order`, { product_id: 1_001 }, manager.token)).status).toBe(403);
    });

    it('writes each change to the audit log with the end of the key only', async () => {
      const key = aKey({ order_id: 55, expires: inDays(400) });
      await world().application.core.marketplace.connectLicence(await world().application.actor('system'), {
        productKey: key,
        site: world().url,
      });
      const { body } = await world().ada.get('/audit?action=licence.connect&outcome=ok&per_page=1');
      expect(body).toMatchObject([{ target_type: 'licence', target_id: `…${key.slice(-4)}` }]);
      expect(JSON.stringify(world().log.entries)).not.toContain(key);
      const { body: refused } = await world().ada.get('/audit?action=licence.connect&outcome=denied&per_page=1');
      expect(JSON.stringify(refused)).not.toContain(key);
    });

    it('has a page for a licence key that works by forms', async () => {
      const { body } = await ask('POST', '/shop-admin/plugins/request-market-connect', {});
      expect(body).toEqual({ connectAction: `${world().url}/cms-admin/market` });
      const browser = await signedInBrowser(world, world().ada);
      const first = await browser.ask('/cms-admin/market');
      const _cmsnonce = /name="_cmsnonce" value="([^"]+)"/.exec(first.text)?.[1] ?? '';
      const key = aKey({ order_id: 60, expires: null });
      const done = await browser.send('/cms-admin/market', { _cmsnonce, product_key: key });
      expect([done.status, done.text]).toEqual([200, expect.stringContaining('The licence is connected')]);
      expect(done.text).not.toContain(key);
      const wrong = await browser.send('/cms-admin/market', { _cmsnonce, product_key: '<b>x' });
      expect([wrong.status, wrong.text]).toEqual([
        400,
        expect.stringContaining('no subscription for this product key'),
      ]);
      const forged = await browser.send('/cms-admin/market', { _cmsnonce: 'x', product_key: key });
      expect(forged.status).toBe(403);
    });

    it('has no adapters for payments and partners', async () => {
      for (const path of ['connect-payments', 'connect-partner'])
        expect(await ask('POST', `/shop-admin/plugins/${path}`, {})).toMatchObject({
          status: 501,
          body: { code: 'shop_payments_not_configured' },
        });
      expect(await ask('POST', '/shop-admin/plugins/finish-market-connect', { request_token: 'x' })).toMatchObject({
        status: 501,
        body: { code: 'shop_market_not_configured' },
      });
    });

    it('accepts no licence of a revoked key', async () => {
      const key = aKey({ order_id: 70 });
      await publish({ revoked_keys: [keyIdOf(folder.key.publicKey)] }, next);
      expect((await refresh()).status).toBe(200);
      expect((await connect(key)).body.code).toBe('licence_unknown');
      expect((await connect(aKey({ order_id: 71 }, next))).status).toBe(200);
    });
  },
  { environment },
);
