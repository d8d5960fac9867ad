import { storesOf } from '@backroom/adapters-persistence';
import { describe, expect, it } from 'vitest';
import { askShop } from '../support/shop-client.ts';
import { inWorld } from '../support/world.ts';
import { accessibilityFaults } from './accessibility.ts';
import { desktop, executablePath, openChromium, phone, press, titled } from './chromium-pages.ts';

describe.skipIf(executablePath === undefined)('the pages of the mail log in Chromium', () => {
  inWorld('embedded', (world) => {
    const chromium = openChromium('mail');
    const { look } = chromium;

    it.each([
      ['desktop', { viewport: desktop }],
      ['phone', { viewport: phone }],
    ])('pair a phone by a code, on a %s', async (name, options) => {
      await using own = await chromium.open(options);
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
      ['phone', { viewport: phone }],
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
      await using own = await chromium.open(options);
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
      await chromium.picture(page, `${name}-view`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(options.viewport.width);
      // The policy of the page stops the timers of axe, so it reads a copy without the policy; the frame runs nothing there either.
      await using copy = await chromium.open(options);
      await copy.page.setContent(await page.content());
      expect(await accessibilityFaults(copy.page, { iframes: false })).toEqual([]);
    });
  });
});
