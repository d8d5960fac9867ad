import { describe, expect, it } from 'vitest';
import { inDeskShop, looks, openDeskPages, settled } from './desk-shop.ts';
import { faultsOf, widthOf } from './page-checks.ts';

const reports = [
  'revenue',
  'orders',
  'products',
  'variations',
  'categories',
  'coupons',
  'taxes',
  'downloads',
  'customers',
  'stock',
];
const screens = [
  '/',
  '/reports',
  '/account',
  '/nowhere',
  ...reports.map((slug) => `/reports/${slug}`),
  '/reports/orders?period=year&compare=year&by=month&if=product.is:1,2&if=status.not:failed&match=any&cut=product',
  '/reports/revenue?period=1975-01-01..1975-01-31',
];

inDeskShop('embedded', { orders: 600 }, (shop) => {
  const pages = openDeskPages('screens', shop);

  describe.each(looks)('every screen at %s', (name, options) => {
    it('has no fault of accessibility, no overflow, and a silent console', async () => {
      await using opened = await pages.open(options);
      const { page, go, signIn } = opened;
      await signIn();
      for (const [index, path] of screens.entries()) {
        await go(path);
        await pages.picture(page, `${index} ${name}`);
        expect(await faultsOf(page), path).toEqual([]);
        const width = await widthOf(page);
        expect(width, path).toBeLessThanOrEqual(options.viewport?.width ?? 0);
      }
    });

    it('has none with menus and dialogs open', async () => {
      await using opened = await pages.open(options);
      const { page, go, signIn } = opened;
      await signIn();
      const look = async (what: string) => {
        await page.waitForTimeout(200);
        expect(await faultsOf(page), what).toEqual([]);
        await pages.picture(page, `${what} ${name}`);
        await page.keyboard.press('Escape');
      };
      await go('/reports/orders');
      await page.getByRole('button', { name: /^Period/ }).click();
      await page
        .getByRole('application', { name: 'Own period' })
        .or(page.getByRole('group', { name: 'Own period' }))
        .first()
        .waitFor();
      await look('period');
      for (const button of ['Export', 'Columns', 'Filter']) {
        await page.getByRole('button', { name: button, exact: true }).click();
        await look(button);
      }
      await page.getByRole('button', { name: 'Meaning of Net sales' }).first().click();
      await look('meaning');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /Search/ }).fill('rev');
      await look('palette');
      await page.keyboard.press('?');
      await look('keys');
    });
  });

  it('the sign-in has no fault either', async () => {
    for (const [name, options] of looks) {
      await using opened = await pages.open(options);
      await opened.page.goto(`${shop().url}/desk/reports`);
      await opened.page.getByLabel('User name').waitFor();
      expect(await faultsOf(opened.page), name).toEqual([]);
      await pages.picture(opened.page, `sign-in ${name}`);
    }
  });

  it('speaks Spanish, and leaves nothing in English', async () => {
    await using opened = await pages.open({ locale: 'es-ES' });
    const { page } = opened;
    await page.goto(`${shop().url}/desk/reports/orders`);
    await page.getByLabel('Nombre de usuario').fill('admin');
    await page.getByLabel('Contraseña').fill('first-light-over-harbour');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pedidos' }).waitFor();
    await settled(page);
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    const text = (
      await page.locator('body').evaluate((body: { readonly innerText: string }) => body.innerText)
    ).toLowerCase();
    for (const word of ['orders', 'net sales', 'average', 'previous', 'columns', 'customer', 'compared', 'page ']) {
      expect(text).not.toContain(word);
    }
    await pages.picture(page, 'spanish');
  });

  it('does not break from right to left', async () => {
    await using opened = await pages.open();
    const { page, go, signIn } = opened;
    await signIn();
    for (const path of ['/', '/reports/orders']) {
      await go(path);
      await page.locator('html').evaluate((html: { dir: string }) => {
        html.dir = 'rtl';
      });
      await pages.picture(page, `right to left ${path.replaceAll('/', ' ')}`);
      expect(await widthOf(page)).toBeLessThanOrEqual(1280);
      expect(await faultsOf(page), path).toEqual([]);
    }
  });
});
