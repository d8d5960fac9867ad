import { beforeAll, describe, expect, it } from 'vitest';
import { anOrder, openApi } from './desk-api.ts';
import { inDeskShop, openDeskPages, settled } from './desk-shop.ts';

const member = { username: 'mona', password: 'quiet-harbour-morning' };

inDeskShop('embedded', { environment: { MEMBER_ACCESS: 'read' } }, (shop) => {
  const pages = openDeskPages('system', shop);
  const api = openApi(shop);
  let item = 0;
  beforeAll(async () => {
    item = (await api.inventory('POST', '/items', { name: 'Lamp', sku: 'LAMP', quantity: 3 })).id;
    await api.inventory('POST', '/users', { ...member, role: 'member' });
  });
  const opened = async (path: string, who?: typeof member) => {
    const at = await pages.open();
    await at.signIn(who);
    await at.go(path);
    return at;
  };

  it('reviews settings, then stores them', async () => {
    await using at = await opened('/settings');
    const { page } = at;
    const excluded = page.locator('select[name="excluded_statuses"]');
    await excluded.selectOption(['pending', 'failed', 'cancelled', 'on-hold']);
    await page.getByRole('button', { name: 'Review the changes' }).click();
    const review = page.getByRole('dialog', { name: 'Save these settings?' });
    await review.getByText(/computed again/).waitFor();
    const stored = () => api.inventory('GET', '/settings');
    const { version } = await stored();
    await review.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    await expect.poll(async () => (await stored()).version).toBeGreaterThan(version);
    await settled(page);
    await page.getByRole('button', { name: 'Review the changes' }).click();
    await page.getByText('Nothing was changed.').waitFor();
  });

  it('keeps what was typed into settings when another person saves some', async () => {
    await using at = await opened('/settings');
    at.allow(/412 \(Precondition Failed\)/);
    const { page } = at;
    const amount = page.getByRole('textbox', { name: /Low stock/i }).first();
    await amount.fill('7');
    await api.inventory('PATCH', '/settings', { no_stock_amount: 1 });
    await page.getByRole('button', { name: 'Review the changes' }).click();
    await page.getByText('Another person changed this.').waitFor();
    expect(await amount.inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Review the changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    const { settings } = await api.inventory<{ readonly settings: readonly { readonly name: string }[] }>(
      'GET',
      '/settings',
    );
    expect(settings).toMatchObject(
      settings.map(({ name }) => ({ low_stock_amount: { value: 7 }, no_stock_amount: { value: 1 } })[name] ?? {}),
    );
  });

  it('lists an export among the jobs, with its file', async () => {
    await api.shop('POST', '/shop/v3/orders', anOrder());
    await using at = await opened('/reports/orders?period=today');
    const { page, go } = at;
    await page
      .locator('main')
      .getByRole('cell', { name: /Ada Berg/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'All rows as a file' }).click();
    await page
      .getByText(/Download/)
      .first()
      .waitFor();
    await go('/jobs');
    await page
      .getByRole('row', { name: /Export/ })
      .getByText('Done')
      .waitFor();
    const download = page.waitForEvent('download');
    await page
      .getByRole('row', { name: /Export/ })
      .getByRole('link', { name: 'Download' })
      .click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  it('makes an account with a password that is shown once, and the audit names who made it', async () => {
    await using at = await opened('/people');
    const { page, go } = at;
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByRole('dialog').getByLabel('User name').fill('noor');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const secret = page.getByRole('dialog', { name: 'Password of noor, shown only now' });
    const password = (await secret.locator('p').textContent()) ?? '';
    expect(password.length).toBeGreaterThan(11);
    await secret.getByRole('button', { name: 'Done' }).click();
    expect(await page.locator('body').textContent()).not.toContain(password);
    await go('/people');
    expect(await page.locator('body').textContent()).not.toContain(password);
    await go('/audit');
    await page
      .getByRole('row', { name: /user\.create admin/ })
      .first()
      .waitFor();
    await page.getByRole('searchbox', { name: 'Action' }).fill('settings');
    await page
      .getByRole('row', { name: /settings\S* admin/ })
      .first()
      .waitFor();
  });

  describe('a member who may only read', () => {
    it('sees the stockroom without buttons', async () => {
      await using at = await opened('/', member);
      const { page, go } = at;
      await page.getByRole('heading', { level: 1, name: 'Stockroom' }).waitFor();
      const offers = /New|Receive|Count|Import|Places|Edit|Archive$|Receipt|Issue|Transfer|Reverse/;
      const tools = () => page.locator('main').getByRole('button', { name: offers }).count();
      const links = () =>
        page
          .locator('main')
          .getByRole('link', { name: /Receive|Count|Import|Places/ })
          .count();
      expect(await tools()).toBe(0);
      expect(await links()).toBe(0);
      await go(`/stockroom/items/${item}`);
      await page.getByRole('heading', { level: 1, name: 'Lamp' }).waitFor();
      expect(await tools()).toBe(0);
      await go('/stockroom/ledger');
      expect(await tools()).toBe(0);
    });

    it('gets the reason at the address of another screen', async () => {
      await using at = await opened('/', member);
      const { page, go } = at;
      const answers: number[] = [];
      page.on('response', (response) => answers.push(response.status()));
      const paths = ['/orders', '/orders/1', '/products', '/customers', '/coupons', '/tax-rates', '/jobs', '/people'];
      const others = ['/audit', '/settings', '/stockroom/receive', '/stockroom/count', '/stockroom/places'];
      for (const path of [...paths, ...others, '/stockroom/import', '/reports/revenue']) {
        await go(path);
        const text = (await page.locator('main').textContent()) ?? '';
        expect(text, path).toContain('administrator');
        expect(await page.locator('main').getByRole('button').count(), path).toBe(0);
      }
      expect(answers.filter((status) => status >= 400)).toEqual([]);
    });
  });
});
