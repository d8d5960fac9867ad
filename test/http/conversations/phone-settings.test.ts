import { describe, expect, it } from 'vitest';
import { phoneClient, screenClient, textOf, tokenIn } from '../../support/phone-client.ts';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { inWorld, type World } from '../../support/world.ts';

const refusedWith = (status: number, code: string) => ({ status, body: { code, data: { status } } });
const overTls = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };

/** A phone and a screen behind a proxy that forwards the protocol. */
async function clientsOf(world: World) {
  const ask = (method: string, route: string, init: ShopRequestInit = {}) =>
    askShop(world, method, route, { ...init, headers: { ...init.headers, ...overTls } });
  const { token: bearer = '' } = await world.person({ shop_role: 'store_manager', email: 'manager@example.org' });
  return { ask, bearer, phone: phoneClient(ask), screen: screenClient(ask, { bearer }) };
}

describe('a site whose public address is not HTTPS', () => {
  inWorld(
    'embedded',
    (world) => {
      it('signs in no phone, with the reason', async () => {
        const { phone, screen } = await clientsOf(world());
        const refused = refusedWith(500, 'insecure_site_url');
        expect((await screen.availability()).body).toEqual({ available: false, reason: 'https_required' });
        expect(await screen.issue()).toMatchObject(refused);
        expect(await screen.magicLink()).toMatchObject(refused);
        expect(await phone.exchange('x', 'y')).toMatchObject(refused);
        expect((await screen.status('x')).body).toEqual({ status: 'expired' });
      });
    },
    { environment: { TRUST_PROXY: '1', PUBLIC_URL: 'http://shop.example' } },
  );
});

describe('a site with application passwords switched off', () => {
  inWorld(
    'embedded',
    (world) => {
      it('signs in no phone, accepts no application password and creates none', async () => {
        const { ask, bearer, screen } = await clientsOf(world());
        const unavailable = refusedWith(501, 'application_passwords_unavailable');
        expect((await screen.availability()).body).toEqual({
          available: false,
          reason: 'application_passwords_disabled_by_filter',
        });
        expect(await screen.issue()).toMatchObject(unavailable);
        expect(await screen.magicLink()).toMatchObject(unavailable);
        expect(await screen.revoke('x')).toMatchObject(unavailable);
        const mine = '/cms/v2/users/me/application-passwords';
        expect(await ask('POST', mine, { bearer, body: { name: 'Till' } })).toMatchObject(
          refusedWith(501, 'application_passwords_disabled'),
        );
        const basic = ['ada', 'abcd EFGH 1234 ijkl MNOP 6789'] as const;
        expect(await ask('GET', '/', { basic })).toMatchObject(refusedWith(401, 'application_passwords_disabled'));
        expect((await ask('GET', '/')).body.authentication).toEqual({});
      });
    },
    { environment: { TRUST_PROXY: '1', PUBLIC_URL: 'https://shop.example', APPLICATION_PASSWORDS: 'off' } },
  );
});

describe('a public site without a mail server', () => {
  inWorld(
    'embedded',
    (world) => {
      it('mails no links', async () => {
        const { ask, bearer, screen } = await clientsOf(world());
        const body = { shop_magic_link_enabled: 'yes' };
        expect((await ask('POST', '/shop-admin/options', { bearer, body })).status).toBe(200);
        expect(await screen.magicLink()).toMatchObject(refusedWith(501, 'mailer_not_configured'));
      });

      it('shows its public address and the scheme of its app in a code', async () => {
        const { screen } = await clientsOf(world());
        const link = textOf(await screen.issue(), 'qr_url');
        world().keepSecret(tokenIn(link), 'the token of a code');
        expect(link).toMatch(/^shopapp:\/\/qr-login\?token=[A-Za-z0-9]{64}&siteUrl=https%3A%2F%2Fshop\.example%2Fsub$/);
      });
    },
    { environment: { TRUST_PROXY: '1', PUBLIC_URL: 'https://shop.example/sub/' } },
  );
});
