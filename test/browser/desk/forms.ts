import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { anOrder, openApi } from './desk-api.ts';
import { type DeskShop, openDeskPages } from './desk-shop.ts';

interface Form {
  readonly path: string;
  /** The button that opens it; without one it is the screen. */
  readonly opens?: string;
  /** What it needs before it can be sent. */
  readonly prepare?: (form: Locator, page: Page) => Promise<void>;
  readonly saves?: string | RegExp;
  /** Values by the names of the fields. */
  readonly typed: Readonly<Record<string, string>>;
  /** Fields with an error message. */
  readonly wrong: readonly string[];
}

const NUL = '\u0000';

/** Declares tests of forms with input that the server refuses. */
export function testForms(shop: () => DeskShop): void {
  const pages = openDeskPages('forms', shop);
  const api = openApi(shop);
  const ids = { item: 0, product: 0, order: 0, customer: 0 };
  beforeAll(async () => {
    ids.item = (await api.inventory('POST', '/items', { name: 'Cup', sku: 'TAKEN', quantity: 3 })).id;
    const product = { name: 'Cup', type: 'simple', status: 'publish', regular_price: '3' };
    ids.product = (await api.shop('POST', '/shop/v3/products', product)).id;
    ids.order = (await api.shop('POST', '/shop/v3/orders', anOrder())).id;
    ids.customer = (await api.shop('POST', '/shop/v3/customers', { first_name: 'Ida', email: 'i@shop.example' })).id;
    await api.shop('POST', '/shop/v3/coupons', { code: 'taken', discount_type: 'percent', amount: '10' });
    await api.inventory('POST', '/operations', { item_id: ids.item, type: 'receipt', quantity: 2 });
  });

  const forms = (): readonly Form[] => [
    { path: '/stockroom', opens: 'New item', typed: { name: 'x', sku: 'a\u0001b' }, wrong: ['sku'] },
    { path: '/stockroom', opens: 'New item', typed: { name: 'x', sku: 'TAKEN' }, wrong: ['sku'] },
    {
      path: `/stockroom/items/${ids.item}`,
      opens: 'Receipt',
      saves: 'Book',
      typed: { quantity: '1', reason: 'a\u0001' },
      wrong: ['reason'],
    },
    { path: '/stockroom/places', opens: 'New place', typed: { code: 'a b', name: 'x' }, wrong: ['code'] },
    { path: '/people', opens: 'New account', typed: { username: 'a b', email: 'none' }, wrong: ['username', 'email'] },
    { path: '/people', opens: 'New account', typed: { username: 'admin' }, wrong: ['username'] },
    { path: '/coupons', opens: 'New coupon', typed: { code: 'x', amount: 'abc' }, wrong: ['amount'] },
    { path: '/coupons', opens: 'New coupon', typed: { code: 'taken', amount: '5' }, wrong: ['code'] },
    { path: '/tax-rates', opens: 'New tax rate', typed: { percent: '5', priority: 'x' }, wrong: ['priority'] },
    { path: `/products/${ids.product}`, opens: 'Edit', typed: { regular_price: 'abc' }, wrong: ['regular_price'] },
    {
      path: `/orders/${ids.order}`,
      opens: 'Edit',
      typed: { 'billing.first_name': 'Ida', 'billing.email': `a${NUL}` },
      wrong: ['billing.email'],
    },
    { path: `/customers/${ids.customer}`, opens: 'Edit', typed: { email: `a${NUL}` }, wrong: ['email'] },
    {
      path: `/stockroom/items/${ids.item}`,
      opens: 'Edit',
      typed: { name: 'Bowl', barcode: 'a\u0001' },
      wrong: ['barcode'],
    },
    ...['Issue', 'Count'].map((opens) => ({
      path: `/stockroom/items/${ids.item}`,
      opens,
      saves: 'Book',
      typed: { quantity: '1', reference: 'a\u0001' },
      wrong: ['reference'],
    })),
    {
      path: `/stockroom/items/${ids.item}`,
      opens: 'Reverse',
      saves: 'Reverse',
      typed: { reason: 'a\u0001' },
      wrong: ['reason'],
    },
    {
      path: '/stockroom/receive',
      saves: 'Book 1 line',
      prepare: async (form, page) => {
        await form.getByRole('searchbox').fill('TAKEN');
        await page.keyboard.press('Enter');
      },
      typed: { reference: 'a\u0001' },
      wrong: ['reference'],
    },
    {
      path: '/stockroom/categories',
      opens: 'New category',
      typed: { name: 'a\u0001', position: '1' },
      wrong: ['name'],
    },
    { path: '/products/categories', opens: 'New category', typed: { name: `a${NUL}` }, wrong: ['name'] },
    { path: '/products', opens: 'New product', typed: { name: 'Pot', regular_price: 'abc' }, wrong: ['regular_price'] },
    { path: '/customers', opens: 'New customer', typed: { first_name: 'Ida', email: `a${NUL}` }, wrong: ['email'] },
    {
      path: '/orders',
      opens: 'New order',
      saves: /^Create the order for/,
      prepare: async (form) => {
        await form.getByRole('button', { name: 'Add a product' }).click();
        await form.getByRole('combobox', { name: 'Name or SKU' }).fill('Cup');
        await form.getByRole('option', { name: 'Cup' }).first().click();
        await form.getByLabel(/^Price of Cup/).fill('3');
      },
      typed: { first_name: 'Ida', last_name: `a${NUL}` },
      wrong: ['last_name'],
    },
    {
      path: `/orders/${ids.order}`,
      opens: 'Refund',
      saves: /^Refund .+\d/,
      prepare: (form) => form.getByLabel('Amount of Lamp without tax').fill('1'),
      typed: { reason: `a${NUL}` },
      wrong: ['reason'],
    },
    {
      path: '/account',
      saves: 'Save the password',
      typed: { current_password: 'wrong', new_password: 'autumn-leaf-on-water', again: 'autumn-leaf-on-water' },
      wrong: ['current_password'],
    },
    {
      path: '/account/passwords',
      opens: 'New password',
      saves: 'New password',
      typed: { name: 'Till', expires_at: '2001-01-01T10:00' },
      wrong: ['expires_at'],
    },
    {
      path: '/directory',
      opens: 'Set up a directory',
      typed: { urls: 'http://nothing.example', bind_dn: 'cn=reader' },
      wrong: ['urls'],
    },
    { path: '/settings', saves: 'Review the changes', typed: { low_stock_amount: 'abc' }, wrong: ['low_stock_amount'] },
  ];

  it('a refusal is shown beside its field, and what was typed stays', { timeout: 180_000 }, async () => {
    await using at = await pages.open();
    at.allow(/4(?:00|09|22) \(/);
    await at.signIn();
    const { page, go } = at;
    for (const { path, opens, prepare, saves = 'Save', typed, wrong } of forms()) {
      await go(path);
      if (opens !== undefined)
        await page.locator('main').getByRole('button', { name: opens, exact: true }).first().click();
      const form = opens === undefined ? page.locator('main') : page.getByRole('dialog');
      const field = (name: string) =>
        name === 'quantity' ? form.getByRole('textbox', { name: /uantity/ }) : form.locator(`[name="${name}"]`);
      await prepare?.(form, page);
      for (const [name, value] of Object.entries(typed)) await field(name).fill(value);
      await form.getByRole('button', { name: saves, exact: true }).click();
      const what = `${path} ${JSON.stringify(typed)}`;
      await expect
        .poll(() => form.locator('[aria-invalid="true"]').evaluateAll(namesIn), { message: what, timeout: 20_000 })
        .toEqual(wrong);
      for (const name of wrong) {
        const id = (await field(name).getAttribute('aria-describedby'))?.split(' ').at(-1);
        expect((await form.locator(`[id="${id}"]`).textContent())?.length, what).toBeGreaterThan(5);
      }
      for (const [name, value] of Object.entries(typed)) expect(await field(name).inputValue(), what).toBe(value);
    }
  });
}

const namesIn = (fields: readonly { readonly name: string }[]): readonly string[] => fields.map(({ name }) => name);
