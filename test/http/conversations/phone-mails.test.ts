import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOff } from '../../support/jobs.ts';
import { type MailServer, startMailServer } from '../../support/mail-servers.ts';
import { phoneClient, phoneLimits, screenClient, textOf, tokenIn } from '../../support/phone-client.ts';
import { askShop, type ShopAnswered } from '../../support/shop-client.ts';
import { openWorld, type World } from '../../support/world.ts';

const minute = 60_000;

/** The lines of a message without the soft breaks of quoted-printable. */
const plain = (message: string) => message.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

describe.each(['embedded', 'postgres'] as const)('the mails about phones (%s)', (kind) => {
  let world: World;
  let server: MailServer;
  let refusal: number | undefined;
  beforeAll(async () => {
    server = await startMailServer({ onMessage: () => refusal });
    const environment = { ...phoneLimits('0'), RATE_LIMIT_MAGIC_LINK: '3', SMTP_URL: server.url };
    world = await openWorld(kind, {
      environment: { ...environment, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') },
    });
    await setOption('shop_magic_link_enabled', 'yes');
  });
  afterAll(async () => {
    await world?.close();
    await server?.close();
  });

  const ask = (...asked: [string, string, object?]): Promise<ShopAnswered> => askShop(world, ...asked);
  const phone = phoneClient(ask);
  const setOption = async (name: string, value: string) => {
    const bearer = world.ada.token ?? '';
    const answer = await ask('POST', '/shop-admin/options', { bearer, body: { [name]: value } });
    expect(answer.status, answer.text).toBe(200);
  };
  const manager = async (fields: object = {}) => {
    const email = `phone-${Math.random()}@example.org`;
    const person = await world.person({ shop_role: 'store_manager', email, ...fields });
    return { ...person, email, screen: screenClient(ask, { bearer: person.token ?? '' }) };
  };
  const mailsTo = (email: string) => server.taken.map(plain).filter((message) => message.includes(`To: ${email}`));
  const linkIn = (message: string) => {
    const link = /shopapp:\/\/magic-login\?token=\S+/.exec(message)?.[0] ?? '';
    world.keepSecret(tokenIn(link), 'the token of a link');
    return link;
  };
  const linksOf = async (email: string) => {
    await workOff(world.application.core);
    return mailsTo(email).map(linkIn);
  };
  const refusedWith = (status: number, code: string) => ({ status, body: { code, data: { status } } });

  describe('a link', () => {
    it('signs in one phone, which is approved at once', async () => {
      const { screen, email, username } = await manager();
      const answer = await screen.magicLink();
      expect([answer.status, answer.body]).toEqual([200, { code: 'success' }]);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      const [link = ''] = await linksOf(email);
      const token = tokenIn(link);
      expect(new URL(link).searchParams.get('siteUrl')).toBe(world.url);
      expect(token).toMatch(/^[A-Za-z0-9]{64}$/);
      const scan = await phone.scan(token);
      expect(Object.keys(scan.body)).toEqual(['session_id', 'real_number', 'expires_in']);
      expect(scan.body.expires_in).toBe(900);
      expect(await phone.scan(token)).toMatchObject(refusedWith(409, 'qr_login_already_scanned'));
      const session = await phone.session(textOf(scan, 'session_id'), token);
      expect(session.body.state).toBe('approved');
      const exchange = await phone.exchange(token, textOf(session, 'exchange_grant'));
      expect(exchange.body).toMatchObject({ success: true, user_login: username });
      world.keepSecret(textOf(exchange, 'application_password'), 'the password of a phone');
      expect(await phone.exchange(token, textOf(session, 'exchange_grant'))).toMatchObject(
        refusedWith(401, 'invalid_token'),
      );
    });

    it('is not sent by HEAD, nor to a browser that fetches in advance', async () => {
      const { screen } = await manager();
      const before = await world.contents();
      const idle = [
        await screen.magicLink('HEAD'),
        await screen.magicLink('GET', { 'sec-purpose': 'prefetch;prerender' }),
        await screen.magicLink('GET', { purpose: 'prefetch' }),
      ];
      for (const { status, text, headers } of idle) {
        expect([status, text]).toEqual([204, '']);
        expect(headers.get('cache-control')).toContain('no-store');
      }
      expect(await world.contents()).toBe(before);
      expect((await ask('HEAD', '/shop-admin/mobile-app/send-magic-link')).status).toBe(401);
    });

    it('ends the earlier links that no phone has opened, and itself after 15 minutes', async () => {
      const { screen, email } = await manager();
      await screen.magicLink();
      await linksOf(email);
      await screen.magicLink();
      const [first = '', second = ''] = await linksOf(email);
      expect(await phone.scan(tokenIn(first))).toMatchObject(refusedWith(401, 'invalid_token'));
      world.clock.advance(15 * minute);
      expect(await phone.scan(tokenIn(second))).toMatchObject(refusedWith(401, 'invalid_token'));
      await world.later(0);
    });

    it('is sent again after a failure for now, and one of them works', async () => {
      const { screen, email } = await manager();
      refusal = 451;
      await screen.magicLink();
      await workOff(world.application.core);
      expect(mailsTo(email)).toEqual([]);
      refusal = undefined;
      const { entries } = world.log;
      const [failure] = entries.splice(
        entries.findIndex(({ level }) => level === 'error'),
        1,
      );
      expect(failure).toMatchObject({ event: 'job step failed', cause: { code: 'mail_unavailable' } });
      world.clock.advance(minute);
      const [link = ''] = await linksOf(email);
      expect((await phone.scan(tokenIn(link))).status).toBe(200);
    });

    it('is limited to three in a quarter of an hour', async () => {
      const { screen } = await manager();
      for (let round = 0; round < 3; round += 1) expect((await screen.magicLink()).status).toBe(200);
      expect(await screen.magicLink()).toMatchObject(refusedWith(429, 'rate_limit_exceeded'));
    });

    it('needs an address, and the option', async () => {
      const { screen } = await manager({ email: null });
      expect(await screen.magicLink()).toMatchObject(refusedWith(400, 'mail_no_address'));
      const known = await manager();
      await known.screen.magicLink();
      const [link = ''] = await linksOf(known.email);
      const opened = await manager();
      await opened.screen.magicLink();
      const [openedLink = ''] = await linksOf(opened.email);
      await phone.scan(tokenIn(openedLink));
      await setOption('shop_magic_link_enabled', 'no');
      expect(await phone.exchange(tokenIn(openedLink), 'x')).toMatchObject(refusedWith(401, 'invalid_token'));
      expect(await known.screen.magicLink()).toMatchObject(refusedWith(501, 'magic_link_disabled'));
      expect(await phone.scan(tokenIn(link))).toMatchObject(refusedWith(401, 'invalid_token'));
      await setOption('shop_magic_link_enabled', 'yes');
    });
  });

  describe('the mail after a sign-in', () => {
    const signIn = async (fields: object = {}) => {
      const person = await manager(fields);
      const token = tokenIn(textOf(await person.screen.issue(), 'qr_url'));
      const scan = await phone.scan(token);
      await person.screen.approve(token, textOf(scan, 'real_number'));
      const session = await phone.session(textOf(scan, 'session_id'), token);
      const exchange = await phone.exchange(token, textOf(session, 'exchange_grant'));
      expect(exchange.status, exchange.text).toBe(200);
      await workOff(world.application.core);
      return mailsTo(person.email);
    };

    it('names the device, the time and the page with the phones', async () => {
      const [message = ''] = await signIn();
      expect(message).toContain('Subject: A new device signed in to Backroom');
      expect(message).toContain('Device: Acme Phone 15, PhoneOS 18.1');
      expect(message).toContain(`Time: ${world.clock.now().toISOString().slice(0, 10)}`);
      expect(message).toContain(`${world.url}/cms-admin/phones`);
    });

    it('can be switched off, and never fails a sign-in', async () => {
      await setOption('shop_phone_sign_in_mail', 'no');
      expect(await signIn()).toEqual([]);
      await setOption('shop_phone_sign_in_mail', 'yes');
      expect(await signIn({ email: null })).toEqual([]);
      refusal = 550;
      expect(await signIn()).toEqual([]);
      refusal = undefined;
    });
  });
});
