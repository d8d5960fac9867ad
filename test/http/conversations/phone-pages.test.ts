import { expect, it } from 'vitest';
import { openBrowser, signedInBrowser } from '../../support/page-browser.ts';
import { phoneClient, phoneLimits, textOf } from '../../support/phone-client.ts';
import { askShop } from '../../support/shop-client.ts';
import { inWorld } from '../../support/world.ts';

const page = '/cms-admin/phones';

inWorld(
  'embedded',
  (world) => {
    const phone = phoneClient((...asked) => askShop(world(), ...asked));
    const fieldIn = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
    const stateIn = (text: string) => /<main data-state="([^"]+)">/.exec(text)?.[1];
    const managers = async () => {
      const person = await world().person({ shop_role: 'store_manager', email: 'anna@example.org' });
      const browser = await signedInBrowser(world, person);
      const { text } = await browser.ask(page);
      const _cmsnonce = fieldIn(text, '_cmsnonce');
      const send = (fields: Record<string, string>, headers?: Record<string, string>) =>
        browser.send(page, { _cmsnonce, ...fields }, headers);
      const shown = await send({ action: 'start' });
      const token = fieldIn(shown.text, 'token');
      world().keepSecret(token, 'the token of a code');
      return { ...browser, person, send, shown, token, first: text };
    };

    it('needs a session, and one of a manager', async () => {
      const { ask, send } = openBrowser(world);
      for (const answer of [await ask(page), await send(page, { action: 'start' })]) {
        expect(answer.status).toBe(303);
        expect(answer.headers.get('location')).toBe(
          `/cms-admin/login?redirect_to=${encodeURIComponent('/cms-admin/phones')}`,
        );
      }
      const customer = await signedInBrowser(world, await world().person({ shop_role: 'customer' }));
      expect((await customer.ask(page)).status).toBe(403);
      expect((await customer.ask('/cms-admin/')).text).not.toContain(page);
    });

    it('leads through the whole sign-in by forms alone', async () => {
      const { ask, send, shown, token, first } = await managers();
      expect((await ask('/cms-admin/')).text).toContain(`href="${page}"`);
      expect(first).toContain('None.');
      expect(stateIn(shown.text)).toBe('pending');
      expect(shown.text).toContain('src="data:image/svg+xml;base64,');
      expect(shown.text).toContain(`href="shopapp://qr-login?token=${token}&amp;siteUrl=`);
      expect(stateIn((await send({ action: 'check', token })).text)).toBe('pending');
      const scan = await phone.scan(token, { device: { model: '<b>Phone</b> & "15"', os: 'PhoneOS' } });
      const asked = await send({ action: 'check', token });
      expect(stateIn(asked.text)).toBe('scanned');
      expect(asked.text).toContain('Phone &amp; &quot;15&quot;, PhoneOS');
      const numbers = [...asked.text.matchAll(/name="choice" value="(\d{3})"/g)].map(([, number]) => number);
      expect(numbers).toContain(scan.body.real_number);
      const approved = await send({ action: 'approve', token, choice: textOf(scan, 'real_number') });
      expect([approved.status, stateIn(approved.text)]).toEqual([200, 'approved']);
      const session = await phone.session(textOf(scan, 'session_id'), token);
      const exchange = await phone.exchange(token, textOf(session, 'exchange_grant'));
      world().keepSecret(textOf(exchange, 'application_password'), 'the password of a phone');
      const done = await send({ action: 'check', token });
      expect(stateIn(done.text)).toBe('consumed');
      const uuid = fieldIn(done.text, 'uuid');
      expect(uuid).toBe(exchange.body.uuid);
      expect((await ask(page)).text).toContain('Shop Mobile · Phone &amp; &quot;15&quot;');
      const revoked = await send({ action: 'revoke', uuid });
      expect(revoked.text).toContain('The phone is signed out.');
      expect(revoked.text).toContain('None.');
      expect(await send({ action: 'revoke', uuid })).toMatchObject({
        status: 404,
        text: expect.stringContaining('You have no such application password.'),
      });
    });

    it('a wrong number and a late choice are shown for what they are', async () => {
      const { send, token } = await managers();
      expect(stateIn((await send({ action: 'approve', token, choice: '000' })).text)).toBe('pending');
      await phone.scan(token);
      const rejected = await send({ action: 'approve', token, choice: 'none' });
      expect([rejected.status, stateIn(rejected.text)]).toEqual([200, 'rejected']);
      const late = await managers();
      await phone.scan(late.token);
      world().clock.advance(90_000);
      const expired = await late.send({ action: 'approve', token: late.token, choice: '000' });
      expect([expired.status, stateIn(expired.text)]).toEqual([410, 'expired']);
      expect(stateIn((await late.send({ action: 'check', token: 'x' })).text)).toBe('expired');
    });

    it('no other site, no other form and no old form does anything', async () => {
      const { ask, send, token, person } = await managers();
      const before = await world().contents();
      const foreign = { 'sec-fetch-site': 'cross-site' };
      expect((await send({ action: 'start' }, foreign)).status).toBe(403);
      for (const _cmsnonce of ['', 'x', fieldIn((await ask('/cms-admin/')).text, '_cmsnonce')])
        expect((await send({ action: 'start', token, _cmsnonce })).status).toBe(403);
      expect((await send({ action: 'nothing', token })).status).toBe(200);
      expect(await world().contents()).toBe(before);
      expect(person.username).not.toBe('');
    });

    it('runs one script, of this site, and is framed and kept by none', async () => {
      const { ask, shown } = await managers();
      const policy = shown.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(
        /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:/,
      );
      expect(policy).not.toContain('unsafe');
      expect(shown.headers.get('cache-control')).toBe('no-store');
      expect(shown.headers.get('x-frame-options')).toBe('DENY');
      expect(shown.text.match(/<script/g)).toHaveLength(1);
      expect(shown.text).not.toMatch(/<style| style=| on[a-z]+=/i);
      const script = await ask('/cms-admin/phones.js');
      expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect((await ask('/cms-admin/')).headers.get('content-security-policy')).not.toContain('script-src');
    });
  },
  { environment: phoneLimits('0') },
);
