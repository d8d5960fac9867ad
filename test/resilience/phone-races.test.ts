import { PHONE_APP_ID } from '@backroom/core/phones';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AskShop,
  aDevice,
  phoneClient,
  phoneLimits,
  screenClient,
  textOf,
  tokenIn,
} from '../support/phone-client.ts';
import { askShop, type ShopAnswered } from '../support/shop-client.ts';
import { openTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';
import { onEveryDatabase, type World, type WorldOptions } from '../support/world.ts';

const behindTls = { TRUST_PROXY: '1', PUBLIC_URL: 'https://shop.example' };
const callers = 50;

/** Declares tests with a proxy in front of the server that ends TLS. */
const behindProxy = (
  title: string,
  declare: (world: () => World, proxy: () => TlsProxy) => void,
  environment: WorldOptions['environment'] = {},
) =>
  onEveryDatabase(
    title,
    (world) => {
      let proxy: TlsProxy;
      beforeAll(async () => {
        proxy = await openTlsProxy(() => world().url);
      });
      afterAll(() => proxy?.close());
      declare(world, () => proxy);
    },
    { environment: { ...behindTls, ...environment } },
  );

behindProxy('a phone and a browser over HTTPS, with the default limits', (world, proxy) => {
  it('exchange a code for a password that works over HTTPS only', async () => {
    const { username, token: bearer = '', id } = await world().person({ shop_role: 'store_manager' });
    const app = proxy().clientAt('127.0.0.2');
    const phone = phoneClient(app);
    const screen = screenClient(proxy().clientAt('127.0.0.3'), { bearer });
    expect((await screen.availability()).body).toEqual({ available: true, reason: null });
    const code = await screen.issue();
    const token = tokenIn(textOf(code, 'qr_url'));
    expect(new URL(textOf(code, 'qr_url')).searchParams.get('siteUrl')).toBe('https://shop.example');
    world().keepSecret(token, 'the token of a code');
    const scan = await phone.scan(token);
    expect((await screen.status(token)).body).toMatchObject({ status: 'scanned', device: aDevice });
    expect((await screen.approve(token, textOf(scan, 'real_number'))).body).toEqual({ state: 'approved' });
    const session = await phone.session(textOf(scan, 'session_id'), token);
    const exchange = await phone.exchange(token, textOf(session, 'exchange_grant'));
    const password = textOf(exchange, 'application_password');
    world().keepSecret(password, 'the password of a phone');
    expect(exchange.body).toMatchObject({ success: true, user_id: id, site_url: 'https://shop.example' });
    const basic = [username, password] as const;
    expect((await app('GET', '/shop-admin/features', { basic })).status).toBe(200);
    expect(await askShop(world(), 'GET', '/shop-admin/features', { basic })).toMatchObject({
      status: 401,
      body: { code: 'application_passwords_disabled' },
    });
    expect((await screen.status(token)).body).toMatchObject({ status: 'consumed', ap_uuid: exchange.body.uuid });
    expect((await screen.revoke(textOf(exchange, 'uuid'))).status).toBe(200);
    expect((await app('GET', '/shop-admin/features', { basic })).status).toBe(401);
  });

  it('are refused without TLS', async () => {
    const { token: bearer = '' } = await world().person({ shop_role: 'store_manager' });
    const plain: AskShop = (...asked) => askShop(world(), ...asked);
    const screen = screenClient(plain, { bearer });
    const phone = phoneClient(plain);
    expect((await screen.availability()).body).toEqual({ available: false, reason: 'https_required' });
    const refused = { status: 403, body: { code: 'ssl_required' } };
    expect(await screen.issue()).toMatchObject(refused);
    expect(await screen.magicLink()).toMatchObject(refused);
    expect(await phone.scan('x')).toMatchObject(refused);
    expect(await phone.session('x', 'y')).toMatchObject(refused);
    expect(await phone.exchange('x', 'y')).toMatchObject(refused);
  });
});

behindProxy(
  `${callers} phones, browsers and exchanges at once`,
  (world, proxy) => {
    const phones = () =>
      Array.from({ length: callers }, (_, index) => phoneClient(proxy().clientAt(`127.0.1.${index + 1}`)));
    const codesOf = (answers: readonly ShopAnswered[]) =>
      [...new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))].toSorted();
    const onlyOne = (answers: readonly ShopAnswered[]): ShopAnswered => {
      const won = answers.filter(({ status }) => status === 200);
      expect(won.map((each) => each.text)).toHaveLength(1);
      return won[0] as ShopAnswered;
    };

    it('one phone, one choice and one password', async () => {
      const { token: bearer = '', id } = await world().person({ shop_role: 'store_manager', email: 'a@example.org' });
      const browsers = Array.from({ length: callers }, (_, index) =>
        screenClient(proxy().clientAt(`127.0.2.${index + 1}`), { bearer }),
      );
      const token = tokenIn(textOf((await browsers[0]?.issue()) as ShopAnswered, 'qr_url'));
      const scans = await Promise.all(phones().map((phone) => phone.scan(token)));
      const scan = onlyOne(scans);
      expect(codesOf(scans)).toEqual(['qr_login_already_scanned']);
      const approvals = await Promise.all(
        browsers.map((browser) => browser.approve(token, textOf(scan, 'real_number'))),
      );
      expect(onlyOne(approvals).body).toEqual({ state: 'approved' });
      expect(approvals.filter(({ status }) => status === 409)).toHaveLength(callers - 1);
      const [phone] = phones();
      const session = await phone?.session(textOf(scan, 'session_id'), token);
      const grant = textOf(session as ShopAnswered, 'exchange_grant');
      const exchanges = await Promise.all(phones().map((each) => each.exchange(token, grant)));
      const exchange = onlyOne(exchanges);
      expect(codesOf(exchanges)).toEqual(['invalid_token']);
      const { core, actor } = world().application;
      const system = await actor('system');
      const listed = await core.phones.listPhones(system, { userId: id });
      expect(listed).toMatchObject([{ uuid: exchange.body.uuid, appId: PHONE_APP_ID }]);
      const mails = await core.jobs.listJobs(system, { kind: 'mail', page: 1, perPage: 10 });
      expect(mails.total).toBe(1);
    });
  },
  phoneLimits('1000'),
);
