import { afterAll, expect, it } from 'vitest';
import { aCatalogue, aProduct, openCatalogueFolder } from '../../support/catalogues.ts';
import { startCountingServer } from '../../support/outbound-servers.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const base = '/shop/v3/marketplace';
const folder = await openCatalogueFolder();
await folder.publish(aCatalogue({ products: [aProduct({ billing: 'yearly' })] }));

interface Sold {
  product_id: number;
  sites_max: number;
  expires: number | null;
  sites: string[];
}

/** A licence server: its licences by key, and what it does next. */
const licences = new Map<string, Sold>();
const answers = { broken: false, email: 'owner@shop.example' };
const bodies: Record<string, unknown>[] = [];
const server = await startCountingServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    bodies.push(body);
    const [status, document] = answerTo(request.url ?? '', body, request.headers.authorization);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });
});
afterAll(() => server[Symbol.asyncDispose]());

function answerTo(path: string, body: Record<string, string>, authorization: string | undefined): [number, unknown] {
  if (answers.broken) return [200, { product_id: 'x', deep: [[[]]] }];
  if (path === '/tokens') return [200, { secret: 'a-secret-of-a-request' }];
  if (path === '/tokens/exchange')
    return body.request_token === 'granted'
      ? [200, { access_token: 'an-access-token', email: answers.email }]
      : [403, { error: 'no' }];
  if (path === '/licences') {
    if (authorization !== 'Bearer an-access-token') return [401, {}];
    return [200, { licences: [...licences].map(([product_key, sold]) => ({ product_key, ...sold })) }];
  }
  const sold = licences.get(body.product_key ?? '');
  if (!sold) return [404, {}];
  const others = sold.sites.filter((site) => site !== body.site);
  if (path === '/licences/disconnect') sold.sites = others;
  if (path === '/licences/connect') {
    if (others.length >= sold.sites_max) return [409, {}];
    sold.sites = [...others, body.site ?? ''];
  }
  return [200, sold];
}

onEveryDatabase(
  'a licence server',
  (world) => {
    const ask = (method: string, route: string, body?: unknown) =>
      askShop(world(), method, route, { bearer: world().ada.token ?? '', ...(body !== undefined && { body }) });
    const connect = (product_key: string) => ask('POST', `${base}/subscriptions/connect`, { product_key });
    const sold = (key: string, changes: Partial<Sold> = {}) => {
      licences.set(key, { product_id: 1_001, sites_max: 1, expires: null, sites: [], ...changes });
      return key;
    };
    const subscriptions = async () =>
      (await ask('GET', `${base}/subscriptions`)).body as unknown as readonly Record<string, unknown>[];

    it('validates keys, and counts sites of all installations', async () => {
      await ask('POST', `${base}/refresh`);
      const key = sold(`key-one-${world().kind}`, { sites: ['https://other.example'] });
      expect((await connect(key)).body.code).toBe('licence_maxed');
      expect((await connect('key-of-no-product')).body.code).toBe('licence_unknown');
      sold(key, { sites_max: 2, sites: ['https://other.example'] });
      expect((await connect(key)).status).toBe(200);
      expect((await subscriptions())[0]).toMatchObject({
        connections: ['https://other.example', world().url],
        maxed: true,
        active: true,
      });
      expect((await ask('POST', `${base}/subscriptions/disconnect`, { product_key: key })).status).toBe(200);
      expect(licences.get(key)?.sites).toEqual(['https://other.example']);
    });

    it('without a usable answer leaves licences as they are', async () => {
      const key = sold(`key-two-${world().kind}`);
      await connect(key);
      const before = await subscriptions();
      answers.broken = true;
      expect(await ask('POST', `${base}/refresh`)).toMatchObject({
        status: 502,
        body: { data: { fault: 'licence_server_failed' } },
      });
      expect(await connect(key)).toMatchObject({
        status: 503,
        body: { success: false, code: 'licence_server_failed' },
      });
      expect((await ask('POST', `${base}/subscriptions/disconnect`, { product_key: key })).status).toBe(503);
      answers.broken = false;
      expect(await subscriptions()).toEqual(before);
    });

    it('renews a licence, which is seen after a refresh', async () => {
      const soon = Math.floor(world().clock.now().getTime() / 1_000) + 10;
      const key = sold(`key-three-${world().kind}`, { expires: soon });
      await connect(key);
      await world().later(60_000);
      const find = async () => (await subscriptions()).find((each) => each.product_key === key);
      expect(await find()).toMatchObject({ expired: true });
      sold(key, { expires: soon + 86_400, sites: [world().url] });
      expect((await ask('POST', `${base}/refresh`)).status).toBe(200);
      expect(await find()).toMatchObject({ expired: false, expires: soon + 86_400 });
    });

    it('connects an account, whose licences are listed, and a failure clears it', async () => {
      world().keepSecret('an-access-token', 'the access token of the market');
      const isConnected = async () =>
        ((await ask('GET', '/shop-admin/onboarding/profile')).body as Record<string, unknown>).market_connected;
      const finish = (request_token: string) =>
        ask('POST', '/shop-admin/plugins/finish-market-connect', { request_token });
      expect(await finish('granted')).toMatchObject({ status: 500, body: { code: 'shop_rest_helper_connect' } });
      const { body } = await ask('POST', '/shop-admin/plugins/request-market-connect', {});
      const action = new URL(String(body.connectAction));
      expect(action.origin + action.pathname).toBe(`${server.url}/authorize`);
      expect(Object.fromEntries(action.searchParams)).toEqual({
        home_url: world().url,
        redirect_uri: `${world().url}/cms-admin/market`,
        secret: 'a-secret-of-a-request',
      });
      expect(await finish('granted')).toMatchObject({ status: 200, body: { success: true } });
      expect(await isConnected()).toBe(true);
      const { application } = world();
      const rotated = await application.core.identity.rotateSecrets(await application.actor('system'), {});
      expect(rotated.unreadable).toBe(0);
      const key = sold(`key-four-${world().kind}`, { sites: ['https://other.example'] });
      expect((await ask('POST', `${base}/refresh`)).status).toBe(200);
      expect((await subscriptions()).find((each) => each.product_key === key)).toMatchObject({ active: false });
      await ask('POST', '/shop-admin/plugins/request-market-connect', {});
      expect((await finish('wrong')).body.code).toBe('shop_rest_helper_connect');
      expect(await isConnected()).toBe(false);
    });
  },
  {
    environment: {
      CATALOG_URL: folder.path,
      CATALOG_KEY: folder.key.publicKey,
      LICENCE_SERVER_URL: server.url,
      OUTBOUND_ALLOW: `127.0.0.1:${server.port}`,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  },
);
