import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKeyFile, signCatalogueFile } from '@backroom/composition';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSampleCatalogue } from '../../../scripts/packing/pack-examples.ts';
import { startMailServer } from '../../support/mail-servers.ts';
import { phoneClient, textOf, tokenIn } from '../../support/phone-client.ts';
import { askShop } from '../../support/shop-client.ts';
import { describeWithSlapd, startSlapd, type TestSlapd } from '../../support/slapd.ts';
import { executablePath } from '../chromium-pages.ts';
import { openApi } from './desk-api.ts';
import { admin, inDeskShop, inSchemes, openDeskPages, settled, widths } from './desk-shop.ts';
import { faultsOf, widthOf } from './page-checks.ts';

const folder = await mkdtemp(join(tmpdir(), 'backroom-administration-'));
const key = join(folder, 'signing.pem');
const publicKey = await createSigningKeyFile(key);
const catalogue = executablePath === undefined ? '' : await writeSampleCatalogue(folder);
if (catalogue !== '') await signCatalogueFile(catalogue, { keyPath: key });
const mailServer = await startMailServer();
afterAll(async () => {
  await mailServer.close();
  await rm(folder, { recursive: true });
});

const screens = [
  '/getting-started',
  '/account/passwords',
  '/phones',
  '/directory',
  '/extensions',
  '/extensions/nothing',
  '/themes',
  '/mail',
  '/mail/1',
  '/mail/999',
];

const environment = {
  CATALOG_URL: catalogue,
  CATALOG_KEY: publicKey,
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'Shop <office@shop.example>',
};

inDeskShop('embedded', { environment }, (shop) => {
  const pages = openDeskPages('administration', shop);
  const api = openApi(shop);
  const opened = async (path: string) => {
    const at = await pages.open();
    await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await at.signIn();
    await at.go(path);
    return at;
  };
  const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });

  const clipboardOf = async (page: Page) => {
    const session = await page.context().newCDPSession(page);
    const expression = 'navigator.clipboard.readText()';
    const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return String(result.value);
  };

  beforeAll(async () => {
    await api.inventory('PATCH', '/users/me', { email: 'admin@shop.example' });
    await api.shop('POST', '/shop/v3/marketplace/refresh', {});
  });

  it('leads a new administrator to the first steps, once', async () => {
    await using at = await pages.open();
    const { page } = at;
    await at.signIn();
    await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor();
    await settled(page);
    const setup = page
      .getByRole('region', { name: 'Get ready to start selling' })
      .or(page.locator('section', { hasText: 'Get ready to start selling' }));
    await setup.getByText('0 of 8 done').waitFor();
    await setup.getByText('Done when a product is published.').waitFor();
    await button(page, 'Later: Get paid').click();
    await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
    await setup.getByText(/^Put off until/).waitFor();
    await setup.getByRole('button', { name: 'Bring back' }).click();
    await button(page, 'Later: Choose how you ship').click();
    await page.getByRole('menuitem', { name: 'Dismiss' }).click();
    await setup.getByText('Dismissed', { exact: true }).waitFor();
    await setup.getByRole('button', { name: 'This shop charges no sales tax' }).click();
    await setup.getByText('1 of 8 done').waitFor();
    await setup.getByRole('button', { name: 'Import sample products' }).click();
    await setup.getByText('2 of 8 done').waitFor();
    await button(page, 'Hide this list: Get ready to start selling').click();
    await setup.getByText('This list is hidden.').waitFor();
    await button(page, 'Show this list: Get ready to start selling').click();
    await setup.getByText('2 of 8 done').waitFor();
    await at.go('/');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it('makes an application password that a program uses, and revokes it', async () => {
    await using at = await opened('/account');
    const { page } = at;
    await page.getByRole('link', { name: 'Application passwords' }).click();
    await page.getByText('No application passwords.').waitFor();
    await button(page, 'New password').click();
    await dialog(page, 'New password').getByLabel('Name', { exact: true }).fill('Till in the hall');
    await dialog(page, 'New password').getByRole('checkbox', { name: 'edit products' }).check();
    await dialog(page, 'New password').getByRole('button', { name: 'New password' }).click();
    const made = dialog(page, 'Password for Till in the hall, shown only now');
    const secret = (await made.locator('[data-secret]').textContent()) ?? '';
    expect(secret).toMatch(/^(\w{4} ){5}\w{4}$/);
    await made.getByRole('button', { name: 'Copy the password' }).click();
    expect(await clipboardOf(page)).toBe(secret);
    await made.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Till in the hall edit products/ }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain(secret);
    const asProgram = async () =>
      (
        await askShop(shop(), 'GET', '/cms/v2/users/me/application-passwords/introspect', {
          basic: [admin.username, secret],
        })
      ).status;
    expect(await asProgram()).toBe(200);
    await button(page, 'Revoke: Till in the hall').click();
    await dialog(page, 'Revoke Till in the hall?').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No application passwords.').waitFor();
    expect(await asProgram()).toBe(401);
  });

  it('lists the passwords of another account to managers of accounts', async () => {
    const { id } = await api.inventory('POST', '/users', {
      username: 'noor',
      password: 'quiet-harbour-morning',
      role: 'member',
    });
    await using at = await opened('/people');
    const { page } = at;
    await page.getByRole('row', { name: /noor/ }).click();
    await dialog(page, 'noor').getByRole('link', { name: 'Application passwords' }).click();
    await page.getByRole('heading', { level: 1, name: 'Application passwords of noor' }).waitFor();
    await page.getByText('This account has no application passwords.').waitFor();
    expect(page.url()).toContain(`/people/${id}/passwords`);
    expect(await button(page, 'New password').count()).toBe(0);
  });

  it('signs in a phone by a code, shows its mail in the log, and signs it out', async () => {
    await using at = await opened('/phones');
    const { page } = at;
    const app = phoneClient((method, route, init) => askShop(shop(), method, route, init));
    const issued = page.waitForResponse((response) => response.url().includes('qr-login-token'));
    await button(page, 'Sign in a phone').click();
    const token = tokenIn(((await (await issued).json()) as { readonly qr_url: string }).qr_url);
    await page.getByRole('img', { name: 'Code for the app' }).waitFor();
    const scan = await app.scan(token);
    await page.getByText('Choose the number that the phone shows.').waitFor();
    await button(page, textOf(scan, 'real_number')).click();
    await page.getByText('Approved. The phone is finishing.').waitFor();
    const session = await app.session(textOf(scan, 'session_id'), token);
    const exchange = await app.exchange(token, textOf(session, 'exchange_grant'));
    expect(exchange.status, exchange.text).toBe(200);
    await page.getByText(/is signed in\.$/).waitFor();
    await button(page, 'Done').click();
    await page.getByRole('row', { name: /Phone 15.* admin/ }).waitFor();

    await at.go('/mail');
    const row = page.getByRole('row', { name: /admin@shop\.example/ }).first();
    await row.getByText('Sent').waitFor();
    await page.getByRole('searchbox').fill('nothing of this');
    await page.getByText('No mail matches.').waitFor();
    const chips = page.getByRole('group', { name: 'Status' }).locator('label');
    await expect.poll(() => chips.allTextContents()).toEqual(['All 0', 'Queued 0', 'Sent 0', 'Failed 0']);
    await page.getByRole('searchbox').fill('admin@shop');
    await page.getByRole('radio', { name: 'Failed' }).check({ force: true });
    await page.getByText('No mail matches.').waitFor();
    await page.getByRole('radio', { name: 'Sent' }).check({ force: true });
    await row.click();
    await page.getByText(/250 /).first().waitFor();
    await button(page, 'Send again').click();
    const resend = dialog(page, 'Send this mail again');
    await resend.getByLabel('Recipients').fill('no address');
    await resend.getByRole('button', { name: 'Send again' }).click();
    await resend.getByRole('alert').waitFor();
    expect(await resend.getByLabel('Recipients').inputValue()).toBe('no address');
    at.allow(/40\d|422/);
    await resend.getByLabel('Recipients').fill('office@shop.example');
    await resend.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Mail sent again').waitFor();
    await page.getByText('office@shop.example', { exact: true }).waitFor();
    expect(mailServer.taken.length).toBeGreaterThan(1);

    await at.go('/phones');
    await button(page, /^Sign out: /).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('No phone is signed in.').waitFor();
  });

  it('pairs the phone of the mail log by a code, and ends the pairing', async () => {
    await using at = await opened('/mail');
    const { page } = at;
    await button(page, 'Phone').click();
    const phoneDialog = dialog(page, 'Phone of the mail log');
    await phoneDialog.getByRole('button', { name: 'Pair a phone' }).click();
    await phoneDialog.getByRole('img', { name: 'Code for the app' }).waitFor();
    const code = (await phoneDialog.locator('[data-secret]').textContent()) ?? '';
    const connect = () =>
      askShop(shop(), 'POST', '/mailer/v1/connect-app', { headers: { 'auth-key': code, device: 'Phone of Ada' } });
    expect((await connect()).status).toBe(200);
    await phoneDialog.getByText('Phone of Ada').waitFor();
    expect(await page.locator('body').textContent()).not.toContain(code);
    expect((await connect()).status).toBe(401);
    await phoneDialog.getByRole('button', { name: 'End the pairing' }).click();
    await phoneDialog.getByText('One phone may read the mail log').waitFor();
    expect(await api.inventory('GET', '/mail-phone')).toEqual({ phone: null, code_expires_at: null });
  });

  it('installs an extension of the catalogue after showing its rights, runs it, and removes it', async () => {
    await using at = await opened('/extensions');
    const { page } = at;
    await button(page, 'Install: Low stock to a webhook').click();
    const install = dialog(page, 'Install Low stock to a webhook');
    await install.getByText('Read items, stock and the ledger').waitFor();
    await install.getByText(/may send requests to/).waitFor();
    await pages.picture(page, 'install');
    await install.getByRole('button', { name: 'Install and activate' }).click();
    await page.getByRole('row', { name: /Low stock.*Running/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Low stock to a webhook' }).waitFor();
    const address = page.getByLabel('Webhook url');
    at.allow(/4(?:00|22) \(/);
    await address.fill('a\u0000');
    await button(page, 'Save').click();
    await page.locator('main').getByRole('alert').waitFor();
    expect(await address.inputValue()).toBe('a\u0000');
    await address.fill(`https://hooks.shop.example/${'x'.repeat(1_900)}`);
    await button(page, 'Save').click();
    await page.getByText('Settings saved').waitFor();
    await settled(page);
    await page.reload();
    await expect.poll(() => address.inputValue()).toContain('https://hooks.shop.example/');
    await button(page, 'Deactivate').click();
    await page.getByText('Settings are shown while the extension runs.').waitFor();
    // A log that is requested before the removal, and reaches the server after it.
    const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.route('**/extensions/low-stock/log', async (route) => {
      await removed;
      await route.continue().catch(() => undefined);
    });
    const late = page.waitForRequest('**/extensions/low-stock/log');
    await button(page, 'Activate').click();
    await page.getByText('Running').waitFor();
    await late;
    await button(page, 'Remove').click();
    const remove = dialog(page, 'Remove Low stock to a webhook?');
    expect(await remove.getByRole('checkbox').isChecked()).toBe(true);
    await remove.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No extension is installed.').waitFor();
  });

  it('uploads a theme, shows why a file is refused, and changes the pages', async () => {
    await using at = await opened('/themes');
    const { page } = at;
    await button(page, 'Upload a theme').click();
    const upload = dialog(page, 'Upload a theme');
    const file = upload.getByLabel('File');
    await file.setInputFiles({ name: 'theme.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') });
    await upload.getByRole('button', { name: 'Upload a theme' }).click();
    await upload.getByRole('alert').waitFor();
    await file.setInputFiles(join(folder, 'packages', 'harbour.tgz'));
    await upload.getByRole('button', { name: 'Upload a theme' }).click();
    await page.getByText('Theme installed').waitFor();
    await button(page, 'Preview: Harbour').click();
    await dialog(page, 'Preview of Harbour').getByText('accent-ink').first().waitFor();
    await pages.picture(page, 'theme');
    await page.keyboard.press('Escape');
    await button(page, 'Use this theme: Harbour').click();
    await page.getByText('In use', { exact: true }).waitFor();
    await button(page, 'Use this theme').click();
    await button(page, 'Remove: Harbour').click();
    await dialog(page, 'Remove Harbour?').getByRole('button', { name: 'Remove' }).click();
    await button(page, 'Preview: Harbour').waitFor({ state: 'detached' });
  });

  describeWithSlapd('with a directory', () => {
    let slapd: TestSlapd;
    beforeAll(async () => {
      slapd = await startSlapd();
    });
    afterAll(() => slapd?.stop());

    it('sets it up, tests it step by step, and synchronises', async () => {
      await using at = await opened('/directory');
      const { page } = at;
      at.allow(/422/);
      await button(page, 'Set up a directory').click();
      const server = dialog(page, 'Server');
      await server.getByLabel('Addresses').fill('http://nothing.example');
      await server.getByRole('button', { name: 'Save' }).click();
      await server.getByRole('alert').first().waitFor();
      await server.getByLabel('Addresses').fill(slapd.ldapsUrl);
      await server.getByLabel('Service account (DN)').fill(slapd.serviceDn);
      await server.getByLabel('Password of the service account').fill(slapd.servicePassword);
      await server.getByLabel('Certificate authority (PEM)').fill(slapd.ca);
      await server.getByRole('button', { name: 'Save' }).click();
      await server.waitFor({ state: 'detached' });
      await button(page, 'Change: People').click();
      const people = dialog(page, 'People');
      await people.getByLabel('Search below (DN)').fill(slapd.baseDn);
      await people.getByLabel('People of the directory may sign in').check();
      await people.getByRole('button', { name: 'Save' }).click();
      await people.waitFor({ state: 'detached' });
      expect(await page.locator('body').textContent()).not.toContain(slapd.servicePassword);
      const { ana } = slapd.people;
      await button(page, 'Test').click();
      const test = dialog(page, 'Test the directory');
      const person = test.getByLabel('User name to look up');
      await person.fill('a\u0000');
      await test.getByRole('button', { name: 'Test' }).click();
      await expect.poll(() => person.getAttribute('aria-invalid')).toBe('true');
      expect(await person.inputValue()).toBe('a\u0000');
      await person.fill(ana.uid);
      await test.getByLabel('Password of this person').fill('wrong');
      await test.getByRole('button', { name: 'Test' }).click();
      await test.getByText('user_password_wrong').waitFor();
      await test.getByLabel('Password of this person').fill(ana.password);
      await test.getByRole('button', { name: 'Test' }).click();
      await test.getByText('May sign in as member').waitFor();
      expect(await test.getByText('OK', { exact: true }).count()).toBeGreaterThanOrEqual(6);
      await pages.picture(page, 'directory test');
      await page.keyboard.press('Escape');
      await button(page, 'Synchronise').click();
      const sync = dialog(page, 'Synchronise with the directory');
      await sync.getByRole('button', { name: 'Trial' }).click();
      await sync.getByText(/This would change: [1-9]\d* created/).waitFor();
      await sync.getByRole('button', { name: 'Synchronise now' }).click();
      await sync.getByText(/Done: [1-9]\d* created/).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText(/^Last run/).waitFor();
    });
  });

  it.each(widths)(
    'every screen at %s has no fault of accessibility and no overflow, light and dark',
    async (name, options) => {
      await using at = await pages.open(options);
      const { page, go, signIn } = at;
      at.allow(/404/);
      await signIn();
      for (const path of screens) {
        await go(path);
        await inSchemes(page, async (scheme) => {
          await pages.picture(page, `${path.replaceAll('/', ' ')} ${name} ${scheme}`);
          expect(await faultsOf(page), `${path} ${scheme}`).toEqual([]);
        });
        expect(await widthOf(page), path).toBeLessThanOrEqual(options.viewport.width);
      }
    },
  );
});
