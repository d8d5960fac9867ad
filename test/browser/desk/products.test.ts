import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { anOrder, openApi } from './desk-api.ts';
import { inDeskShop, openDeskPages, settled, widths } from './desk-shop.ts';
import { faultsOf, widthOf } from './page-checks.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
/** The text that describes a field: its hint, and what is wrong with it. */
const describedBy = async (page: Page, field: Locator): Promise<string> => {
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter((id) => id !== '');
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
  return texts.join(' ');
};

inDeskShop('embedded', { environment: { CURRENCY: 'EUR' } }, (shop) => {
  const pages = openDeskPages('products', shop);
  const api = openApi(shop);
  const opened = async (path: string, options: BrowserContextOptions = {}, allowed = /^$/) => {
    const at = await pages.open(options);
    at.allow(allowed);
    await at.signIn(undefined, path);
    return at;
  };
  const size = { id: 0, name: 'Size', slug: 'size', options: ['S', 'M'], variation: true };
  const aShirt = (more: object = {}) =>
    api.shop('POST', '/shop/v3/products', { name: 'Shirt', type: 'variable', attributes: [size], ...more });
  const variation = (product: number, id: number) => api.shop('GET', `/shop/v3/products/${product}/variations/${id}`);
  const variationsOf = (product: number) =>
    api.shop<readonly { readonly id: number; readonly name: string; readonly status: string }[]>(
      'GET',
      `/shop/v3/products/${product}/variations`,
    );

  describe.each(widths)('a variation at %s', (name, options) => {
    it('is made, changed in each of its members, and put into the bin', { timeout: 60_000 }, async () => {
      const { id: product } = await aShirt();
      await using at = await opened(`/products/${product}`, options);
      const { page } = at;
      await page.getByRole('button', { name: 'New variation' }).click();
      await dialog(page).getByLabel('Size').selectOption('M');
      await dialog(page).getByLabel('Regular price').fill('12,50');
      await pages.picture(page, `new variation ${name}`);
      await save(page);
      await dialog(page).waitFor({ state: 'detached' });
      const [made] = await variationsOf(product);
      expect(made?.name).toBe('Shirt - M');

      const form = dialog(page);
      await page.getByText('Shirt - M', { exact: true }).click();
      await form.getByLabel('Size').selectOption('S');
      await form.getByRole('button', { name: 'Add an attribute' }).click();
      await form.getByRole('textbox', { name: 'Key' }).fill('cut');
      await form.getByRole('textbox', { name: 'Value' }).fill('wide');
      const sku = `SHIRT-${options.viewport?.width}`;
      const typed = { SKU: sku, 'Sale price': '9', 'Quantity in stock': '4', 'Low from': '2', Image: '/s.jpg' };
      for (const [label, text] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(text);
      await form.getByLabel('Address of the page').fill('https://shop.example/s');
      await form.getByLabel('Description').fill('Small');
      await form.getByLabel('Status', { exact: true }).selectOption('private');
      await form.getByLabel('Backorders').selectOption('notify');
      for (const label of ['Stock is managed', 'Virtual', 'Downloadable']) await form.getByLabel(label).check();
      await form.getByLabel('Created on').fill('2026-01-05T10:00');
      await form.getByRole('button', { name: 'Add a file' }).click();
      await form.getByLabel('Address of the file').fill('part-1.zip');
      expect(await faultsOf(page)).toEqual([]);
      expect(await widthOf(page)).toBeLessThanOrEqual(options.viewport?.width ?? 0);
      await pages.picture(page, `variation ${name}`);
      await save(page);
      await form.waitFor({ state: 'detached' });
      const changed = await variation(product, made?.id ?? 0);
      expect(changed).toMatchObject({
        name: 'Shirt - S - wide',
        attributes: { size: 'S', cut: 'wide' },
        sku,
        stock_quantity: 4,
        image: '/s.jpg',
        permalink: 'https://shop.example/s',
        status: 'private',
        backorders: 'notify',
        manage_stock: true,
        virtual: true,
        downloadable: true,
        created_at: '2026-01-05T10:00:00Z',
        files: [{ name: '', file: 'part-1.zip' }],
      });
      expect([changed.regular_price, changed.sale_price].map(Number)).toEqual([12.5, 9]);
      const price = page.getByRole('textbox', { name: /Shirt - S - wide/ });
      expect(await price.getAttribute('placeholder'), 'without a price of its own').toBe('12.5');

      await page.getByText('Shirt - S - wide', { exact: true }).click();
      await form.getByRole('button', { name: 'Move to the bin' }).click();
      await page.getByText('It does not count in reports any more').waitFor();
      await form.getByRole('button', { name: 'Move to the bin' }).click();
      await form.waitFor({ state: 'detached' });
      expect((await variation(product, made?.id ?? 0)).status).toBe('trash');
    });
  });

  it('changes the status and price of chosen products, and refuses an invalid percentage', async () => {
    const made: number[] = [];
    const read = (id: number) => api.shop('GET', `/shop/v3/products/${id}`);
    for (const name of ['Plate 1', 'Plate 2']) {
      const product = {
        name,
        type: 'simple',
        status: 'publish',
        price: '10',
        regular_price: '12.5',
        sale_price: '1.45',
      };
      made.push((await api.shop('POST', '/shop/v3/products', product)).id);
    }
    await using at = await opened('/products?q=Plate');
    const { page } = at;
    for (const name of ['Plate 1', 'Plate 2']) await page.getByLabel(`Choose ${name}`).check();
    const bulk = page.locator('section').filter({ has: page.getByRole('heading', { name: '2 products chosen' }) });
    const percent = bulk.getByLabel('Change the price by percent');
    const change = bulk.getByRole('button', { name: 'Change', exact: true });
    await bulk.getByLabel('Set the status').selectOption('private');
    for (const wrong of ['abc', '-100', '1e999']) {
      await percent.fill(wrong);
      expect(await percent.getAttribute('aria-invalid'), wrong).toBe('true');
      expect(await describedBy(page, percent), wrong).toContain('above −100');
      expect(await change.isEnabled(), wrong).toBe(false);
    }
    // The minus sign of the hint is one too.
    await percent.fill('−10');
    await change.click();
    await bulk.getByText('2 products changed').waitFor();
    for (const id of made) {
      const { status, price, regular_price: regular, sale_price: sale } = await read(id);
      // Exactly 1.305, which is rounded up.
      expect([status, ...[price, regular, sale].map(Number)]).toEqual(['private', 9, 11.25, 1.31]);
    }
  });

  it('keeps the form of a variation open while the list of variations cannot be read again', async () => {
    const { id: product } = await aShirt();
    const path = `/shop/v3/products/${product}/variations`;
    await api.shop('POST', path, { attributes: { size: 'S' } });
    await using at = await opened(`/products/${product}`, {}, /503 \(/);
    const { page } = at;
    await page.getByText('Shirt - S', { exact: true }).click();
    const description = dialog(page).getByLabel('Description');
    await description.fill('Mine');
    await page.route(`**${path}?*`, (route) => route.fulfill({ status: 503, body: '' }));
    const refused = page.waitForResponse((response) => response.status() === 503);
    await api.shop('POST', path, { attributes: { size: 'M' } });
    await refused;
    await page.waitForTimeout(300);
    expect(await description.inputValue()).toBe('Mine');
    const asked = page.waitForEvent('dialog');
    await page.evaluate('setTimeout(() => location.reload())');
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    expect(await description.inputValue()).toBe('Mine');
  });

  it('keeps what was typed when a variation changed meanwhile, and shows both values', async () => {
    const { id: product } = await aShirt();
    const path = `/shop/v3/products/${product}/variations`;
    const { id } = await api.shop('POST', path, { attributes: { size: 'S' }, description: 'Old' });
    await using at = await opened(`/products/${product}`, {}, /412 \(/);
    const { page } = at;
    await page.getByText('Shirt - S', { exact: true }).click();
    const form = dialog(page);
    await form.getByLabel('Description').fill('Mine');
    await form.getByLabel('SKU').fill('MINE');
    await api.shop('PATCH', `${path}/${id}`, { description: 'Theirs', attributes: { size: 'M' } });
    await save(page);
    await form.getByText('Now: Theirs').waitFor();
    await form.getByText('Now: size: M').waitFor();
    expect(await form.getByLabel('Description').inputValue()).toBe('Mine');
    await save(page);
    await form.waitFor({ state: 'detached' });
    // What was not typed is theirs.
    expect(await variation(product, id)).toMatchObject({
      description: 'Mine',
      sku: 'MINE',
      attributes: { size: 'M' },
      name: 'Shirt - M',
    });
  });

  it('shows what is wrong with a variation beside its field', async () => {
    await api.shop('POST', '/shop/v3/products', { name: 'Taken', sku: 'TAKEN' });
    const { id: product } = await aShirt();
    await using at = await opened(`/products/${product}`, {}, /4(?:00|09) \(/);
    const { page } = at;
    await page.getByRole('button', { name: 'New variation' }).click();
    const form = dialog(page);
    await form.getByLabel('SKU').fill('TAKEN');
    await save(page);
    await expect.poll(() => form.getByLabel('SKU').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('SKU').fill('FREE');
    for (const text of ['a.zip', '']) {
      await form.getByRole('button', { name: 'Add a file' }).click();
      await form.getByLabel('Address of the file').last().fill(text);
    }
    await save(page);
    const [right, wrong] = [
      form.getByLabel('Address of the file').first(),
      form.getByLabel('Address of the file').last(),
    ];
    await expect.poll(() => wrong.getAttribute('aria-invalid')).toBe('true');
    expect(await right.getAttribute('aria-invalid')).toBe(null);
    expect((await describedBy(page, wrong)).length).toBeGreaterThan(5);
    expect(await right.inputValue()).toBe('a.zip');
    await form.getByRole('button', { name: 'Remove Files 2' }).click();
    await save(page);
    await form.waitFor({ state: 'detached' });
    const [{ id = 0 } = {}] = await variationsOf(product);
    expect((await variation(product, id)).files).toMatchObject([{ file: 'a.zip' }]);
  });

  it('does not overwrite a price that another user set meanwhile', async () => {
    const { id: product } = await aShirt();
    const path = `/shop/v3/products/${product}/variations`;
    const [first, second] = [
      await api.shop('POST', path, { name: 'First', price: '5' }),
      await api.shop('POST', path, { name: 'Second', price: '5' }),
    ];
    await using at = await opened(`/products/${product}`);
    const { page } = at;
    await page.getByLabel('Price: First').fill('6');
    await page.getByLabel('Price: Second').fill('7');
    await api.shop('PATCH', `${path}/${first.id}`, { price: '8' });
    const prices = async () => {
      const read = await Promise.all([variation(product, first.id), variation(product, second.id)]);
      return read.map(({ price }) => Number(price));
    };
    await settled(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => describedBy(page, page.getByLabel('Price: First'))).toBe('Now: 8');
    expect(await page.getByLabel('Price: First').inputValue()).toBe('6');
    expect(await prices()).toEqual([8, 7]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect(await prices()).toEqual([6, 7]);
  });

  describe.each(widths)('a product at %s', (name, options) => {
    it('has its address, attributes and files changed, renamed and removed', { timeout: 60_000 }, async () => {
      const files = [
        { id: 'a', name: 'Part 1', file: 'part-1.zip' },
        { id: 'b', name: 'Part 2', file: 'part-2.zip' },
      ];
      const { id } = await aShirt({ files });
      await using at = await opened(`/products/${id}`, options);
      const { page } = at;
      const form = dialog(page);
      await page.getByText('Part 1, Part 2').waitFor();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await form.getByLabel('Slug').fill(`linen-${options.viewport?.width}`);
      await form.getByLabel('Image').fill('https://shop.example/linen.jpg');
      await form.getByLabel('Address of the page').fill('https://shop.example/linen');
      const group = (label: string) => form.getByRole('group', { name: label, exact: true });
      await group('Files 1').getByLabel('Name').fill('First part');
      await form.getByRole('button', { name: 'Remove Files 2' }).click();
      await form.getByRole('button', { name: 'Add a file' }).click();
      await group('Files 2').getByLabel('Address of the file').fill('part-3.zip');
      await group('Attributes 1').getByLabel('Values, one on each line').fill('S\nM\nExtra large');
      await form.getByRole('button', { name: 'Add an attribute' }).click();
      await group('Attributes 2').getByLabel('Name').fill('Cloth');
      await group('Attributes 2').getByLabel('Values, one on each line').fill('Linen');
      expect(await faultsOf(page)).toEqual([]);
      expect(await widthOf(page)).toBeLessThanOrEqual(options.viewport?.width ?? 0);
      await pages.picture(page, `product ${name}`);
      await save(page);
      await form.waitFor({ state: 'detached' });
      const changed = await api.shop('GET', `/shop/v3/products/${id}`);
      expect(changed).toMatchObject({
        slug: `linen-${options.viewport?.width}`,
        image: 'https://shop.example/linen.jpg',
        permalink: 'https://shop.example/linen',
        files: [{ id: 'a', name: 'First part', file: 'part-1.zip' }, { file: 'part-3.zip' }],
        attributes: [
          { ...size, options: ['S', 'M', 'Extra large'] },
          { id: 0, name: 'Cloth', options: ['Linen'], variation: false },
        ],
      });
      // A file that is added has an id of its own.
      expect(new Set((changed.files as typeof files).map((file) => file.id)).size).toBe(2);
      await page.getByText('S, M, Extra large').waitFor();
      await pages.picture(page, `product screen ${name}`);
    });
  });

  it('names the values of shared attributes, and keeps their ids', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'attributes-'));
    const file = join(folder, 'attributes.ndjson');
    const terms = [
      { id: 24, name: 'Red', slug: 'red' },
      { id: 25, name: 'Green', slug: 'green' },
    ];
    await writeFile(file, JSON.stringify({ kind: 'attribute', id: 1, name: 'Colour', key: 'pa_color', terms }));
    await shop().command('import', file);
    await rm(folder, { recursive: true });
    const { id } = await aShirt({ attributes: [] });
    await using at = await opened(`/products/${id}`);
    const { page } = at;
    const form = dialog(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await form.getByRole('button', { name: 'Add an attribute' }).click();
    await form.getByLabel('Attribute', { exact: true }).selectOption('Colour');
    await form.getByLabel('Values, one on each line').fill('Red\nGreen\nMauve');
    await form.getByLabel('Variations differ in it').check();
    await save(page);
    await form.waitFor({ state: 'detached' });
    const colour = { id: 1, name: 'Colour', slug: 'pa_color', options: [24, 25, 'Mauve'], variation: true };
    expect((await api.shop('GET', `/shop/v3/products/${id}`)).attributes).toEqual([colour]);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    expect(await form.getByLabel('Values, one on each line').inputValue()).toBe('Red\nGreen\nMauve');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'New variation' }).click();
    await form.getByLabel('Colour').selectOption('Green');
    await save(page);
    await form.waitFor({ state: 'detached' });
    const [{ id: made = 0 } = {}] = await variationsOf(id);
    expect((await variation(id, made)).attributes).toEqual({ pa_color: 'green' });

    const line = {
      name: 'Shirt',
      quantity: 1,
      subtotal: '9',
      total: '9',
      attributes: { pa_color: 'green', cut: 'wide' },
    };
    const { id: order } = await api.shop('POST', '/shop/v3/orders', anOrder({ lines: [line] }));
    await at.go(`/orders/${order}`);
    await page.getByText('cut: wide, Colour: Green').waitFor();
  });
});
