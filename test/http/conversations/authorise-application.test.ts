import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openBrowser, signedInBrowser } from '../../support/page-browser.ts';
import { askShop } from '../../support/shop-client.ts';
import { inWorld, type Person } from '../../support/world.ts';

const authorise = '/cms-admin/authorize-application.php';
const mine = '/cms/v2/users/me/application-passwords';

const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [
      ...(text.split(`action="${authorise}"`)[1] ?? '').matchAll(
        /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
      ),
    ].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
  );
const query = (fields: Readonly<Record<string, string>>) => `${authorise}?${new URLSearchParams(fields)}`;
const secretIn = (location: string | null) => new URL(location ?? '').searchParams.get('password') ?? '';

inWorld('embedded', (world) => {
  const signedIn = (who: Pick<Person, 'username' | 'password'> = world().mara) => signedInBrowser(world, who);
  const keep = (secret: string) => world().keepSecret(secret, 'the secret of an application password');

  it('an application is approved after signing in, with all its parameters', async () => {
    const asked = {
      app_name: 'Till & “more”',
      app_id: randomUUID(),
      success_url: 'https://a.example/?b=1&c=%20#d',
      reject_url: 'app.x:/no',
    };
    const browser = openBrowser(world);
    const away = await browser.ask(query(asked));
    expect(away.status).toBe(303);
    const target = new URL(away.headers.get('location') ?? '', world().url).searchParams.get('redirect_to') ?? '';
    const back = await browser.signIn(world().mara, target);
    expect(Object.fromEntries(new URL(back.headers.get('location') ?? '', world().url).searchParams)).toEqual(asked);
  });

  it.each([
    [{ success_url: 'javascript:alert(1)' }, 'invalid_redirect_url_format'],
    [{ success_url: 'JaVaScRiPt://x/%0aalert(1)' }, 'invalid_redirect_url_format'],
    [{ success_url: 'java\tscript:alert(1)' }, 'invalid_redirect_url_format'],
    [{ success_url: ' javascript:alert(1)' }, 'invalid_redirect_url_format'],
    [{ reject_url: 'data:text/html,x' }, 'invalid_redirect_url_format'],
    [{ reject_url: 'vbscript:x' }, 'invalid_redirect_url_format'],
    [{ success_url: 'https://user:secret@a.example/' }, 'invalid_redirect_url_format'],
    [{ success_url: 'https://user@a.example/' }, 'invalid_redirect_url_format'],
    [{ success_url: '//a.example/' }, 'invalid_redirect_url_format'],
    [{ success_url: '/cms-admin/' }, 'invalid_redirect_url_format'],
    [{ success_url: 'https://' }, 'invalid_redirect_url_format'],
    [{ success_url: 'https:\\\\a.example' }, 'invalid_redirect_url_format'],
    [{ success_url: 'https://a.example/\r\nx: y' }, 'invalid_redirect_url_format'],
    [{ success_url: `https://a.example/${'x'.repeat(2_000)}` }, 'invalid_redirect_url_format'],
    [{ app_id: 'till' }, 'invalid_app_id'],
  ])('an invalid address is shown and never followed: %j', async (asked, code) => {
    const browser = await signedIn();
    const shown = await browser.ask(query(asked));
    expect([shown.status, shown.headers.get('location')]).toEqual([400, null]);
    expect(shown.text).toContain(code);
    // Nor is such a form accepted.
    const { _cmsnonce = '' } = fieldsOf((await browser.ask(authorise)).text);
    for (const act of ['approve', 'reject']) {
      const sent = await browser.send(authorise, { ...asked, _cmsnonce, app_name: 'x', [act]: '1' });
      expect([sent.status, sent.headers.get('location')]).toEqual([400, null]);
    }
  });

  it('only https, this machine, and schemes of applications are targets', async () => {
    const browser = await signedIn();
    const statusOf = async (asked: Readonly<Record<string, string>>) => (await browser.ask(query(asked))).status;
    const refused = [
      'ftp',
      'ftps',
      'sftp',
      'ws',
      'wss',
      'chrome',
      'chrome-extension',
      'moz-extension',
      'ms-settings',
      'jar',
    ]
      .concat([
        'file',
        'FILE',
        'blob',
        'filesystem',
        'about',
        'data',
        'javascript',
        'vbscript',
        'view-source',
        'intent',
      ])
      .concat([
        'mailto',
        'sms',
        'tel',
        'ssh',
        'svn+ssh',
        'web+till',
        'ext+till',
        'gopher',
        'ldap',
        'resource',
        'x-apple.prefs',
      ])
      .concat(['search-ms', 'android-app', 'shell', 'iris.beep', 'magnet', 'urn', 'view-source:https', 'feed:https']);
    for (const scheme of refused) {
      expect([scheme, await statusOf({ success_url: `${scheme}://a.example/x` })]).toEqual([scheme, 400]);
      expect([scheme, await statusOf({ reject_url: `${scheme}://a.example/x` })]).toEqual([scheme, 400]);
    }
    for (const target of [
      'https://a.example/',
      'com.example.till:/cb',
      'com.example.till://cb',
      'shopapp://cb',
      'myapp:cb',
    ])
      expect([target, await statusOf({ success_url: target })]).toEqual([target, 200]);
  });

  it('whatever an application calls itself is a word on the page', async () => {
    const { text } = await (await signedIn()).ask(
      query({ app_name: '"><img src=x onerror=alert(1)> & \' <', success_url: 'https://a.example/?"><script>' }),
    );
    expect(text).not.toMatch(/<img|<script>|onerror=alert\(1\)>/);
    expect(text).toContain('value="&quot;&gt; &amp; &#39; &lt;"');
  });

  it('a policy allows the form to lead to the named addresses only', async () => {
    const browser = await signedIn();
    const policy = async (asked: Readonly<Record<string, string>>) =>
      /form-action ([^;]*);/.exec((await browser.ask(query(asked))).headers.get('content-security-policy') ?? '')?.[1];
    expect(await policy({})).toBe("'self'");
    expect(await policy({ success_url: 'https://a.example:8443/x', reject_url: 'myapp://no' })).toBe(
      "'self' https://a.example:8443 myapp:",
    );
    expect(await policy({ success_url: 'http://[::1]:7/x' })).toBe("'self' http:");
    expect(await policy({ success_url: 'https://a.example;script-src/x' })).toBe("'self' https:");
  });

  it('approving sends the password where it belongs, once, and it opens the shop', async () => {
    const browser = await signedIn();
    const app_id = randomUUID();
    const { text } = await browser.ask(
      query({ app_name: 'Till', app_id, success_url: 'https://a.example/cb?x=%20y#end' }),
    );
    const sent = await browser.send(authorise, { ...fieldsOf(text), app_name: 'Hall till', approve: '1' });
    const location = sent.headers.get('location') ?? '';
    const secret = secretIn(location);
    keep(secret);
    expect(sent.status).toBe(302);
    expect(location).toBe(
      `https://a.example/cb?x=%20y&site_url=${encodeURIComponent(world().url)}&user_login=mara&password=${secret}#end`,
    );
    expect(secret).toMatch(/^[A-Za-z0-9]{24}$/);
    const shown = await askShop(world(), 'GET', `${mine}/introspect`, { basic: ['mara', secret] });
    expect(shown).toMatchObject({ status: 200, body: { name: 'Hall till', app_id } });
  });

  it('approving without an address shows the password, in groups of four', async () => {
    const browser = await signedIn();
    const { text } = await browser.ask(query({ app_name: 'Till' }));
    const shown = await browser.send(authorise, { ...fieldsOf(text), app_name: '<b>Till</b>', approve: '1' });
    const secret = />(([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4})</.exec(shown.text)?.[1] ?? '';
    keep(secret.replaceAll(' ', ''));
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await askShop(world(), 'GET', mine, { basic: ['mara', secret] })).toMatchObject({ status: 200 });
  });

  it.each([
    [{ reject_url: 'https://a.example/no?x=1' }, 'https://a.example/no?x=1'],
    [{ success_url: 'https://a.example/cb?x=1#end' }, 'https://a.example/cb?x=1&success=false#end'],
    [{ success_url: 'https://a.example/cb', reject_url: 'myapp://no' }, 'myapp://no'],
    [{}, '/cms-admin/'],
  ])('rejecting %j leads to %s and makes nothing', async (asked, location) => {
    const person = await world().person();
    const browser = await signedIn(person);
    const { text } = await browser.ask(query(asked));
    const sent = await browser.send(authorise, { ...fieldsOf(text), app_name: 'x', reject: '1' });
    expect([sent.status, sent.headers.get('location')]).toEqual([302, location]);
    expect((await askShop(world(), 'GET', mine, { bearer: person.token ?? '' })).text).toBe('[]');
  });

  it('a form without its nonce, or with one of another session or purpose, does nothing', async () => {
    const person = await world().person();
    const [browser, other] = [await signedIn(person), await signedIn(world().ada)];
    const foreign = fieldsOf((await other.ask(authorise)).text)._cmsnonce ?? '';
    const ofLogOut = await browser.nonceOn('/cms-admin/');
    const own = fieldsOf((await browser.ask(authorise)).text)._cmsnonce ?? '';
    const fields = { app_name: 'x', success_url: 'https://a.example/', approve: '1' };
    for (const _cmsnonce of ['', foreign, ofLogOut, own.slice(1), `${own}x`]) {
      expect(await browser.send(authorise, { ...fields, _cmsnonce })).toMatchObject({ status: 403 });
    }
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    expect(await browser.send(authorise, { ...fields, _cmsnonce: own }, crossSite)).toMatchObject({ status: 403 });
    expect((await askShop(world(), 'GET', mine, { bearer: person.token ?? '' })).text).toBe('[]');
  });

  it('a blank name is requested again', async () => {
    const browser = await signedIn();
    const { text } = await browser.ask(query({ success_url: 'https://a.example/' }));
    const sent = await browser.send(authorise, { ...fieldsOf(text), app_name: ' <i></i> ', approve: '1' });
    expect([sent.status, sent.headers.get('location')]).toEqual([400, null]);
    expect(sent.text).toMatch(/role="alert"[\s\S]*href="#app_name"[\s\S]*aria-invalid="true"/);
  });

  it('an application that has a password already can have it replaced', async () => {
    const person = await world().person();
    const browser = await signedIn(person);
    const app_id = randomUUID();
    const approve = async (more: Record<string, string> = {}) => {
      const { text } = await browser.ask(query({ app_id, success_url: 'https://a.example/' }));
      const sent = await browser.send(authorise, { ...fieldsOf(text), app_name: 'Till', approve: '1', ...more });
      const secret = secretIn(sent.headers.get('location'));
      keep(secret);
      return { text, secret };
    };
    const opens = async (secret: string) =>
      (await askShop(world(), 'GET', mine, { basic: [person.username, secret] })).status;
    const [one, two] = [await approve(), await approve()];
    expect(one.text).not.toContain('name="replace"');
    expect(two.text).toContain('has a password already, “Till”');
    expect([await opens(one.secret), await opens(two.secret)]).toEqual([200, 200]);
    const three = await approve({ replace: '1' });
    expect([await opens(one.secret), await opens(two.secret), await opens(three.secret)]).toEqual([401, 401, 200]);
  });

  it('behind a password of the web server no application can be connected', async () => {
    const browser = await signedIn();
    const basic = { authorization: 'Basic YTpi' };
    const page = await browser.ask(query({ success_url: 'https://a.example/?x=1' }), { headers: basic });
    expect(page.status).toBe(501);
    expect(page.text).toContain('href="https://a.example/?x=1&amp;success=false&amp;error=disabled"');
    expect((await browser.ask(authorise, { headers: basic })).text).toContain('href="/cms-admin/"');
  });

  it('a user who has to get a new password connects nothing', async () => {
    const made = await world().ada.post('/users', { username: `new-${randomUUID()}` });
    const browser = await signedIn({ username: made.body.username, password: made.body.generated_password });
    expect(await browser.ask(query({ reject_url: 'https://a.example/' }))).toMatchObject({ status: 501 });
    expect((await browser.ask('/cms-admin/')).text).toContain('has to get a new password');
  });
});

inWorld(
  'embedded',
  (world) => {
    const https = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' };

    it('in production a password goes over HTTPS, to a scheme of an application, or to this machine', async () => {
      const browser = openBrowser(world, https);
      await browser.signIn(world().mara);
      const status = async (success_url: string) => {
        const { status: shown, text } = await browser.ask(query({ success_url }));
        return shown === 400 ? /<code>(\w+)<\/code>/.exec(text)?.[1] : shown;
      };
      expect(await status('http://a.example/')).toBe('invalid_redirect_scheme');
      expect(await status('http://localhost:7/')).toBe('invalid_redirect_scheme');
      expect(await status('http://127.0.0.1.a.example/')).toBe('invalid_redirect_scheme');
      expect(await status('http://127.1/')).toBe('invalid_redirect_scheme');
      expect(await status('http://127.0.0.1:7/cb')).toBe(200);
      expect(await status('http://[::1]:7/cb')).toBe(200);
      expect(await status('https://a.example/')).toBe(200);
      expect(await status('com.example.till:/cb')).toBe(200);
    });

    it('without HTTPS nothing is connected', async () => {
      const plain = openBrowser(world, { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'http' });
      await plain.signIn(world().mara);
      expect(await plain.ask(query({ success_url: 'https://a.example/' }))).toMatchObject({ status: 501 });
    });
  },
  { environment: { SITE_ENVIRONMENT: 'production', TRUST_PROXY: '1', PUBLIC_URL: 'https://site.example/shop' } },
);
