import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { anOrder, type DeskApi, openApi } from './desk-api.ts';
import { inDeskShop, looks, numberIn, openDeskPages, settled, unsettled } from './desk-shop.ts';
import { faultsOf, outsideOf, widthOf } from './page-checks.ts';

const rowsOf = (page: Page) => page.getByRole('table').last().locator('tbody tr');
/** Pieces of days, times and numbers in tables that go over two lines, and first cells of more than three. */
const brokenIn = (page: Page) =>
  page.evaluate<readonly string[]>(`(() => {
    const whole = [...document.querySelectorAll('main table :is(time > *, th.cell a[href*="/orders/"], [class*="cell"][data-number])')];
    const lines = (element) => new Set([...element.getClientRects()].map(({ top }) => Math.round(top))).size;
    const heads = [...document.querySelectorAll('main tbody th')];
    return [
      ...whole.filter((element) => lines(element) > 1 || element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0),
      ...heads.filter((element) => element.getBoundingClientRect().height > 74),
    ].map((element) => element.outerHTML.slice(0, 200));
  })()`);
const searchOf = (page: Page) => new URL(page.url()).searchParams;

inDeskShop('embedded', { orders: 600 }, (shop) => {
  const pages = openDeskPages('tables', shop);
  let api: DeskApi;
  beforeAll(() => {
    api = openApi(shop);
  });
  const opened = async (path: string, options: Parameters<typeof pages.open>[0] = {}) => {
    const at = await pages.open(options);
    await at.signIn();
    await at.go(path);
    return at;
  };

  it('shows the values of before under those of the table, and the change', async () => {
    await using at = await opened('/reports/products?period=90d&sort=-net_revenue');
    const { page } = at;
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Values of before').check();
    await page.keyboard.press('Escape');
    await settled(page);
    expect(searchOf(page).get('rows')).toBe('compared');
    const head = await page.getByRole('columnheader').allTextContents();
    const row = rowsOf(page).filter({ hasText: '%' }).first();
    await row.waitFor();
    const cells = await row.locator('td, th').allTextContents();
    const of = (name: string) => cells[head.indexOf(name) + 1] ?? '';
    const [now = '', before = ''] = of('Net sales').split('€').slice(1);
    const change = Math.round((100 * (numberIn(now) - numberIn(before))) / numberIn(before));
    expect(Math.abs(numberIn(of('Change: Net sales').replace(/[+,]/g, '')) - change)).toBeLessThanOrEqual(1);
    await page.reload();
    await settled(page);
    await row.waitFor();
    expect(await row.locator('td, th').allTextContents()).toEqual(cells);
  });

  it('shows the buckets of before by their place', async () => {
    await using at = await opened('/reports/revenue?period=90d&by=month&rows=compared');
    const { page } = at;
    const [now] = await rowsOf(page).first().getByText(/^€/).allTextContents();
    expect(now).toMatch(/^€/);
    expect(await rowsOf(page).first().locator('small').count()).toBeGreaterThan(5);
    await page.getByLabel('Compare with').selectOption('none');
    await settled(page);
    expect(await rowsOf(page).first().locator('small').count()).toBe(0);
  });

  it('compares exactly the rows that are checked', async () => {
    await using at = await opened('/reports/products?period=12m&sort=-net_revenue');
    const { page } = at;
    const boxes = rowsOf(page).getByRole('checkbox');
    const names = await rowsOf(page).getByRole('link').allTextContents();
    await boxes.nth(0).check();
    expect(await page.getByRole('button', { name: 'Compare these' }).isDisabled()).toBe(true);
    await boxes.nth(2).check();
    await page.getByRole('button', { name: 'Compare these' }).click();
    await settled(page);
    expect(searchOf(page).get('cut')).toBe('product');
    const lines = await page.getByRole('button', { name: /^Hide / }).allTextContents();
    const chosen = [names[0] ?? '', names[2] ?? ''];
    expect(lines.map((line) => chosen.findIndex((name) => line.startsWith(name))).toSorted()).toEqual([0, 1]);
    await page.goBack();
    await settled(page);
    expect(await rowsOf(page).count()).toBe(25);
  });

  it('hides the lines of a chart, and shows only one, by pointer and by keys', async () => {
    await using at = await opened('/reports/products?period=12m&cut=product');
    const { page } = at;
    const lines = page.getByRole('list', { name: 'Lines of the chart' });
    const shown = lines.getByRole('button', { name: /^Hide / });
    const drawn = page.locator('main svg g[data-hue]');
    const all = await shown.count();
    const areShown = (count: number) =>
      expect.poll(async () => [await shown.count(), await drawn.count()]).toEqual([count, count]);
    expect(all).toBeGreaterThan(3);
    await areShown(all);
    const [first, second] = [0, 1].map((place) => lines.getByRole('button', { name: /^(?:Hide|Show) / }).nth(place));
    const name = (await second?.getAttribute('aria-label'))?.replace('Hide ', '') ?? '';
    await second?.click();
    await areShown(all - 1);
    await page
      .getByRole('status')
      .filter({ hasText: `${name} is hidden` })
      .waitFor({ state: 'attached' });
    await second?.dblclick();
    await areShown(1);
    await page
      .getByRole('status')
      .filter({ hasText: `Only ${name} is shown` })
      .waitFor({ state: 'attached' });
    await second?.press('Enter');
    await areShown(all);
    await first?.press('Shift+Enter');
    await areShown(1);
    await first?.press('Shift+Enter');
    await areShown(all);
    await second?.hover();
    await page.mouse.down();
    await areShown(1);
    await page.mouse.up();
    await areShown(1);
    // The comparison of a chart that is not broken down is a line too.
    await at.go('/reports/revenue?period=90d');
    await shown.last().click();
    await expect.poll(() => page.locator('main svg g[data-tone]').count()).toBe(1);
  });

  it('narrows a report to a value of a row, and leaves it out', async () => {
    await using at = await opened('/reports/orders?period=12m');
    const { page } = at;
    const conditions = () => searchOf(page).getAll('if');
    const menu = page.getByRole('menu');
    const row = rowsOf(page).filter({ hasText: 'Completed' }).first();
    await row.hover();
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await menu.getByRole('menuitem', { name: 'Only Completed' }).click();
    await settled(page);
    expect(conditions()).toEqual(['status.is:completed']);
    expect(await rowsOf(page).filter({ hasNotText: 'Completed' }).count()).toBe(0);
    const more = rowsOf(page)
      .first()
      .getByRole('button', { name: /^Actions for/ });
    await more.focus();
    await page.keyboard.press('Enter');
    // What is chosen already is not offered again.
    await expect.poll(() => menu.locator(':focus').allTextContents()).toEqual(['Without Completed']);
    await page.keyboard.press('Enter');
    await expect.poll(conditions).toEqual(['status.not:completed']);
    await page.goBack();
    await page.goBack();
    await expect.poll(conditions).toEqual([]);
    // From a board to its report without one of its rows.
    await at.go('');
    const customers = page.getByRole('heading', { name: 'Top customers' }).locator('xpath=ancestor::section[1]');
    // Its amounts are not of the period of the others.
    await customers.getByRole('heading', { name: 'Top customers all time' }).waitFor();
    await customers.getByRole('listitem').first().hover();
    await customers
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await menu
      .getByRole('menuitem', { name: /^Without / })
      .first()
      .click();
    await settled(page);
    expect(conditions()).toEqual([expect.stringMatching(/^customer\.not:\d+$/)]);
    expect(new URL(page.url()).pathname).toMatch(/\/reports\/customers$/);
  });

  it('narrows a report on a phone', async () => {
    await using at = await opened('/reports/products?period=12m', looks[3]?.[1]);
    const { page } = at;
    await rowsOf(page).first().getByRole('button', { name: 'All values of this row' }).tap();
    await page.getByRole('button', { name: 'Actions', exact: true }).tap();
    const menu = page.getByRole('menu');
    expect(await menu.boundingBox()).toMatchObject({ x: 0, width: 390 });
    expect(await faultsOf(page)).toEqual([]);
    await menu
      .getByRole('menuitem', { name: /^Only / })
      .first()
      .tap();
    await settled(page);
    expect(searchOf(page).get('if')).toMatch(/^product\.is:\d+$/);
    expect(await outsideOf(page)).toEqual([]);
  });

  it('folds the rows of another period on a phone', async () => {
    await using at = await opened('/reports/revenue?period=12m&by=month', looks[3]?.[1]);
    const { page } = at;
    const unfolds = page.getByRole('button', { name: 'All values of this row' });
    await unfolds.first().tap();
    expect(await unfolds.first().getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('w');
    await settled(page);
    expect(searchOf(page).get('period')).toBe('week');
    expect(await unfolds.count()).toBeGreaterThan(0);
    expect(await page.locator('main table [aria-expanded="true"]').count()).toBe(0);
  });

  it('saves the shown page as CSV', async () => {
    await using at = await opened('/reports/products?period=12m&sort=-net_revenue&page=2&cols=name,net_revenue');
    const { page } = at;
    const names = await rowsOf(page).getByRole('link').allTextContents();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'This page as a file' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('products-2.csv');
    const [head, ...rows] = parse(await readFile(await file.path(), 'utf8')) as string[][];
    expect(head).toEqual(['Product', 'Net sales']);
    expect(rows.map(([name]) => name)).toEqual(names);
    expect(rows.every(([, sum]) => /^-?\d+(\.\d+)?$/.test(sum ?? ''))).toBe(true);
  });

  it('breaks a bucket of the chart down', async () => {
    await using at = await opened('/reports/products?period=12m&by=month');
    const { page } = at;
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Category' }).click();
    await settled(page);
    expect(searchOf(page).get('cut')).toBe('category');
    expect(searchOf(page).get('period')).toMatch(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/);
    expect(await page.getByRole('button', { name: /^Hide / }).count()).toBeGreaterThan(1);
  });

  it('keeps the rows of a reader where they are until newer ones are requested', async () => {
    await using at = await opened('/orders');
    const { page } = at;
    const first = await rowsOf(page).first().textContent();
    const read = rowsOf(page).nth(3);
    await read.hover();
    const place = await read.boundingBox();
    const total = '12.00';
    const none = { total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' };
    await api.shop('POST', '/shop/v3/orders', {
      status: 'processing',
      // The orders of the shop continue until tonight.
      created_at: new Date(Date.now() + 86_400_000).toISOString(),
      total,
      ...none,
      lines: [{ product_id: 10, name: 'Mug', quantity: 1, subtotal: total, total }],
    });
    const notice = page.getByRole('status').filter({ hasText: '1 newer row' });
    await notice.waitFor();
    expect(await rowsOf(page).first().textContent()).toBe(first);
    expect(await read.boundingBox()).toEqual(place);
    await notice.getByRole('button', { name: 'Show' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await rowsOf(page).first().textContent()).not.toBe(first);
  });

  it('marks the numbers that an order changes, and none when the period changes', async () => {
    await using at = await opened('/reports/revenue?period=30d');
    const { page } = at;
    const marked = page.locator('main :is([class*="odd"], [class*="even"])');
    for (const key of ['w', 't']) {
      await page.keyboard.press(key);
      await settled(page);
    }
    expect(await marked.count()).toBe(0);
    await api.shop('POST', '/shop/v3/orders', anOrder());
    const cells = rowsOf(page).locator(':is([class*="odd"], [class*="even"])');
    await expect.poll(() => cells.count(), { timeout: 20_000 }).toBeGreaterThan(0);
    const figures = page.locator('main section [class*="figure"]:is([class*="odd"], [class*="even"])');
    expect(await figures.count()).toBeGreaterThan(0);
    let held = 0;
    const released = Promise.withResolvers<void>();
    await page.route('**/reports/answers', async (route) => {
      held += 1;
      await released.promise;
      await route.continue().catch(() => undefined);
    });
    await api.shop('POST', '/shop/v3/orders', anOrder());
    await expect.poll(() => held, { timeout: 20_000 }).toBeGreaterThan(0);
    await page.keyboard.press('w');
    // The cached answer is that of before the order.
    await expect.poll(() => page.locator(unsettled).count()).toBeGreaterThan(0);
    released.resolve();
    await settled(page);
    expect(await marked.count()).toBe(0);
  });

  it('takes down an order, which the reports count', async () => {
    const rate = { name: 'VAT', country: 'AT', percent: '20', priority: 1, shipping: true };
    const { id: vat } = await api.shop('POST', '/shop/v3/taxes', rate);
    await using at = await opened('/orders');
    const { page } = at;
    await page.getByRole('button', { name: 'New order' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('ida@shop.example');
    await dialog.getByRole('button', { name: 'Add a product' }).click();
    await dialog.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await dialog
      .getByRole('textbox', { name: /^(?:Price of|Quantity of)/ })
      .or(dialog.getByRole('option'))
      .first()
      .waitFor();
    if ((await dialog.getByRole('option').count()) > 0) await page.keyboard.press('Enter');
    await dialog.getByLabel(/^Price of/).fill('20,50');
    await dialog.getByLabel(/^Quantity of/).fill('2');
    await dialog.getByLabel(/^Tax on (?!shipping)/).selectOption(String(vat));
    await dialog.getByRole('button', { name: 'Create the order for €49.20' }).click();
    await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor();
    const id = /\d+$/.exec(new URL(page.url()).pathname)?.[0];
    const order = await api.shop('GET', `/shop/v3/orders/${id}`);
    expect([Number(order.total), Number(order.total_tax), order.status]).toEqual([49.2, 8.2, 'processing']);
  });

  describe.each(looks.filter(([name]) => name.startsWith('390')))('a table at %s', (name, options) => {
    it('folds its rows, unfolds one, and has no fault', async () => {
      await using at = await opened('/reports/products?period=12m&sort=-net_revenue&rows=compared', options);
      const { page, go } = at;
      expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Product', 'Net sales']);
      const unfold = rowsOf(page).first().getByRole('button', { name: 'All values of this row' });
      await unfold.click();
      expect(await unfold.getAttribute('aria-expanded')).toBe('true');
      expect(await page.getByRole('term').allTextContents()).toContain('Items sold');
      expect(await faultsOf(page), 'unfolded').toEqual([]);
      expect(await widthOf(page)).toBeLessThanOrEqual(390);
      await pages.picture(page, `unfolded ${name}`);
      for (const path of ['/orders', '/customers', '/reports/meanings', '/reports/meanings?report=orders']) {
        await go(path);
        expect(await faultsOf(page), path).toEqual([]);
        expect(await outsideOf(page), path).toEqual([]);
      }
    });

    it('keeps days, times and numbers whole, and has no more than three lines in the first cell of a row', async () => {
      const name = 'Cup';
      const { id } = await api.inventory('POST', '/items', { name, sku: `CUP-${options.colorScheme}`, quantity: 120 });
      const broken = { item_id: id, type: 'adjustment', quantity: -2, reason: 'broken' };
      const operation = await api.inventory('POST', '/operations', broken);
      await api.inventory('POST', `/operations/${operation.id}/reverse`, { reason: 'it was whole' });
      await using at = await opened('/stockroom', options);
      const { page, go } = at;
      for (const path of [
        '/stockroom',
        '/stockroom/ledger',
        `/stockroom/items/${id}`,
        '/orders',
        '/audit',
        '/customers/1',
      ]) {
        await go(path);
        await rowsOf(page).first().waitFor();
        expect(await brokenIn(page), path).toEqual([]);
        await pages.picture(page, `folded ${path.replaceAll(/\W+/g, ' ')} ${options.colorScheme}`);
      }
      for (const path of [
        '/reports/orders?period=all',
        '/reports/downloads?period=all',
        '/reports/revenue?period=12m&by=week',
      ]) {
        await go(path);
        await rowsOf(page).first().waitFor();
        expect(await brokenIn(page), path).toEqual([]);
      }
      await go('/stockroom/ledger');
      const first = await rowsOf(page).first().getByRole('rowheader').textContent();
      expect(first?.replaceAll(/\d+/g, 'n')).toMatch(/CupReversal Reverses no\. n$/);
    });
  });

  it('leads from the meaning of a number to all of the report', async () => {
    await using at = await opened('/reports/orders');
    const { page } = at;
    await page.getByRole('button', { name: 'Meaning of Net sales' }).first().click();
    await page.getByRole('link', { name: 'All meanings of this report' }).click();
    await page.getByRole('heading', { level: 1, name: 'Meanings of the numbers' }).waitFor();
    expect(await page.getByRole('term').count()).toBeGreaterThan(5);
    expect(searchOf(page).get('report')).toBe('orders');
  });
});
