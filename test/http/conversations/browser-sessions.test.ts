import { describe, expect, it } from 'vitest';
import { brief, entriesOf } from '../../support/audit-entries.ts';
import { openDeskBrowser } from '../../support/desk-browser.ts';
import { askShop } from '../../support/shop-client.ts';
import { claimsOf } from '../../support/tokens.ts';
import { inWorld, onEveryDatabase } from '../../support/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const COOKIE = 'cms_session';

onEveryDatabase('sessions of browsers', (world) => {
  const open = async (fields?: Readonly<Record<string, unknown>>) => {
    const person = await world().person(fields);
    const browser = openDeskBrowser(world);
    const { status, body } = await browser.signIn(person);
    expect(status).toBe(200);
    return { person, browser, nonce: body.nonce, document: body };
  };

  describe('the session document', () => {
    it('holds only what a browser without a session needs to sign in', async () => {
      const browser = openDeskBrowser(world);
      const { status, headers, body } = await browser.ask('GET', '/session');
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(headers.get('set-cookie')).toMatch(
        /^cms_visit=[0-9a-f-]{36}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect(body).toMatchObject({ user: null, capabilities: [], expires_at: null, ends_at: null, build: null });
      expect(body.shop).toEqual({ name: 'Backroom' });
      expect(body.names).toMatchObject({
        nonce_header: 'X-CMS-Nonce',
        pretty_prefix: 'cms-json',
        inventory_prefix: '',
      });
      expect(body.nonce).toMatch(/^[\w-]{32}$/);
      const again = await browser.ask('GET', '/session');
      expect([again.headers.get('set-cookie'), again.body.nonce]).toEqual([null, body.nonce]);
    });

    it('holds the account of a signed-in browser, and never its token', async () => {
      const { person, browser, document } = await open({ shop_role: 'store_manager' });
      expect(document).toMatchObject({
        user: { id: person.id, username: person.username, role: 'member', shop_role: 'store_manager', source: 'local' },
        must_change_password: false,
        shop: { time_zone: 'UTC', currency: 'USD', price_decimals: 2, week_starts_on: 1 },
        build: { version: expect.any(String) },
      });
      expect(document.capabilities).toContain('manage_store');
      expect(await browser.session()).toEqual(document);
      expect(JSON.stringify(document)).not.toContain(browser.cookies.get(COOKIE));
    });

    it('lasts eight hours, and has a cookie that scripts cannot read', async () => {
      const { clock } = world();
      const person = await world().person();
      const { headers, body } = await openDeskBrowser(world).signIn(person);
      const line = /^cms_session=[\w.-]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/;
      expect(headers.get('set-cookie')).toMatch(line);
      const now = Math.floor(clock.now().getTime() / 1_000) * 1_000;
      expect([Date.parse(body.expires_at ?? ''), Date.parse(body.ends_at ?? '')]).toEqual([
        now + 8 * HOUR,
        now + 7 * DAY,
      ]);
    });
  });

  describe('signing in', () => {
    it.each([
      ['no nonce', {}, {}],
      ['another nonce', { nonce: 'a'.repeat(32) }, {}],
      ['a page of another site', {}, { 'sec-fetch-site': 'cross-site' }],
      ['a page of a sibling domain', {}, { 'sec-fetch-site': 'same-site' }],
      ['the address bar', {}, { 'sec-fetch-site': 'none' }],
    ])('is refused with %s', async (_, replaced, headers) => {
      const { username, password } = await world().person();
      const browser = openDeskBrowser(world);
      const own = { nonce: (await browser.session()).nonce };
      const asking = Object.keys(headers).length > 0 ? { ...own, headers } : replaced;
      const answer = await browser.ask('POST', '/session', { body: { username, password }, ...asking });
      expect([answer.status, answer.body.code]).toEqual([403, 'session_nonce_invalid']);
      expect(browser.cookies.has(COOKIE)).toBe(false);
    });

    it('answers wrong credentials as every login does, and records them', async () => {
      const person = await world().person();
      const browser = openDeskBrowser(world);
      const entries = await entriesOf(world(), async () => {
        const answer = await browser.signIn({ ...person, password: 'not-the-password' });
        expect([answer.status, answer.body.code]).toEqual([401, 'invalid_credentials']);
        await browser.signIn(person);
      });
      expect(entries.map(brief)).toEqual([
        `login denied wrong_password user ${person.id}`,
        `login ok user ${person.id}`,
      ]);
      const unknown = await browser.signIn({ username: 'no-such-person', password: 'not-the-password' });
      expect([unknown.status, unknown.body.code]).toEqual([401, 'invalid_credentials']);
    });

    it('works again over a session that there is', async () => {
      const { person, browser, nonce } = await open();
      const { username, password } = person;
      const again = await browser.ask('POST', '/session', { body: { username, password }, nonce });
      expect(again.status).toBe(200);
      expect(again.body.nonce).not.toBe(nonce);
    });

    it.each([
      [{ username: 'x' }, 'password'],
      [{ username: 'x', password: 7 }, 'password'],
      [{ username: 'x', password: 'y', more: 1 }, 'more'],
    ])('names the member that is wrong in %j', async (body, field) => {
      const browser = openDeskBrowser(world);
      const answer = await browser.ask('POST', '/session', { body, nonce: (await browser.session()).nonce });
      expect([answer.status, JSON.parse(answer.text).errors[0].field]).toEqual([422, field]);
    });
  });

  describe('requests by cookie', () => {
    it('read both interfaces without a nonce, from this site only', async () => {
      const { browser } = await open({ shop_role: 'store_manager' });
      const { url } = world();
      for (const path of ['/users/me', '/cms-json/cms/v2/users/me/application-passwords']) {
        expect((await browser.ask('GET', path)).status, path).toBe(200);
        expect((await browser.ask('HEAD', path)).status, path).toBe(200);
        for (const site of ['cross-site', 'same-site', 'none', 'same-origin, same-origin', '']) {
          const foreign = await browser.ask('GET', path, { headers: { 'sec-fetch-site': site } });
          expect(foreign.status, `${path} ${site}`).toBe(401);
        }
      }
      const cookie = `${COOKIE}=${browser.cookies.get(COOKIE)}`;
      const byOrigin = async (origin?: string) =>
        (await world().anonymous.get('/users/me', { cookie, ...(origin !== undefined && { origin }) })).status;
      expect([await byOrigin(url), await byOrigin('https://evil.example'), await byOrigin()]).toEqual([200, 401, 401]);
    });

    it('write with the nonce and from this site only', async () => {
      const { browser, nonce, person } = await open();
      const change = (asking: object) =>
        browser.ask('PATCH', '/users/me', { body: { display_name: 'Changed' }, ...asking });
      expect((await change({})).body.code).toBe('missing_token');
      expect((await change({ nonce: 'b'.repeat(32) })).body.code).toBe('rest_cookie_invalid_nonce');
      for (const site of ['cross-site', 'same-site', 'none'])
        expect((await change({ nonce, headers: { 'sec-fetch-site': site } })).status).toBe(401);
      expect((await person.get('/users/me')).body).not.toMatchObject({ display_name: 'Changed' });
      expect((await change({ nonce })).status).toBe(200);
      expect((await person.get('/users/me')).body).toMatchObject({ display_name: 'Changed' });
    });

    it('accept an idempotency key as every request does', async () => {
      const { browser, nonce } = await open({ role: 'admin' });
      const make = () =>
        browser.ask('POST', '/categories', {
          body: { name: 'Once' },
          nonce,
          headers: { 'idempotency-key': 'a-key-1' },
        });
      const [first, second] = [await make(), await make()];
      expect([first.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    });

    it('refuse the nonce of another session', async () => {
      const [one, other] = [await open(), await open()];
      const answer = await one.browser.ask('POST', '/users/logout', { nonce: other.nonce });
      expect([answer.status, answer.body.code]).toEqual([403, 'rest_cookie_invalid_nonce']);
    });

    it('never count beside a header of authorization', async () => {
      const { browser } = await open();
      const answer = await browser.ask('GET', '/users/me', { headers: { authorization: 'Bearer x.y.z' } });
      expect([answer.status, answer.body.code]).toEqual([401, 'invalid_token']);
    });
  });

  describe('renewal', () => {
    it('returns a later token with the same nonce, and accepts the old one for a minute', async () => {
      const { browser, nonce, document } = await open();
      const old = browser.cookies.get(COOKIE) ?? '';
      await world().later(4 * HOUR);
      const renewed = await browser.ask('POST', '/session/renewal', { nonce });
      expect(renewed.status).toBe(200);
      expect(renewed.body).toMatchObject({ nonce, ends_at: document.ends_at });
      expect(Date.parse(renewed.body.expires_at ?? '') - Date.parse(document.expires_at ?? '')).toBe(4 * HOUR);
      expect(browser.cookies.get(COOKIE)).not.toBe(old);
      const byOld = () => world().as(old).get('/users/me');
      world().clock.advance(59_000);
      expect((await byOld()).status).toBe(200);
      world().clock.advance(2_000);
      expect((await byOld()).status).toBe(401);
      expect((await browser.ask('GET', '/users/me')).status).toBe(200);
    });

    it('ends seven days after the password', async () => {
      const { browser, nonce, document } = await open();
      const ends = Date.parse(document.ends_at ?? '');
      let renewed = document;
      for (let days = 0; days < 24 && Date.parse(renewed.expires_at ?? '') < ends; days += 1) {
        await world().later(7.9 * HOUR);
        renewed = (await browser.ask('POST', '/session/renewal', { nonce })).body;
        expect(renewed.nonce).toBe(nonce);
      }
      expect(Date.parse(renewed.expires_at ?? '')).toBe(ends);
      await world().later(ends - world().clock.now().getTime());
      expect((await browser.session()).user).toBeNull();
    });

    it('is not for tokens of other clients, in a cookie or not', async () => {
      const person = await world().person();
      expect((await person.post('/session/renewal')).body.code).toBe('session_required');
      const browser = openDeskBrowser(world);
      browser.cookies.set(COOKIE, person.token ?? '');
      const { nonce } = await browser.session();
      const answer = await browser.ask('POST', '/session/renewal', { nonce });
      expect([answer.status, answer.body.code]).toEqual([409, 'session_not_renewable']);
    });
  });

  describe('the end of a session', () => {
    it('by signing out removes the cookie and ends every token of the session', async () => {
      const { browser, nonce } = await open();
      const old = browser.cookies.get(COOKIE) ?? '';
      await browser.ask('POST', '/session/renewal', { nonce });
      const latest = browser.cookies.get(COOKIE) ?? '';
      const { status, headers } = await browser.ask('DELETE', '/session', { nonce });
      expect([status, headers.get('set-cookie')]).toEqual([
        204,
        'cms_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      ]);
      for (const token of [old, latest]) expect((await world().as(token).get('/users/me')).status).toBe(401);
    });

    it('follows from revoked tokens, a new password and a disabled account', async () => {
      const { ada } = world();
      const acts = [
        (id: number) => ada.post(`/users/${id}/revoke-tokens`),
        (id: number) => ada.patch(`/users/${id}`, { password: world().password() }),
        (id: number) => ada.patch(`/users/${id}`, { is_active: false }),
      ];
      for (const act of acts) {
        const { browser, person } = await open();
        await act(person.id);
        expect((await browser.session()).user).toBeNull();
        expect((await browser.ask('GET', '/users/me')).status).toBe(401);
      }
    });

    it('leaves the sessions of other browsers', async () => {
      const { browser, person, nonce } = await open();
      const other = openDeskBrowser(world);
      await other.signIn(person);
      await browser.ask('DELETE', '/session', { nonce });
      expect((await other.session()).user).toMatchObject({ id: person.id });
    });
  });

  describe('a new password', () => {
    it('is chosen by an account that must, before anything else', async () => {
      const { person, browser, nonce } = await open();
      const fresh = world().password();
      await world().ada.patch(`/users/${person.id}`, { must_change_password: true });
      expect(await browser.session()).toMatchObject({ must_change_password: true });
      expect((await browser.ask('GET', '/items')).body.code).toBe('password_change_required');
      const choose = (current_password: string, new_password: string) =>
        browser.ask('PUT', '/session/password', { nonce, body: { current_password, new_password } });
      const wrong = await choose('not-the-password', fresh);
      expect([wrong.status, JSON.parse(wrong.text).errors[0]]).toMatchObject([422, { field: 'current_password' }]);
      const short = await choose(person.password, 'short');
      expect([short.status, JSON.parse(short.text).errors[0]]).toMatchObject([422, { field: 'new_password' }]);
      const done = await choose(person.password, fresh);
      expect([done.status, done.body.must_change_password]).toEqual([200, false]);
      expect(done.body.nonce).not.toBe(nonce);
      expect((await browser.ask('GET', '/items')).status).toBe(200);
      expect((await person.get('/users/me')).status).toBe(401);
    });

    it('is not taken from programs, which have a route of their own', async () => {
      const person = await world().person();
      const body = { current_password: person.password, new_password: world().password() };
      expect((await person.put('/session/password', body)).body.code).toBe('session_required');
    });
  });
});

inWorld(
  'embedded',
  (world) => {
    it('are readable by no script of another origin, with a cookie or without', async () => {
      const { headers } = await askShop(world(), 'OPTIONS', '/shop-admin/options', {
        headers: { origin: world().url },
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    });

    it('have a cookie for this host alone where the public address is https', async () => {
      const person = await world().person();
      const { headers } = await openDeskBrowser(world).signIn(person);
      expect(headers.get('set-cookie')).toMatch(
        /^__Host-cms_session=[^;]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      );
    });

    it('are named in their tokens, and in no other', async () => {
      const person = await world().person();
      const browser = openDeskBrowser(world);
      await browser.signIn(person);
      const claims = claimsOf(browser.cookies.get('__Host-cms_session') ?? '');
      expect(claims).toMatchObject({ sid: expect.stringMatching(/^[0-9a-f-]{36}$/), auth_time: claims.iat });
      expect(claims.sid).not.toBe(claims.jti);
      expect(claimsOf(person.token ?? '')).not.toHaveProperty('sid');
    });
  },
  { environment: { PUBLIC_URL: 'https://shop.example' } },
);
