import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storesOf } from '@backroom/adapters-persistence';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { askShop } from '../support/shop-client.ts';
import { inWorld } from '../support/world.ts';
import { accessibilityFaults } from './accessibility.ts';

const executablePath = findChromium();
const phoneSize = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

describe.skipIf(executablePath === undefined)('the pages of the mail log in Chromium', () => {
  inWorld('embedded', (world) => {
    let browser: Browser;
    let pictures: string;
    beforeAll(async () => {
      pictures = await mkdtemp(join(tmpdir(), 'backroom-mail-'));
      browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
      process.stderr.write(`Pictures of the pages are in ${pictures}.\n`);
    });
    afterAll(() => browser?.close());

    async function openPage(options: BrowserContextOptions) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      return { page, [Symbol.asyncDispose]: () => context.close() };
    }
    const look = async (page: Page, name: string) => {
      await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
      expect(await accessibilityFaults(page), name).toEqual([]);
      const width = page.viewportSize()?.width ?? 0;
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width);
    };
    const titled = (page: Page, title: string) =>
      page.getByRole('heading', { level: 1, name: title }).waitFor({ timeout: 20_000 });
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

    it.each([
      ['desktop', { viewport: desktop }],
      ['phone', { viewport: phoneSize }],
    ])('pair a phone by a code, on a %s', async (name, options) => {
      await using own = await openPage(options);
      const { page } = own;
      await page.goto(`${world().url}/cms-admin/mail-phone`);
      await page.getByLabel('Username').fill('ada');
      await page.getByLabel('Password').fill(world().ada.password);
      await press(page, 'Sign in');
      await titled(page, 'Phone for the mail log');
      await look(page, `${name}-none`);
      await press(page, 'Show a code');
      await titled(page, 'Scan the code');
      await look(page, `${name}-code`);
      const code = (await page.locator('.secret').textContent()) ?? '';
      const headers = { 'auth-key': code, device: 'Phone of Ada' };
      const { status, body } = await askShop(world(), 'POST', '/mailer/v1/connect-app', { headers });
      world().keepSecret((body as unknown as { data: { device_token: string } }).data.device_token, 'a device token');
      expect(status).toBe(200);
      await page.getByRole('link', { name: 'I have scanned it' }).click();
      await page.getByText('Phone of Ada').waitFor();
      await look(page, `${name}-paired`);
      await press(page, 'End the pairing');
      await page.getByText('No phone can read the mail log now.').waitFor();
      await look(page, `${name}-ended`);
    });

    it.each([
      ['desktop', { viewport: desktop }],
      ['phone', { viewport: phoneSize }],
    ])('show a hostile mail without running it, on a %s', async (name, options) => {
      const { mailLog } = storesOf(world().application.database);
      const html =
        '<h1>Hello</h1><script>parent.document.title = "run"</script><img src="https://evil.example/x" onerror="alert(1)">';
      const to = ['anna@shop.example'];
      const { id } = await mailLog.add({
        status: 'sent',
        userId: null,
        messageId: `mail-${name}`,
        from: 'Shop <office@shop.example>',
        to,
        originalTo: to,
        subject: '<script>document.title = "run"</script>',
        headers: '',
        body: { text: 'Hello', html },
        isRedacted: false,
        sealedBody: null,
        transport: 'smtp',
        transportUri: 'smtp://mail.example',
        fault: null,
        resentOf: null,
        createdAt: world().clock.now(),
      });
      const bearer = world().ada.token ?? '';
      const { body } = await askShop(world(), 'GET', `/maildash/v1/get-details?id=${id}`, { bearer });
      await using own = await openPage(options);
      const { page } = own;
      const sent: string[] = [];
      const refused: (string | undefined)[] = [];
      page.on('response', (response) => sent.push(new URL(response.url()).host));
      page.on('requestfailed', (request) => refused.push(request.failure()?.errorText));
      await page.goto((body.details as { readonly log_url: string }).log_url);
      await page.frameLocator('iframe').getByText('Hello').first().waitFor();
      expect(await page.title()).toBe('<script>document.title = "run"</script>');
      expect(new Set(sent)).toEqual(new Set([new URL(world().url).host]));
      // The policy of the page refuses the picture before anything is sent.
      expect(refused).toEqual(['csp']);
      await page.screenshot({ path: join(pictures, `${name}-view.png`), fullPage: true });
    });
  });
});
