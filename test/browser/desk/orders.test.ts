import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { anOrder, openApi } from './desk-api.ts';
import { inDeskShop, numberIn, openDeskPages, settled } from './desk-shop.ts';

/** The numbers of the preview of a refund, by their labels. */
async function previewOf(page: Page): Promise<Readonly<Record<string, number>>> {
  const preview = page.getByRole('region', { name: 'What reports will say today' });
  const labels = await preview.locator('dt').allTextContents();
  const amounts = await preview.locator('dd').allTextContents();
  return Object.fromEntries(labels.map((label, index) => [label, numberIn(amounts[index] ?? null)]));
}

const cents = (amount: number | undefined) => Math.round((amount ?? 0) * 100);
const dialog = (page: Page) => page.getByRole('dialog');

inDeskShop('embedded', { environment: { CURRENCY: 'EUR' } }, (shop) => {
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
    await at.signIn();
    await at.go(path);
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

  describe('a refund', () => {
    it('changes the report of today by what the preview says', async () => {
      const { id } = await api.shop('POST', '/shop/v3/orders', anOrder());
      await expect.poll(async () => cents((await today()).net_revenue)).toBeGreaterThanOrEqual(4000);
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
        .poll(changes)
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
      const isRefused = async () => {
        await page.getByText('No more than €54.00 is left.').waitFor();
        expect(
          await dialog(page)
            .getByRole('button', { name: /^Refund/ })
            .isDisabled(),
        ).toBe(true);
        await page.keyboard.press('Enter');
      };
      await page.getByLabel('Quantity of Lamp').fill('3');
      await isRefused();
      await page.getByLabel('Quantity of Lamp').fill('1');
      await page.getByLabel('Amount of Lamp without tax').fill('40.01');
      await isRefused();
      await page.getByLabel('Amount of Lamp without tax').fill('');
      await page.getByLabel('Quantity of Lamp').fill('');
      await page.getByLabel('Other amount, such as goodwill').fill('54.01');
      await isRefused();
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

  it('tells the second of two people, keeps what was typed, and saves it over', async () => {
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
});
