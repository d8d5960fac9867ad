import { expect, it } from 'vitest';
import { anOrder, openApi } from './desk-api.ts';
import { fillSignIn, inDeskShop, openDeskPages, settled } from './desk-shop.ts';
import { testForms } from './forms.ts';
import { testMembers } from './members.ts';

inDeskShop('embedded', { environment: { MEMBER_ACCESS: 'read' } }, (shop) => {
  const pages = openDeskPages('system', shop);
  const api = openApi(shop);
  const opened = async (path: string) => {
    const at = await pages.open();
    await at.signIn(undefined, path);
    return at;
  };

  it('shows the time of the next attempt after too many wrong passwords', async () => {
    await using at = await pages.open();
    at.allow(/401 \(|429 \(/);
    await at.page.goto(`${shop().url}/desk`);
    const limited = at.page.getByText(/^Too many requests\. Try again in \d+ s\.$/);
    await expect
      .poll(
        async () => {
          await fillSignIn(at.page, { username: 'stranger', password: 'wrong' });
          await settled(at.page);
          return limited.count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
  });

  it('reviews settings, then stores them', async () => {
    await using at = await opened('/settings');
    const { page } = at;
    const excluded = page.getByRole('group', { name: 'Statuses not counted' });
    const isChecked = (name: string) => excluded.getByRole('checkbox', { name }).isChecked();
    expect([await isChecked('Cancelled'), await isChecked('On hold')]).toEqual([true, false]);
    await excluded.getByRole('checkbox', { name: 'On hold' }).check();
    await page.getByRole('combobox', { name: 'First day of the week' }).selectOption('Saturday');
    await page.getByRole('button', { name: 'Review the changes' }).click();
    const review = page.getByRole('dialog', { name: 'Save these settings?' });
    await review.getByText('First day of the week: Saturday (was Monday)').waitFor();
    await review.getByText(/Statuses not counted: .*On hold/).waitFor();
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

  it('keeps what was typed into settings when another user saves some', async () => {
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
    const { total, statuses } = await api.inventory('GET', '/jobs/totals');
    const counted = statuses as readonly { readonly status: string; readonly total: number }[];
    const numbers = (texts: readonly string[]) => texts.map((text) => Number(/\d+$/.exec(text)?.[0]));
    expect(numbers(await page.getByRole('group', { name: 'State' }).locator('label').allTextContents())).toEqual([
      total,
      ...counted.map((each) => each.total),
    ]);
    expect(total).toBeGreaterThan(0);
    const download = page.waitForEvent('download');
    await page
      .getByRole('row', { name: /Export/ })
      .getByRole('link', { name: 'Download' })
      .click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  it('counts items by stock status above their list, and shows those of one', async () => {
    const item = (name: string, quantity: number) =>
      api.inventory('POST', '/items', { name, sku: name.replace(' ', '-'), quantity, reorder_level: 3 });
    for (const [name, quantity] of [
      ['Kitchen jug', 9],
      ['Kitchen pan', 2],
      ['Kitchen pot', 0],
    ] as const)
      await item(name, quantity);
    await using at = await opened('/stockroom?q=kitchen');
    const { page } = at;
    const stock = page.getByRole('group', { name: 'Stock' }).locator('label');
    expect(await stock.allTextContents()).toEqual(['All 3', 'In stock 1', 'Low 1', 'Out of stock 1', 'Negative 0']);
    await stock.filter({ hasText: 'Low' }).click();
    await page.getByRole('rowheader', { name: 'Kitchen pot' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Kitchen pan']);
    await item('Kitchen cup', 1);
    await expect.poll(() => stock.allTextContents()).toContain('Low 2');
    await page.getByPlaceholder(/^Scan/).fill('kitchen cup');
    await expect
      .poll(() => stock.allTextContents())
      .toEqual(['All 1', 'In stock 0', 'Low 1', 'Out of stock 0', 'Negative 0']);
  });

  it('creates an account with a password that is shown once, and audits its author', async () => {
    await using at = await opened('/people');
    const { page, go } = at;
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByRole('dialog').getByLabel('User name').fill('noor');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const secret = page.getByRole('dialog', { name: 'Password of noor, shown only now' });
    const password = (await secret.locator('p').textContent()) ?? '';
    expect(password.length).toBeGreaterThan(11);
    // A stray click does not take it away.
    await page.mouse.click(5, 5);
    expect(await secret.locator('p').textContent()).toBe(password);
    await secret.getByRole('button', { name: 'Done' }).click();
    expect(await page.locator('body').textContent()).not.toContain(password);
    await go('/people');
    expect(await page.locator('body').textContent()).not.toContain(password);
    await go('/audit');
    await page
      .getByRole('row', { name: /user\.create admin/ })
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'Action' }).fill('shop_settings.*');
    await page
      .getByRole('row', { name: /user\.create/ })
      .first()
      .waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /settings\S* admin/ })
      .first()
      .waitFor();
    expect(page.url()).toContain('action=shop_settings.*');
    await page.getByRole('combobox', { name: 'Action' }).fill('user.');
    await page.getByLabel('On what').selectOption('user');
    await page.getByRole('row', { name: /user\.create admin/ }).click();
    const entry = page.getByRole('dialog', { name: 'user.create' });
    await entry.getByRole('row', { name: 'username null noor' }).waitFor();
    expect(await entry.textContent()).not.toContain(password);
  });

  testForms(shop);
  testMembers(shop, 'read', [null]);
});
