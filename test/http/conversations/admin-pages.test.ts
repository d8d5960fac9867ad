import { expect, it } from 'vitest';
import { openBrowser, signedInBrowser } from '../../support/page-browser.ts';
import { askShop } from '../../support/shop-client.ts';
import { inWorld, type Person } from '../../support/world.ts';

const authorise = '/cms-admin/authorize-application.php';
const mine = '/cms/v2/users/me/application-passwords';

inWorld('embedded', (world) => {
  const signedIn = (who: Pick<Person, 'username' | 'password'> = world().mara) => signedInBrowser(world, who);
  const keep = (secret: string) => world().keepSecret(secret, 'the secret of an application password');

  it.each(['/cms-admin/login', '/cms-admin', '/cms-admin/', authorise, `${authorise}?success_url=javascript:1`])(
    '%s may not be framed, cached or scripted',
    async (path) => {
      const { headers } = await (await signedIn()).ask(path);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; img-src data:; form-action 'self'/,
      );
      expect(headers.get('content-security-policy')).toContain("base-uri 'none'; frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('the pages have a style of their own, and no script', async () => {
    const browser = await signedIn();
    const { text } = await browser.ask(authorise);
    expect(text).not.toMatch(/<script|<style| style=| on[a-z]+=/i);
    const style = await browser.ask('/cms-admin/style.css');
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });

  it('there are no other pages, and no other methods', async () => {
    const { ask } = openBrowser(world);
    expect(await ask('/cms-admin/nothing')).toMatchObject({ status: 404 });
    expect(await ask('/cms-admin/logout')).toMatchObject({ status: 405 });
    expect(await ask('/cms-admin/login', { method: 'PUT' })).toMatchObject({ status: 405 });
    const options = await ask('/cms-admin/login', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    expect(await ask('/cms-admin/login', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect(
      (await ask('/cms-admin/login', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(415);
  });

  it.each([
    { username: '\0', password: 'x' },
    { username: 'ma\0ra', password: 'x' },
    { username: 'mara', password: 'a\0b' },
  ])('a log-in form with NUL is refused: %o', async (fields) => {
    const browser = openBrowser(world);
    const _cmsnonce = await browser.nonceOn('/cms-admin/login');
    const { status, text } = await browser.send('/cms-admin/login', { ...fields, _cmsnonce });
    expect([status, text]).toEqual([400, expect.stringContaining('A field contains NUL')]);
  });

  it.each([
    '/cms-admin/login?redirect_to=%00',
    `${authorise}?app_name=a%00b`,
    '/cms-admin/?action=shop_download_report_csv&filename=%00',
    '/cms-admin/?%00=1',
  ])('an address of a page with NUL is refused: %s', async (address) => {
    expect((await (await signedIn()).ask(address)).status).toBe(400);
  });

  it('signing in begins a session that no script can read', async () => {
    const browser = openBrowser(world);
    const answer = await browser.signIn(world().mara);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cms-admin/']);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^cms_session=[\w.-]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const start = await browser.ask('/cms-admin/');
    expect(start.status).toBe(200);
    expect(start.text).toMatch(/Signed in as<\/dt><dd>mara</);
  });

  it('a wrong password does not disclose whether the account exists', async () => {
    const wrong = await openBrowser(world).signIn({ username: 'mara', password: 'not that one' });
    const unknown = await openBrowser(world).signIn({ username: 'nobody-here', password: 'not that one' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const plain = ({ text }: { text: string }) => text.replace(/value="[^"]*"/g, '');
    expect(plain(wrong)).toBe(plain(unknown));
    expect(wrong.text).toContain('Username or password is incorrect.');
    expect(wrong.text).not.toContain('not that one');
  });

  it('an application password opens no session', async () => {
    const made = await askShop(world(), 'POST', mine, { bearer: world().mara.token ?? '', body: { name: 'Till' } });
    keep(made.body.password.replaceAll(' ', ''));
    expect(await openBrowser(world).signIn({ username: 'mara', password: made.body.password })).toMatchObject({
      status: 401,
    });
  });

  it('no session is begun by a form of another origin', async () => {
    const { username, password } = world().mara;
    const [victim, attacker] = [openBrowser(world), openBrowser(world)];
    const _cmsnonce = await attacker.nonceOn('/cms-admin/login');
    expect(await victim.send('/cms-admin/login', { username, password })).toMatchObject({ status: 403 });
    await victim.ask('/cms-admin/login');
    expect(await victim.send('/cms-admin/login', { username, password, _cmsnonce })).toMatchObject({ status: 403 });
    const own = await victim.nonceOn('/cms-admin/login');
    expect(
      await victim.send('/cms-admin/login', { username, password, _cmsnonce: own }, { 'sec-fetch-site': 'cross-site' }),
    ).toMatchObject({ status: 403 });
    expect(victim.cookies.has('cms_session')).toBe(false);
  });

  it('a planted session is replaced', async () => {
    const attacker = await signedIn(world().ada);
    const planted = attacker.cookies.get('cms_session') ?? '';
    const victim = openBrowser(world);
    const _cmsnonce = await victim.nonceOn('/cms-admin/login');
    victim.cookies.set('cms_session', planted);
    const { username, password } = world().mara;
    await victim.send('/cms-admin/login', { username, password, _cmsnonce });
    expect(victim.cookies.get('cms_session')).not.toBe(planted);
    expect((await victim.ask('/cms-admin/')).text).toContain('<dd>mara</dd>');
  });

  it.each([
    'https://evil.example/',
    '//evil.example/cms-admin/',
    '/\\evil.example/cms-admin/',
    '\\\\evil.example',
    '/cms-admin/../../evil',
    '/cms-admin/%2e%2e/users',
    '/users/me',
    'javascript:alert(1)',
    '/cms-admin/\r\nset-cookie: a=b',
    '/cms-administrator/',
  ])('signing in leads to no other place: %j', async (redirect_to) => {
    const { status, headers } = await openBrowser(world).signIn(world().mara, redirect_to);
    expect(status).toBe(303);
    expect(headers.get('location')).toMatch(/^\/cms-admin\/(%0D%0A.*|set-cookie.*)?$/);
    expect(headers.get('a')).toBeNull();
  });

  it.each(['new password', 'disabled', 'signed out', 'tokens revoked'])('a session ends: %s', async (how) => {
    const person = await world().person();
    const browser = await signedIn(person);
    const cookie = browser.cookies.get('cms_session') ?? '';
    if (how === 'new password') await world().ada.put(`/users/${person.id}`, { password: world().password() });
    if (how === 'disabled') await world().ada.patch(`/users/${person.id}`, { is_active: false });
    if (how === 'tokens revoked') await world().ada.post(`/users/${person.id}/revoke-tokens`);
    if (how === 'signed out') {
      const _cmsnonce = await browser.nonceOn('/cms-admin/');
      const answer = await browser.send('/cms-admin/logout', { _cmsnonce });
      expect(answer).toMatchObject({ status: 303 });
      expect(answer.headers.getSetCookie()).toEqual(['cms_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    }
    browser.cookies.set('cms_session', cookie);
    const after = await browser.ask('/cms-admin/');
    expect([after.status, after.headers.get('location')]).toEqual([
      303,
      '/cms-admin/login?redirect_to=%2Fcms-admin%2F',
    ]);
  });

  it('no session is ended by a form of another origin', async () => {
    const browser = await signedIn();
    expect(await browser.send('/cms-admin/logout', {})).toMatchObject({ status: 403 });
    expect(await browser.ask('/cms-admin/')).toMatchObject({ status: 200 });
  });

  it('the shop believes a session only with its nonce', async () => {
    const browser = await signedIn();
    const cookie = `cms_session=${browser.cookies.get('cms_session')}`;
    expect(await askShop(world(), 'GET', mine, { headers: { cookie } })).toMatchObject({
      status: 401,
      body: { code: 'rest_not_logged_in' },
    });
    const stale = { status: 403, body: { code: 'rest_cookie_invalid_nonce' } };
    expect(await askShop(world(), 'GET', mine, { headers: { cookie, 'x-cms-nonce': 'x' } })).toMatchObject(stale);
    expect(await askShop(world(), 'GET', `${mine}?_cmsnonce=x`, { headers: { cookie } })).toMatchObject(stale);
    const nonce = /name="cms-rest-nonce" content="([^"]+)"/.exec((await browser.ask('/cms-admin/')).text)?.[1] ?? '';
    expect(await askShop(world(), 'GET', mine, { headers: { cookie, 'x-cms-nonce': nonce } })).toMatchObject({
      status: 200,
    });
    expect(await world().anonymous.get('/users/me', { cookie })).toMatchObject({ status: 401 });
  });
});

inWorld(
  'embedded',
  (world) => {
    const https = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' };

    it('over HTTPS cookies are bound to the host and never travel without', async () => {
      const browser = openBrowser(world, https);
      const answer = await browser.signIn(world().mara, '/shop/cms-admin/authorize-application.php');
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-cms_session=[\w.-]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
      ]);
      expect(answer.headers.get('location')).toBe('/shop/cms-admin/authorize-application.php');
      expect(answer.headers.get('strict-transport-security')).toContain('max-age');
    });
  },
  { environment: { SITE_ENVIRONMENT: 'production', TRUST_PROXY: '1', PUBLIC_URL: 'https://site.example/shop' } },
);
