import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inWorld } from '../support/world.ts';
import { desktop, executablePath, openChromium, phone, press, titled } from './chromium-pages.ts';

describe.skipIf(executablePath === undefined)('sign-in and account pages in Chromium', () => {
  inWorld('embedded', (world) => {
    const chromium = openChromium('account');
    const { look } = chromium;
    const touch = { isMobile: true, hasTouch: true };

    it.each<[string, BrowserContextOptions]>([
      ['desktop', { viewport: desktop }],
      ['desktop-dark', { viewport: desktop, colorScheme: 'dark' }],
      ['phone', { viewport: phone, ...touch }],
      ['phone-dark', { viewport: phone, ...touch, colorScheme: 'dark' }],
    ])('work without script and are accessible: %s', async (name, options) => {
      const { id, username, password } = await world().person();
      await using own = await chromium.open(options);
      const { page } = own;
      const scripts: string[] = [];
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
      const { core, actor } = world().application;
      const { secret: token } = await core.identity.createSignInLink(await actor('system'), { id });
      world().keepSecret(token, 'the secret of a sign-in link');
      await page.goto(`${world().url}/cms-admin/open?token=${token}`);
      await titled(page, 'Sign in by link');
      await look(page, `${name}-link`);
      expect(scripts).toEqual([]);
    });

    it('shows the descriptions on this machine, also in the dark', async () => {
      for (const [colorScheme, viewport] of [
        ['light', desktop],
        ['dark', phone],
      ] as const) {
        await using own = await chromium.open({ viewport, colorScheme, bypassCSP: true });
        const { page } = own;
        await page.goto(`${world().url}/docs`);
        await page.getByText('POST').first().waitFor({ timeout: 30_000 });
        expect(await page.locator('html.dark-mode').count()).toBe(colorScheme === 'dark' ? 1 : 0);
        await page.locator('#servers[aria-label]').waitFor();
        await chromium.look(page, `docs-${colorScheme}`);
      }
    });
  });
});
