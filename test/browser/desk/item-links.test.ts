import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openApi } from './desk-api.ts';
import { inDeskShop, openDeskPages, widths } from './desk-shop.ts';
import { faultsOf, widthOf } from './page-checks.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click();

inDeskShop('embedded', {}, (shop) => {
  const pages = openDeskPages('item-links', shop);
  const api = openApi(shop);
  const aShirt = () => api.shop('POST', '/shop/v3/products', { name: 'Shirt', type: 'variable' });

  describe('the link of a product with an item', () => {
    it.each(widths)('is set, seen from both sides, changed and removed at %s', async (_, options) => {
      const { id: product } = await aShirt();
      const variations = `/shop/v3/products/${product}/variations`;
      const { id: variationId } = await api.shop('POST', variations, { attributes: { size: 'S' } });
      const sku = `BEAM-${options.viewport?.width}`;
      const { id: item } = await api.inventory('POST', '/items', { name: `Beam ${sku}`, sku, quantity: 5 });
      const linksTo = async () => {
        const links = await api.inventory<readonly { readonly product_id: number; readonly units_per_sale: number }[]>(
          'GET',
          `/product-links?item_id=${item}`,
        );
        return links.map(({ product_id: id, units_per_sale: units }) => [id, units]);
      };
      await using at = await pages.open(options);
      at.allow(/422 \(/);
      await at.signIn(undefined, `/products/${product}`);
      const { page, go } = at;
      const form = dialog(page).last();
      const choose = async () => {
        await form.getByRole('button', { name: 'Item: Change' }).click();
        await form.getByRole('combobox').fill(sku);
        await form.getByRole('option', { name: sku }).click();
      };
      await page.getByRole('button', { name: 'Link an item' }).click();
      await choose();
      await form.getByLabel('Units of the item per sale').fill('0');
      await save(page);
      await expect.poll(() => form.getByLabel('Units of the item per sale').getAttribute('aria-invalid')).toBe('true');
      await form.getByLabel('Units of the item per sale').fill('2');
      await save(page);
      await dialog(page).waitFor({ state: 'detached' });
      expect(await linksTo()).toEqual([[product, 2]]);
      await page.getByRole('button', { name: 'Change the link' }).click();
      await form.getByLabel('Units of the item per sale').fill('3');
      await save(page);
      await page.getByText(`${sku} · 3 per sale`).waitFor();
      expect(await widthOf(page)).toBeLessThanOrEqual(options.viewport?.width ?? 0);
      expect(await faultsOf(page)).toEqual([]);

      await page.getByText('Shirt - S', { exact: true }).click();
      await dialog(page).getByRole('button', { name: 'Link an item' }).click();
      await choose();
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(linksTo).toEqual([
        [product, 3],
        [variationId, 1],
      ]);

      await go(`/stockroom/items/${item}`);
      await page.getByRole('heading', { name: 'Sold as' }).waitFor();
      await page.getByRole('link', { name: 'Shirt', exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'Shirt - S' }).getAttribute('href')).toBe(
        `/desk/products/${product}`,
      );
      await page.getByRole('link', { name: 'Shirt', exact: true }).click();
      await page.getByRole('button', { name: 'Remove the link' }).click();
      await dialog(page).getByRole('button', { name: 'Remove the link' }).click();
      await page.getByText('No item is linked').waitFor();
      expect(await linksTo()).toEqual([[variationId, 1]]);
    });

    it('shows the item that counts by an equal SKU, and what sets another', async () => {
      const sku = 'EQUAL-1';
      const { id: item } = await api.inventory('POST', '/items', { name: 'Equal beam', sku, quantity: 5 });
      const { id: product } = await api.shop('POST', '/shop/v3/products', { name: 'Equal', type: 'simple', sku });
      await using at = await pages.open();
      await at.signIn(undefined, `/products/${product}`);
      const link = at.page.getByRole('link', { name: 'Equal beam' });
      expect(await link.getAttribute('href')).toBe(`/desk/stockroom/items/${item}`);
      await at.page.getByText('It counts because its SKU is the same').waitFor();
      await at.page.getByRole('button', { name: 'Link an item' }).waitFor();
      expect(await at.page.getByRole('button', { name: 'Remove the link' }).count()).toBe(0);
    });

    it('is visible but not editable for members without permission', async () => {
      const who = { username: 'shopkeeper', password: 'quiet-harbour-morning' };
      await api.inventory('POST', '/users', { ...who, role: 'member', shop_role: 'store_manager' });
      const { id: product } = await aShirt();
      const { id: item } = await api.inventory('POST', '/items', { name: 'Pole', sku: 'POLE', quantity: 5 });
      await api.inventory('PUT', `/product-links/${product}`, { item_id: item });
      await using at = await pages.open();
      await at.signIn(who, `/products/${product}`);
      const { page } = at;
      await page.getByRole('link', { name: 'Pole' }).waitFor();
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
      expect(await page.getByRole('button', { name: /the link$|^Link an item/ }).count()).toBe(0);
    });
  });
});
