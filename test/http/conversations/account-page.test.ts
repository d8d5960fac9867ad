import { describe, expect, it } from 'vitest';
import { openBrowser, signedInBrowser } from '../../support/page-browser.ts';
import { askShop } from '../../support/shop-client.ts';
import { inWorld } from '../../support/world.ts';

const page = '/cms-admin/account';
const mine = '/cms/v2/users/me/application-passwords';

inWorld('embedded', (world) => {
  const open = async (fields?: Readonly<Record<string, unknown>>) => {
    const person = await world().person(fields);
    const browser = await signedInBrowser(world, person);
    const submit = async (fields: Readonly<Record<string, string>>) =>
      browser.send(page, { ...fields, _cmsnonce: await browser.nonceOn(page) });
    return { person, browser, submit };
  };
  const keep = (secret: string) => world().keepSecret(secret, 'the secret of an application password');

  describe('the account page', () => {
    it('redirects anonymous callers to the sign-in', async () => {
      const { status, headers } = await openBrowser(world).ask(page);
      expect([status, headers.get('location')]).toEqual([
        303,
        `/cms-admin/login?redirect_to=${encodeURIComponent(page)}`,
      ]);
    });

    it('is linked from the start page, without script and cache', async () => {
      const { browser } = await open();
      expect((await browser.ask('/cms-admin/')).text).toContain(`href="${page}"`);
      const { status, headers, text } = await browser.ask(page);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(text).not.toMatch(/<script|<style| style=| on[a-z]+=/i);
    });

    it('creates an application password, shows it once, and revokes it', async () => {
      const { person, browser, submit } = await open();
      const created = await submit({ action: 'create', name: 'Till & Co' });
      expect(created.status, created.text).toBe(200);
      const secret = /<code class="secret"[^>]*>([^<]+)</.exec(created.text)?.[1] ?? '';
      keep(secret.replaceAll(' ', ''));
      keep(secret);
      expect(created.text).toContain('Till &amp; Co');
      const headers = { authorization: `Basic ${Buffer.from(`${person.username}:${secret}`).toString('base64')}` };
      expect((await askShop(world(), 'GET', mine, { headers })).status).toBe(200);
      const list = await browser.ask(page);
      expect(list.text).toContain('Till &amp; Co');
      expect(list.text).not.toContain(secret);
      const uuid = /name="uuid" value="([^"]+)"/.exec(list.text)?.[1] ?? '';
      const revoked = await submit({ action: 'revoke', uuid });
      expect([revoked.status, revoked.headers.get('location')]).toEqual([303, `${page}?done=revoked`]);
      expect((await browser.ask(`${page}?done=revoked`)).text).toContain('The application password is revoked.');
      expect((await askShop(world(), 'GET', mine, { headers })).status).toBe(401);
      expect((await submit({ action: 'revoke', uuid })).status).toBe(404);
    });

    it.each(['', ' ', 'x'.repeat(300), '\u0000'])('refuses the name %j, and creates nothing', async (name) => {
      const { browser, submit } = await open();
      expect([400, 422]).toContain((await submit({ action: 'create', name })).status);
      expect((await browser.ask(page)).text).not.toContain('name="uuid"');
    });

    it('changes the password, keeps this session and ends the others', async () => {
      const { person, browser, submit } = await open();
      const other = await signedInBrowser(world, person);
      const password = world().password();
      const changed = await submit({ action: 'password', current_password: person.password, new_password: password });
      expect([changed.status, changed.headers.get('location')]).toEqual([303, `${page}?done=password`]);
      expect((await browser.ask(`${page}?done=password`)).text).toContain('Your password is changed.');
      expect((await other.ask(page)).status).toBe(303);
      await signedInBrowser(world, { ...person, password });
    });

    it.each([
      [{ current_password: 'not this one' }, 'current_password'],
      [{ new_password: 'short' }, 'new_password'],
      [{ new_password: '' }, 'new_password'],
    ] as const)('names the wrong field of a password: %j', async (wrong, field) => {
      const { person, browser, submit } = await open();
      const fields = { current_password: person.password, new_password: world().password(), ...wrong };
      const refused = await submit({ action: 'password', ...fields });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(`href="#${field}"`);
      expect(refused.text).not.toContain(fields.new_password || 'no password');
      expect((await browser.ask(page)).status).toBe(200);
    });

    it('offers only the password while a new one is due', async () => {
      const { body } = await world().ada.post('/users', { username: 'new-at-the-page' });
      const person = { username: 'new-at-the-page', password: body.generated_password };
      const browser = await signedInBrowser(world, person);
      const send = async (fields: Readonly<Record<string, string>>) =>
        browser.send(page, { ...fields, _cmsnonce: await browser.nonceOn(page) });
      const { text } = await browser.ask(page);
      expect(text).toContain('name="new_password"');
      expect(text).not.toContain('Application passwords</h2>');
      expect((await send({ action: 'create', name: 'Till' })).status).toBeGreaterThanOrEqual(400);
      const fields = { current_password: person.password, new_password: world().password() };
      expect((await send({ action: 'password', ...fields })).status).toBe(303);
      expect((await browser.ask(page)).text).toContain('Application passwords</h2>');
    });

    it('signs out everywhere', async () => {
      const { person, browser, submit } = await open();
      const other = await signedInBrowser(world, person);
      const { status, headers } = await submit({ action: 'everywhere' });
      expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/cms-admin/login')]);
      for (const each of [browser, other]) expect((await each.ask(page)).status).toBe(303);
    });

    it.each(['password', 'create', 'revoke', 'everywhere'])('does nothing for a forged form: %s', async (action) => {
      const { person, browser } = await open();
      const fields = { action, name: 'Till', current_password: person.password, new_password: world().password() };
      const victim = await open();
      const foreign = await victim.browser.nonceOn(page);
      for (const forged of [{}, { _cmsnonce: 'x' }, { _cmsnonce: foreign }])
        expect((await browser.send(page, { ...fields, ...forged })).status).toBe(403);
      const own = { ...fields, _cmsnonce: await browser.nonceOn(page) };
      expect((await browser.send(page, own, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect((await browser.ask(page)).text).not.toContain('name="uuid"');
      await signedInBrowser(world, person);
    });

    it('does not revoke application passwords of other users', async () => {
      const owner = await open();
      const created = await owner.submit({ action: 'create', name: 'Till' });
      keep((/<code class="secret"[^>]*>([^<]+)</.exec(created.text)?.[1] ?? '').replaceAll(' ', ''));
      const uuid = /name="uuid" value="([^"]+)"/.exec((await owner.browser.ask(page)).text)?.[1] ?? '';
      const { submit } = await open();
      expect((await submit({ action: 'revoke', uuid })).status).toBe(404);
      expect((await owner.browser.ask(page)).text).toContain(uuid);
    });

    it('ignores unknown actions', async () => {
      const { submit } = await open();
      expect((await submit({ action: '__proto__' })).status).toBe(200);
    });
  });
});
