import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { anOrder, openApi } from './desk-api.ts';
import { inDeskShop, inSchemes, openDeskPages, settled, widths } from './desk-shop.ts';
import { faultsOf, longestTask, widthOf } from './page-checks.ts';

const markup = '<img src=x onerror="globalThis.isRun=1"><script>globalThis.isRun=1</script>';
const turned = '\u202Eelgnahc \u2066\u200F';
const long = 'Wandlampe'.repeat(1112).slice(0, 10_000);

inDeskShop('embedded', {}, (shop) => {
  const pages = openDeskPages('records', shop);
  const api = openApi(shop);
  const ids = { item: 0, product: 0, customer: 0, order: 0, large: 0, person: 0 };

  beforeAll(async () => {
    const { inventory, shop: ask } = api;
    await inventory('POST', '/locations', { code: '__proto__', name: markup });
    const item = { description: long, quantity: 7, barcode: '4006381333931' };
    ids.item = (await inventory('POST', '/items', { ...item, name: markup, sku: '__proto__' })).id;
    await inventory('POST', '/items', { name: long.slice(0, 200), sku: 'constructor', quantity: 1 });
    await inventory('POST', '/items', { name: turned, sku: 'turned', quantity: 0, reorder_level: 5 });
    await inventory('POST', '/users', { username: 'mona', display_name: markup, email: 'mona@shop.example' });
    ids.person = (await inventory('POST', '/users', { username: 'x'.repeat(64), display_name: turned })).id;
    const product = { type: 'simple', status: 'publish', regular_price: '12.5' };
    ids.product = (
      await ask('POST', '/shop/v3/products', { ...product, name: long.slice(0, 500), sku: '__proto__' })
    ).id;
    await ask('POST', '/shop/v3/products', { ...product, name: markup, sku: 'toString' });
    ids.customer = (
      await ask('POST', '/shop/v3/customers', { first_name: markup, last_name: turned, email: 'a@shop.example' })
    ).id;
    await ask('POST', '/shop/v3/coupons', { code: markup.slice(0, 100), discount_type: 'percent', amount: '10' });
    await ask('POST', '/shop/v3/taxes', { country: 'AT', name: markup, percent: '20', priority: 1 });
    await ask('POST', '/shop/v3/taxes', { name: '', percent: '5', priority: 1 });
    const above = (await inventory('POST', '/categories', { name: markup })).id;
    await inventory('POST', '/categories', { name: long.slice(0, 120), parent_id: above });
    const first = (await ask('POST', '/shop/v3/products/categories', { name: turned, slug: '__proto__' })).id;
    const second = { name: long.slice(0, 500), slug: 'long', parent_id: first };
    await ask('POST', '/shop/v3/products/categories', second);
    const line = { name: markup, quantity: 1, subtotal: '1', total: '1', taxes: {} };
    const bare = { total_tax: '0', shipping_total: '0', shipping_tax: '0', shipping_lines: [], tax_lines: [] };
    const billing = { first_name: long.slice(0, 100), last_name: markup, email: 'a@shop.example' };
    ids.order = (await ask('POST', '/shop/v3/orders', anOrder({ billing, customer_id: ids.customer }))).id;
    const lines = Array.from({ length: 2000 }, (_, index) => ({ ...line, attributes: { __proto__x: `${index}` } }));
    ids.large = (await ask('POST', '/shop/v3/orders', anOrder({ ...bare, billing, total: '2000', lines }))).id;
  });

  const paths = (): readonly string[] => [
    ...[
      '/stockroom/categories',
      '/products/categories',
      '/stockroom',
      `/stockroom/items/${ids.item}`,
      '/stockroom/ledger',
      '/stockroom/receive',
      '/stockroom/count',
    ],
    ...['/stockroom/places', '/stockroom/import', '/orders', `/orders/${ids.order}`, `/orders/${ids.large}`],
    ...['/products', `/products/${ids.product}`, '/customers', `/customers/${ids.customer}`, '/coupons'],
    ...['/tax-rates', '/jobs', '/people', '/audit', '/settings', '/account', '/more'],
  ];

  it('keeps and shows what is after the first 100 of a list', { timeout: 120_000 }, async () => {
    const many = async (path: string, bodyOf: (at: number) => object) => {
      for (let from = 0; from < 105; from += 21) {
        const requests = Array.from({ length: 21 }, (_, at) => ({ method: 'POST', path, body: bodyOf(from + at) }));
        await api.shop('POST', '/batch/v1', { requests });
      }
    };
    await many('/shop/v3/products/categories', (at) => ({ name: `${markup} ${at}`, slug: `kind-${at}` }));
    const list = (query: string) =>
      api.shop<readonly { readonly id: number; readonly name: string }[]>(
        'GET',
        `/shop/v3/products/categories?per_page=100&orderby=id&${query}`,
      );
    const [oldest] = await list('order=asc');
    const [newest] = await list('order=desc');
    const categories = [oldest?.id, newest?.id];
    const lamp = { name: 'Lamp', type: 'variable', status: 'publish', category_ids: categories };
    const { id } = await api.shop('POST', '/shop/v3/products', lamp);
    await many(`/shop/v3/products/${id}/variations`, (at) => ({ name: `Lamp ${at}`, price: '5' }));
    await using opened = await pages.open();
    const { page, signIn } = opened;
    await signIn(undefined, `/products/${id}`);
    for (const each of [oldest, newest])
      await page
        .getByText(each?.name ?? '')
        .first()
        .waitFor({ timeout: 20_000 });
    await page.getByLabel('Price: Lamp 104').fill('6');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Price: Lamp 0').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Lantern');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lantern' }).waitFor();
    const { category_ids: kept } = await api.shop('GET', `/shop/v3/products/${id}`);
    expect(kept).toEqual(categories);
    const variations = `/shop/v3/products/${id}/variations?per_page=100&search=Lamp`;
    const priced = await api.shop<readonly { readonly price: string }[]>('GET', `${variations}&page=1`);
    const rest = await api.shop<readonly { readonly price: string }[]>('GET', `${variations}&page=2`);
    const others = [...priced, ...rest].map(({ price }) => Number(price)).filter((price) => price !== 5);
    expect(others.toSorted()).toEqual([6, 7]);
  });

  describe.each(widths)('of a hostile shop at %s', (name, options) => {
    const faults: string[] = [];
    const note = (what: string, isFault: boolean) => isFault && faults.push(what);
    /** Checks what is on the page, light and dark. */
    const look = async (page: Page, what: string) => {
      await inSchemes(page, async (scheme) => {
        await pages.picture(page, `${what.replaceAll('/', ' ')} ${name} ${scheme}`);
        for (const fault of await faultsOf(page)) faults.push(`${what}, ${scheme}: ${fault}`);
      });
      const width = await widthOf(page);
      note(`${what} is ${width} px wide`, width > (options.viewport?.width ?? 0));
      note(`${what} ran markup`, (await page.evaluate('globalThis.isRun')) !== undefined);
    };

    it('every screen is sound, and none freezes', { timeout: 240_000 }, async () => {
      await using opened = await pages.open(options);
      const { page, go, signIn } = opened;
      await signIn();
      for (const path of paths()) {
        const task = await longestTask(page, () => go(path));
        note(`${path} has a task of ${task} ms`, task > 200);
        await look(page, path);
      }
      expect(faults.splice(0)).toEqual([]);
    });

    it('dialogs are sound too', { timeout: 120_000 }, async () => {
      await using opened = await pages.open(options);
      const { page, go, signIn } = opened;
      await signIn();
      const dialogs: readonly (readonly [path: string, button: string])[] = [
        [`/stockroom/items/${ids.item}`, 'Transfer'],
        [`/stockroom/items/${ids.item}`, 'Edit'],
        [`/orders/${ids.order}`, 'Refund'],
        [`/products/${ids.product}`, 'Edit'],
        [`/products/${ids.product}`, 'Move to the bin'],
        ['/people', 'New account'],
      ];
      for (const [path, button] of dialogs) {
        await go(path);
        await page.locator('main').getByRole('button', { name: button, exact: true }).click();
        await page.getByRole('dialog').waitFor();
        await look(page, `${path} ${button}`);
      }
      await go(`/orders/${ids.large}`);
      const typing = await longestTask(page, async () => {
        await page.getByRole('button', { name: 'Refund', exact: true }).click();
        await page
          .getByRole('textbox', { name: /^Quantity of/ })
          .first()
          .fill('1');
        await settled(page);
      });
      note(`the refund has a task of ${typing} ms`, typing > 200);
      expect(faults.splice(0)).toEqual([]);
    });
  });
});
