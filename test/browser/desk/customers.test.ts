import { expect, it } from 'vitest';
import { desktop, phone } from '../chromium-pages.ts';
import { openApi } from './desk-api.ts';
import { inDeskShop, openDeskPages } from './desk-shop.ts';
import { faultsOf, widthOf } from './page-checks.ts';

inDeskShop('embedded', {}, (shop) => {
  const pages = openDeskPages('customers', shop);
  const api = openApi(shop);

  it.each([
    ['a desktop', { viewport: desktop }],
    ['a phone', { viewport: phone, isMobile: true, hasTouch: true }],
  ] as const)('a customer is registered and linked with an account on %s', async (_, options) => {
    const username = `buyer-${options.viewport.width}`;
    const account = { username, password: 'quiet-harbour-morning', role: 'member', shop_role: 'customer' };
    const { id: accountId } = await api.inventory('POST', '/users', account);
    await api.shop('POST', '/shop/v3/customers', { first_name: 'Uma', user_id: options.viewport.width });
    const { id } = await api.shop('POST', '/shop/v3/customers', { first_name: 'Ida' });
    await using at = await pages.open(options);
    at.allow(/4(?:00|09) \(/);
    await at.signIn(undefined, `/customers/${id}`);
    const { page } = at;
    const form = page.getByRole('dialog');
    const save = () => form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await form.getByLabel('Registered on').fill('2026-02-03T04:05');
    await form.getByLabel('Last active on').fill('2026-03-04T05:06');
    const choose = async (name: string) => {
      await form.getByRole('combobox', { name: 'Search' }).fill(name);
      await form.getByRole('option', { name }).click();
    };
    await form.getByRole('button', { name: 'Account of this system: Change' }).click();
    await choose('admin');
    await save();
    // Only accounts of customers can be linked.
    await form.getByText('There is no such account with the role of a customer.').waitFor();
    await choose(username);
    const number = form.getByLabel('Number in the shop that takes the orders');
    await number.fill(String(options.viewport.width));
    await save();
    await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true');
    await number.fill(String(options.viewport.width + 1));
    expect(await faultsOf(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(options.viewport.width);
    await save();
    await form.waitFor({ state: 'detached' });
    expect(await api.shop('GET', `/shop/v3/customers/${id}`)).toMatchObject({
      account_id: accountId,
      user_id: options.viewport.width + 1,
      registered_at: '2026-02-03T04:05:00Z',
      last_active_at: '2026-03-04T05:06:00Z',
    });
    await page.getByText(username).waitFor();
  });
});
