import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { inWorld } from '../support/world.ts';
import { accessibilityFaults } from './accessibility.ts';

const executablePath = findChromium();
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 800 } };

describe.skipIf(executablePath === undefined)('sign-in and account pages in Chromium', () => {
  inWorld('embedded', (world) => {
    let browser: Browser;
    let pictures: string;
    beforeAll(async () => {
      pictures = await mkdtemp(join(tmpdir(), 'backroom-account-'));
      browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
      process.stderr.write(`Pictures of the pages are in ${pictures}.\n`);
    });
    afterAll(() => browser?.close());

    const look = async (page: Page, name: string) => {
      await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
      expect(await accessibilityFaults(page), name).toEqual([]);
      const width = page.viewportSize()?.width ?? 0;
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width);
    };
    const titled = (page: Page, title: string) =>
      page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor({ timeout: 20_000 });
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

    it.each<[string, BrowserContextOptions]>([
      ['desktop', desktop],
      ['desktop-dark', { ...desktop, colorScheme: 'dark' }],
      ['phone', phone],
      ['phone-dark', { ...phone, colorScheme: 'dark' }],
    ])('work without script and are accessible: %s', async (name, options) => {
      const { username, password } = await world().person();
      const context = await browser.newContext(options);
      const scripts: string[] = [];
      const page = await context.newPage();
      page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
      await page.goto(`${world().url}/cms-admin/account`);
      await titled(page, 'Sign in');
      await look(page, `${name}-sign-in`);
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password').fill('not this one');
      await press(page, 'Sign in');
      await look(page, `${name}-sign-in-refused`);
      await page.getByLabel('Password').fill(password);
      await press(page, 'Sign in');
      await titled(page, 'Passwords and sessions');
      await look(page, `${name}-account`);
      await page.getByLabel('Name of a new application').fill('The till at the front door');
      await press(page, 'Create an application password');
      await titled(page, 'Application password');
      const secret = (await page.locator('code.secret').textContent()) ?? '';
      world().keepSecret(secret, 'the secret of an application password');
      await look(page, `${name}-secret`);
      await page.getByRole('link', { name: 'I have copied it' }).click();
      await titled(page, 'Passwords and sessions');
      await look(page, `${name}-list`);
      await page.getByLabel('Current password').fill('not this one');
      await page.getByLabel('New password').fill(world().password());
      await press(page, 'Change the password');
      await page.getByRole('alert').waitFor();
      await look(page, `${name}-fault`);
      await press(page, 'Revoke The till at the front door');
      await page.getByRole('status').waitFor();
      await press(page, 'Sign out everywhere');
      await titled(page, 'Sign in');
      expect(scripts).toEqual([]);
      await context.close();
    });

    it('shows the descriptions on this machine, also in the dark', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ ...desktop, colorScheme });
        const page = await context.newPage();
        await page.goto(`${world().url}/docs`);
        await page.getByText('POST').first().waitFor({ timeout: 30_000 });
        expect(await page.locator('html.dark-mode').count()).toBe(colorScheme === 'dark' ? 1 : 0);
        await page.screenshot({ path: join(pictures, `docs-${colorScheme}.png`) });
        await context.close();
      }
    });
  });
});
