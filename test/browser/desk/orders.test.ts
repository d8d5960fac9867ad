import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { anOrder, openApi } from './desk-api.ts';
import { inDeskShop, numberIn, openDeskPages, settled } from './desk-shop.ts';
import { testMembers } from './members.ts';

/** The numbers of the preview of a refund, by their labels. */
async function previewOf(page: Page): Promise<Readonly<Record<string, number>>> {
  const preview = page.getByRole('region', { name: 'What reports will say today' });
  const labels = await preview.locator('dt').allTextContents();
  const amounts = await preview.locator('dd').allTextContents();
  return Object.fromEntries(labels.map((label, index) => [label, numberIn(amounts[index] ?? null)]));
}

const cents = (amount: number | undefined) => Math.round((amount ?? 0) * 100);
const dialog = (page: Page) => page.getByRole('dialog');

inDeskShop('embedded', { environment: { CURRENCY: 'EUR', MEMBER_ACCESS: 'operate' } }, (shop) => {
  const pages = openDeskPages('orders', shop);
  const api = openApi(shop);
  const today = async () => {
    const day = new Date().toISOString().slice(0, 10);
    const { totals } = await api.shop(
      'GET',
      `/shop-analytics/reports/revenue/stats?interval=day&after=${day}T00:00:00&before=${day}T23:59:59`,
    );
    return totals;
  };
  const refundsOf = (order: number) =>
    api.shop<readonly { readonly amount: string }[]>('GET', `/shop/v3/orders/${order}/refunds`);
  const opened = async (path: string, allowed = /^$/) => {
    const at = await pages.open();
    at.allow(allowed);
    await at.signIn(undefined, path);
    return at;
  };

  it('finds an order, and changes its status', async () => {
    const { id } = await api.shop('POST', '/shop/v3/orders', anOrder({ status: 'processing' }));
    await api.shop('POST', '/shop/v3/orders', anOrder({ billing: { email: 'other@shop.example' } }));
    await using at = await opened('/orders');
    const { page } = at;
    await page.getByRole('searchbox', { name: 'Search' }).fill('ada@shop');
    await page.getByRole('heading', { name: '1 order', exact: true }).waitFor();
    await page.getByRole('link', { name: `#${id}` }).click();
    await page.getByRole('heading', { level: 1, name: `Order ${id}` }).waitFor();
    await page.getByLabel('Change the status').selectOption('on-hold');
    await expect.poll(async () => (await api.shop('GET', `/shop/v3/orders/${id}`)).status).toBe('on-hold');
    await settled(page);
    // The tag was read again: the next change is no conflict.
    await page.getByLabel('Change the status').selectOption('completed');
    await expect.poll(async () => (await api.shop('GET', `/shop/v3/orders/${id}`)).status).toBe('completed');
  });

  it('changes whose order it is, its dates, recipient, source and currency', async () => {
    const { id: customer } = await api.shop('POST', '/shop/v3/customers', {
      first_name: 'Uma',
      email: 'u@shop.example',
    });
    const { id } = await api.shop('POST', '/shop/v3/orders', anOrder());
    await using at = await opened(`/orders/${id}`);
    const { page } = at;
    const form = dialog(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await form.getByRole('button', { name: 'Customer: Change' }).click();
    await form.getByRole('combobox', { name: 'Search' }).fill('Uma');
    await form.getByRole('option', { name: 'Uma' }).click();
    const typed = {
      'Created on': '2026-01-05T10:00',
      Currency: 'CHF',
      'Number in the shop that takes the orders': '77',
      'First name of the recipient': 'Ina',
      'Kind of source': 'campaign',
      'Name of the source': 'Spring',
    };
    for (const [label, text] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(text);
    await form.getByLabel('Test order').check();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    expect(await api.shop('GET', `/shop/v3/orders/${id}`)).toMatchObject({
      ...{ customer_id: customer, user_id: 77, currency: 'CHF', created_at: '2026-01-05T10:00:00Z', test: true },
      ...{ source: { type: 'campaign', name: 'Spring' }, shipping: { first_name: 'Ina' } },
    });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    for (const label of ['Kind of source', 'Name of the source'])
      await form.getByLabel(label, { exact: true }).fill('');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    expect((await api.shop('GET', `/shop/v3/orders/${id}`)).source).toBeNull();
  });

  it('shows how many orders are in each status, and only those of one', async () => {
    const held = [];
    for (const status of ['on-hold', 'on-hold', 'failed'])
      held.push((await api.shop('POST', '/shop/v3/orders', anOrder({ status }))).id);
    await using at = await opened('/orders');
    const { page } = at;
    const chips = page.getByRole('group', { name: 'Status' });
    const chip = (name: string) => chips.locator('label').filter({ hasText: name });
    const { total, statuses } = await api.shop('GET', '/shop/v3/orders/totals');
    const counts = statuses as readonly { readonly status: string; readonly total: number }[];
    expect(await chip('All').textContent()).toBe(`All ${total}`);
    expect(await chip('On hold').textContent()).toBe('On hold 2');
    expect(await chips.getByRole('radio').count()).toBe(1 + counts.filter((each) => each.total > 0).length);
    await chip('On hold').click();
    await page.getByRole('heading', { name: '2 orders', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('on-hold');
    await api.shop('PATCH', `/shop/v3/orders/${held[0]}`, { status: 'completed' });
    await expect.poll(() => chip('On hold').textContent()).toBe('On hold 1');
    // What was seen keeps its place while a search leaves nothing of it.
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing has this text');
    await expect.poll(() => chip('Failed').textContent()).toBe('Failed 0');
  });

  describe('a refund', () => {
    it('changes the report of today by what the preview shows', async () => {
      const { id } = await api.shop('POST', '/shop/v3/orders', anOrder());
      await expect
        .poll(async () => cents((await today()).net_revenue), { timeout: 30_000 })
        .toBeGreaterThanOrEqual(4000);
      const before = await today();
      await using at = await opened(`/orders/${id}`);
      const { page } = at;
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      await page.getByLabel('Quantity of Lamp').fill('1');
      await page.getByLabel('Shipping without tax').fill('5');
      const preview = await previewOf(page);
      expect(preview).toEqual({ 'Net sales': -20, Shipping: -5, Tax: -5, 'To refund': 30 });
      await dialog(page).getByRole('button', { name: 'Refund €30.00' }).click();
      await dialog(page).waitFor({ state: 'detached' });
      const changes = async () => {
        const after = await today();
        const change = (name: string) => cents(after[name]) - cents(before[name]);
        return [change('net_revenue'), change('shipping'), change('taxes'), change('total_sales')];
      };
      await expect
        .poll(changes, { timeout: 30_000 })
        .toEqual([
          cents(preview['Net sales']),
          cents(preview.Shipping),
          cents(preview.Tax),
          -cents(preview['To refund']),
        ]);
      await page.getByText('Left after refunds').waitFor();
    });

    it('cannot be more than what is left', async () => {
      const { id } = await api.shop('POST', '/shop/v3/orders', anOrder());
      await using at = await opened(`/orders/${id}`);
      const { page } = at;
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      const isRefused = async (left: string) => {
        await page.getByText(`No more than ${left} is left.`).waitFor();
        expect(
          await dialog(page)
            .getByRole('button', { name: /^Refund/ })
            .isDisabled(),
        ).toBe(true);
        await page.keyboard.press('Enter');
      };
      await page.getByLabel('Quantity of Lamp').fill('3');
      await isRefused('2 · €40.00 of Lamp');
      await page.getByLabel('Quantity of Lamp').fill('1');
      await page.getByLabel('Amount of Lamp without tax').fill('40.01');
      await isRefused('2 · €40.00 of Lamp');
      await page.getByLabel('Amount of Lamp without tax').fill('');
      await page.getByLabel('Quantity of Lamp').fill('');
      const other = page.getByLabel('Other amount, such as goodwill');
      await other.fill('54.01');
      await isRefused('€54.00');
      // What is no number is not taken for nothing.
      await page.getByLabel('Quantity of Lamp').fill('1');
      for (const wrong of ['5 euros', '1,000.00', '-5']) {
        await other.fill(wrong);
        await dialog(page).getByText('Quantities are whole numbers').waitFor();
        expect(await other.getAttribute('aria-invalid'), wrong).toBe('true');
        const isOff = dialog(page)
          .getByRole('button', { name: /^Refund/ })
          .isDisabled();
        expect(await isOff, wrong).toBe(true);
      }
      expect(await refundsOf(id)).toEqual([]);
    });

    it('is made once when its answer is lost', async () => {
      const { id } = await api.shop('POST', '/shop/v3/orders', anOrder());
      await using at = await opened(`/orders/${id}`, /ERR_CONNECTION_RESET/);
      const { page } = at;
      const keys: (string | undefined)[] = [];
      await page.route('**/refunds', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.continue();
        await route.fetch();
        return route.abort('connectionreset');
      });
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      await page.getByLabel('Quantity of Lamp').fill('2');
      await dialog(page)
        .getByRole('button', { name: /^Refund/ })
        .dblclick();
      await dialog(page).waitFor({ state: 'detached' });
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      expect((await refundsOf(id)).map(({ amount }) => Number(amount))).toEqual([48]);
    });
  });

  it('changes the lines of an order beside the changes of another user', async () => {
    const lamp = { name: 'Lamp', quantity: 2, subtotal: '40.00', total: '40.00', taxes: { 1: '8.00' } };
    const cup = { name: 'Cup', quantity: 1, subtotal: '10.00', total: '10.00', attributes: { colour: 'red' } };
    const lines = [lamp, cup];
    const { id, ...order } = await api.shop('POST', '/shop/v3/orders', anOrder({ lines, total: '64.00' }));
    const [one, two] = order.lines as readonly { readonly id: number }[];
    await using at = await opened(`/orders/${id}`, /412 \(Precondition Failed\)/);
    const { page } = at;
    await page.getByRole('button', { name: 'Edit the items' }).click();
    await dialog(page).getByLabel('Quantity of Lamp').fill('3');
    expect(await dialog(page).getByLabel('Amount of Lamp without tax').inputValue()).toBe('60.00');
    await dialog(page).getByRole('button', { name: 'Add a fee' }).click();
    await dialog(page).getByLabel('Name of the fee').fill('Wrap');
    await dialog(page).getByLabel('Amount of Wrap without tax').fill('2,5');
    await dialog(page).getByText('€90.50').waitFor();
    await api.shop('PATCH', `/shop/v3/orders/${id}`, {
      lines: [one, { ...two, quantity: 4, subtotal: '44.00', total: '44.00' }],
      total: '98.00',
    });
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another person changed this.').waitFor();
    await dialog(page).getByText('Now: 4 · €44.00').waitFor();
    await dialog(page).getByText('€124.50').waitFor();
    await pages.picture(page, 'lines of an order');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await api.shop('GET', `/shop/v3/orders/${id}`)).toMatchObject({
      lines: [
        { id: one?.id, quantity: 3, total: '60', taxes: { 1: '12' } },
        { id: two?.id, quantity: 4, total: '44', attributes: { colour: 'red' } },
      ],
      fee_lines: [{ title: 'Wrap', total: '2.5' }],
      tax_lines: [{ tax_total: '12', shipping_tax_total: '1' }],
      ...{ total: '124.5', total_tax: '13', shipping_total: '5' },
    });
  });

  it('fades no choices while the same ones are read again', async () => {
    await using at = await opened('/orders');
    const { page } = at;
    await page.getByRole('button', { name: 'New order', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Add a product' }).click();
    const choices = dialog(page).getByRole('listbox', { name: 'Name or SKU' });
    await choices.and(page.locator(':not([aria-busy])')).waitFor();
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/shop/v3/products?*', async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await api.shop('POST', '/shop/v3/products', { name: 'Bowl' });
    await asked.promise;
    expect(await choices.getAttribute('aria-busy')).toBeNull();
    held.resolve();
    await choices.getByRole('option', { name: 'Bowl' }).waitFor();
  });

  it('adds products to a new order once the rates are known', async () => {
    await using at = await opened('/orders');
    const { page } = at;
    const known = Promise.withResolvers<void>();
    await page.route('**/shop/v3/taxes?*', async (route) => {
      await known.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'New order' }).click();
    const add = dialog(page).getByRole('button', { name: 'Add a product' });
    await add.waitFor();
    expect(await add.isDisabled()).toBe(true);
    known.resolve();
    await expect.poll(() => add.isDisabled()).toBe(false);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('charges the rates that are chosen on a new order, for a customer with a history', async () => {
    const rate = { country: 'AT', name: 'VAT', percent: '20', priority: 1, shipping: true };
    const { id: vat } = await api.shop('POST', '/shop/v3/taxes', rate);
    await api.shop('POST', '/shop/v3/products', { name: 'Kettle, small', type: 'simple', price: '19.99' });
    const billing = { first_name: 'Rosa', last_name: 'Lind', email: 'rosa@shop.example', country: 'AT' };
    const { customer_id: customer } = await api.shop('POST', '/shop/v3/orders', anOrder({ billing }));
    await using at = await opened('/orders');
    const { page } = at;
    await page.getByRole('button', { name: 'New order' }).click();
    await dialog(page).getByRole('button', { name: 'Choose a customer' }).click();
    await dialog(page).getByRole('combobox', { name: 'Name or e-mail' }).fill('rosa');
    await dialog(page).getByRole('option', { name: 'Rosa Lind' }).click();
    await dialog(page).getByRole('button', { name: 'Add a product' }).click();
    await dialog(page).getByRole('combobox', { name: 'Name or SKU' }).fill('small');
    await dialog(page).getByRole('option', { name: 'Kettle, small' }).click();
    // The rate of the country of the customer is charged unless another is chosen.
    const tax = dialog(page).getByLabel('Tax on Kettle, small');
    expect(await tax.inputValue()).toBe(String(vat));
    await dialog(page).getByLabel('Quantity of Kettle, small').fill('3');
    await dialog(page).getByLabel('Shipping', { exact: true }).fill('4,90');
    await dialog(page).getByLabel('Tax on shipping').selectOption(String(vat));
    await dialog(page).getByRole('button', { name: 'Create the order for €77.84' }).click();
    await page.getByRole('heading', { level: 1, name: /^Order \d+/ }).waitFor();
    const order = await api.shop('GET', `/shop/v3/orders/${page.url().split('/').at(-1)}`);
    expect(order).toMatchObject({
      ...{ customer_id: customer, total: '77.84', total_tax: '12.97', shipping_total: '4.9', shipping_tax: '0.98' },
      lines: [{ quantity: 3, total: '59.97', taxes: { [vat]: '11.99' } }],
      tax_lines: [{ rate_id: vat, rate_code: 'AT-VAT-1', tax_total: '11.99', shipping_tax_total: '0.98' }],
    });
    await at.go(`/customers/${customer}`);
    await page.getByText('Returning', { exact: true }).waitFor();
    await page.getByText('2 orders', { exact: true }).waitFor();
    await page.getByRole('row', { name: /^Kettle, small 3 €59\.97/ }).waitFor();
    await pages.picture(page, 'customer');
  });

  it('writes an order by the keyboard, and keeps it when the pointer leaves the form', async () => {
    await api.shop('POST', '/shop/v3/products', { name: 'Ladle', type: 'simple', price: '12.50' });
    await using at = await opened('/orders');
    const { page } = at;
    const form = dialog(page);
    await page.getByRole('button', { name: 'New order' }).press('Enter');
    await form.getByLabel('First name').fill('Ada');
    await form.getByRole('button', { name: 'Add a product' }).press('Enter');
    await page.keyboard.type('ladle');
    await form.getByRole('option', { name: 'Ladle' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Add a product');
    // A second Enter, as that of a scanner, sends nothing.
    await page.keyboard.press('Enter');
    await form.getByRole('listbox').getByRole('option').first().waitFor();
    await form.getByLabel('Quantity of Ladle').fill('3');
    const create = form.getByRole('button', { name: 'Create the order for €37.50' });
    await create.waitFor();
    // Invalid input is marked, with a message.
    const price = form.getByLabel('Price of Ladle without tax');
    for (const wrong of ['12,5x', '']) {
      await price.fill(wrong);
      expect(await price.getAttribute('aria-invalid'), wrong).toBe('true');
      await form.getByRole('status').getByText('amounts have no more than four decimals').waitFor();
    }
    await price.fill('12,5');
    // Selecting a text with the pointer may end beside the form; a stray click takes nothing away.
    const { x, y } = (await price.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 30, y + 10);
    await page.mouse.down();
    await page.mouse.move(10, y + 10, { steps: 3 });
    await page.mouse.up();
    await page.mouse.click(10, y + 10);
    await create.click();
    await page.getByRole('heading', { level: 1, name: /^Order \d+/ }).waitFor();
    // A form without input is closed by a click beside it, not by a drag.
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const title = form.getByRole('heading');
    const from = (await title.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(10, from.y + 5, { steps: 3 });
    await page.mouse.up();
    expect(await form.count()).toBe(1);
    await page.mouse.click(10, 10);
    await form.waitFor({ state: 'detached' });
  });

  it('reports a concurrent change, keeps what was typed, and overwrites it on request', async () => {
    const product = { name: 'Kettle', type: 'simple', status: 'publish', regular_price: '30.00', sku: 'KETTLE' };
    const { id } = await api.shop('POST', '/shop/v3/products', product);
    await using at = await opened(`/products/${id}`, /412 \(Precondition Failed\)/);
    const { page } = at;
    await page.getByRole('button', { name: 'Edit' }).click();
    const name = dialog(page).getByLabel('Name', { exact: true });
    await name.fill('Kettle, black');
    await api.shop('PATCH', `/shop/v3/products/${id}`, { name: 'Kettle, red', regular_price: '35.00' });
    await page.getByRole('heading', { level: 1, name: 'Kettle, red', includeHidden: true }).waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another person changed this.').waitFor();
    expect(await name.inputValue()).toBe('Kettle, black');
    await dialog(page).getByText('Now: Kettle, red').waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await api.shop('GET', `/shop/v3/products/${id}`)).toMatchObject({ name: 'Kettle, black' });
    expect(Number((await api.shop('GET', `/shop/v3/products/${id}`)).regular_price)).toBe(35);
  });

  testMembers(shop, 'operate', [null]);
});
