import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, launchChromium } from '../support/chromium.ts';
import { inWorld } from '../support/world.ts';
import { contrastFaults, unlabelledFields } from './looking.ts';

const executablePath = findChromium();
const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };
const authorise = '/cms-admin/authorize-application.php';
const mine = '/cms/v2/users/me/application-passwords';

/** The application that requests access: it records the addresses of redirects back to it. */
async function openApplication() {
  const visits: URL[] = [];
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/favicon')) visits.push(new URL(request.url ?? '', 'http://application'));
    response.setHeader('content-type', 'text/html').end('<h1>The application</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, visits, close: () => new Promise((resolve) => server.close(resolve)) };
}

describe.skipIf(executablePath === undefined)('the authorise page in Chromium', () => {
  inWorld('embedded', (world) => {
    let browser: Browser;
    let application: Awaited<ReturnType<typeof openApplication>>;
    let pictures: string;
    beforeAll(async () => {
      application = await openApplication();
      pictures = await mkdtemp(join(tmpdir(), 'backroom-pages-'));
      browser = await launchChromium();
      process.stderr.write(`Pictures of the pages are in ${pictures}.\n`);
    });
    afterAll(async () => {
      await browser?.close();
      await application?.close();
    });

    /** A fresh page, closed at the end of the block that holds it with `await using`. */
    async function openPage(options: BrowserContextOptions = {}) {
      const context = await browser.newContext({ viewport: desktop, ...options });
      const page = await context.newPage();
      return { page, [Symbol.asyncDispose]: () => context.close() };
    }
    const picture = (page: Page, name: string) =>
      page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
    const ask = (page: Page, asked: Readonly<Record<string, string>>) =>
      page.goto(`${world().url}${authorise}?${new URLSearchParams(asked)}`);
    /** Does what leads to another page, and waits until that one is there. */
    const leads = async (page: Page, act: () => Promise<void>) => {
      await Promise.all([page.waitForEvent('load'), act()]);
    };
    const press = (page: Page, name: string) => leads(page, () => page.getByRole('button', { name }).click());
    const signIn = async (page: Page, password = world().mara.password) => {
      await page.getByLabel('Username').fill('mara');
      await page.getByLabel('Password').fill(password);
      await press(page, 'Sign in');
    };
    /** A browser gives a page its focus a moment after it has shown it. */
    const hasFocus = (page: Page, selector: string) =>
      page.waitForFunction(`document.activeElement.matches(${JSON.stringify(selector)})`);
    const keep = (secret: string) => world().keepSecret(secret.replaceAll(' ', ''), 'an application password');
    /** Sends a request to the shop as the program of an application would. */
    const askByCurl = async (secret: string) => {
      const address = `${world().url}/index.php?rest_route=${mine}/introspect`;
      const { stdout } = await promisify(execFile)('curl', ['-s', '-g', '-u', `mara:${secret}`, address]);
      return JSON.parse(stdout) as { readonly name: string; readonly app_id: string };
    };

    it.each([
      ['a desktop', { viewport: desktop }],
      ['a phone', { viewport: phone, isMobile: true, hasTouch: true }],
      ['a phone in the dark', { viewport: phone, colorScheme: 'dark' }],
      ['a desktop without script', { viewport: desktop, javaScriptEnabled: false }],
    ] as const)('approving on %s sends a password to the application, and it works', async (device, options) => {
      await using opened = await openPage(options);
      const { page } = opened;
      const app_id = randomUUID();
      await ask(page, { app_name: `Till on ${device}`, app_id, success_url: `${application.url}/cb?state=a%20b#end` });
      await picture(page, `sign-in on ${device}`);
      await signIn(page);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Connect an application');
      expect(await page.getByLabel('Name of this connection').inputValue()).toBe(`Till on ${device}`);
      await picture(page, `question on ${device}`);
      await press(page, 'Yes, connect it');
      const { pathname, searchParams, hash } = new URL(page.url());
      const secret = searchParams.get('password') ?? '';
      keep(secret);
      expect([pathname, hash, searchParams.get('state'), searchParams.get('user_login')]).toEqual([
        '/cb',
        '#end',
        'a b',
        'mara',
      ]);
      expect(searchParams.get('site_url')).toBe(world().url);
      expect(await askByCurl(secret)).toMatchObject({ name: `Till on ${device}`, app_id });
    });

    it('approving without an address shows the password once', async () => {
      await using opened = await openPage({ viewport: phone });
      const { page } = opened;
      await ask(page, {});
      await signIn(page);
      await page.getByLabel('Name of this connection').fill('By hand');
      await press(page, 'Yes, connect it');
      await picture(page, 'password on a phone');
      const secret = (await page.locator('.secret').textContent()) ?? '';
      keep(secret);
      expect(secret).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
      expect(await askByCurl(secret)).toMatchObject({ name: 'By hand' });
      await leads(page, () => page.getByRole('link').click());
      // The browser asks for confirmation before it sends the form again; the answer is no.
      await page.goBack().catch(() => undefined);
      expect(await page.content().catch(() => '')).not.toContain(secret);
    });

    it.each([
      ['to its own address', { reject_url: '/no?x=1', success_url: '/cb' }, '/no?x=1'],
      ['to the address for a yes, which says so', { success_url: '/cb?x=1' }, '/cb?x=1&success=false'],
    ])('rejecting leads %s', async (_, addresses, expected) => {
      await using opened = await openPage();
      const { page } = opened;
      const full = Object.fromEntries(
        Object.entries(addresses).map(([name, path]) => [name, `${application.url}${path}`]),
      );
      await ask(page, { app_name: 'Till', ...full });
      await signIn(page);
      await press(page, 'No, do not connect it');
      expect(page.url()).toBe(`${application.url}${expected}`);
      expect(application.visits.at(-1)?.searchParams.has('password')).toBe(false);
    });

    it('rejecting without an address leads to the start page, with nothing filled in', async () => {
      await using opened = await openPage();
      const { page } = opened;
      await ask(page, {});
      await signIn(page);
      await press(page, 'No, do not connect it');
      expect(new URL(page.url()).pathname).toBe('/cms-admin/');
      await picture(page, 'start page');
    });

    it('everything can be done with the keyboard, and one sees where one is', async () => {
      await using opened = await openPage();
      const { page } = opened;
      const strike = (key: string) => page.keyboard.press(key);
      const outline = () => page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      await ask(page, { success_url: `${application.url}/keys` });
      await hasFocus(page, '[name=username]');
      await page.keyboard.type('mara');
      await strike('Tab');
      expect(await outline()).toBe('solid');
      await page.keyboard.type(world().mara.password);
      await leads(page, () => strike('Enter'));
      expect(new URL(page.url()).pathname).toBe(authorise);
      await strike('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Not you? Sign out');
      expect(await outline()).toBe('solid');
      await strike('Tab');
      await page.keyboard.type('Typed');
      await strike('Tab');
      expect(await page.evaluate('document.activeElement.name')).toBe('approve');
      await leads(page, () => strike('Enter'));
      keep(new URL(page.url()).searchParams.get('password') ?? '');
    });

    it('an error is announced first, and has the focus', async () => {
      await using opened = await openPage({ viewport: phone });
      const { page } = opened;
      await page.goto(`${world().url}/cms-admin/login`);
      await signIn(page, 'not that one');
      await picture(page, 'wrong password on a phone');
      expect(await page.title()).toMatch(/^Error: /);
      await hasFocus(page, '[role=alert]');
      expect(await page.getByLabel('Username').inputValue()).toBe('mara');
      expect(await page.getByLabel('Password').inputValue()).toBe('');
    });

    it.each(['javascript:alert(document.cookie)', 'https://mara:secret@till.example/', 'data:text/html,x'])(
      'an impossible address is reported and never followed: %s',
      async (success_url) => {
        await using opened = await openPage();
        const { page } = opened;
        await page.goto(`${world().url}/cms-admin/login`);
        await signIn(page);
        const answer = await ask(page, { success_url });
        await picture(page, 'impossible address');
        expect(answer?.status()).toBe(400);
        expect(await page.content()).toContain('invalid_redirect_url_format');
        expect(page.url()).toContain(world().url);
      },
    );

    it('no script can see the session, and no page can frame the question', async () => {
      await using opened = await openPage();
      const { page } = opened;
      await ask(page, {});
      await signIn(page);
      expect(await page.evaluate('document.cookie')).toBe('');
      await page.goto(`${application.url}/frame`);
      await page.setContent(`<iframe src="${world().url}${authorise}" width="600" height="600"></iframe>`);
      await page.waitForTimeout(500);
      const texts = await Promise.all(page.frames().map((frame) => frame.content().catch(() => '')));
      expect(texts.join('')).not.toContain('Connect an application');
    });

    it.each([
      ['light', desktop],
      ['dark', phone],
      ['light', phone],
    ] as const)('is readable in the %s on %j: contrast, labels, width', async (colorScheme, viewport) => {
      await using opened = await openPage({ viewport, colorScheme });
      const { page } = opened;
      const look = async () => {
        expect(await contrastFaults(page), page.url()).toEqual([]);
        expect(await unlabelledFields(page), page.url()).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
      };
      const success_url = `https://till.example/${'long-'.repeat(60)}?${'x'.repeat(300)}`;
      await ask(page, { app_name: 'W'.repeat(200), success_url });
      await look();
      await signIn(page, 'not that one');
      await look();
      await signIn(page);
      await look();
      await picture(page, `long words, ${colorScheme}, ${viewport.width} wide`);
      await ask(page, { app_id: 'none' });
      await look();
      await page.goto(`${world().url}/cms-admin/`);
      await look();
    });
  });
});
