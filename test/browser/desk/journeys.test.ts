import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { admin, type DeskShop, fillSignIn, inDeskShop, numberIn, openDeskPages, settled } from './desk-shop.ts';

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor({ timeout: 20_000 });

/** Writes an order by the shop interface, as another program does. */
async function placeOrder({ url }: DeskShop, total: string): Promise<void> {
  const session = await fetch(`${url}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const { access_token: token } = (await session.json()) as { readonly access_token: string };
  const now = new Date().toISOString();
  const none = { total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' };
  const answer = await fetch(`${url}/cms-json/shop/v3/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      status: 'processing',
      created_at: now,
      paid_at: now,
      billing: { first_name: 'Ida', last_name: 'Iversen', email: 'ida@example.test', country: 'DK' },
      total,
      ...none,
      lines: [{ product_id: 10, name: 'Mug', quantity: 1, subtotal: total, total }],
    }),
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
}

describe('the first start', () => {
  inDeskShop('embedded', { isFirstStart: true }, (shop) => {
    const pages = openDeskPages('first-start', shop);

    it('asks for another password than the one that was printed, tells its rules, and shows an empty shop', async () => {
      const out = await shop().command('users', 'create', 'anna', '--admin', '--generate', '--json');
      const { generated_password: password } = JSON.parse(out) as { readonly generated_password: string };
      await using opened = await pages.open();
      const { page } = opened;
      await page.goto(`${shop().url}/desk`);
      await fillSignIn(page, { username: 'anna', password });
      await heading(page, 'Choose a new password');
      await page.getByText(/^At least \d+ characters/).waitFor();
      const fill = async (next: string, again = next) => {
        await page.getByLabel('Current password').fill(password);
        await page.getByLabel('New password', { exact: true }).fill(next);
        await page.getByLabel('New password again').fill(again);
        await page.getByRole('button', { name: 'Save the password' }).click();
      };
      await fill('a long passphrase', 'another one');
      await page.getByText('The two new passwords differ.').waitFor();
      await fill('short');
      await page.getByRole('alert').first().waitFor();
      expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('short');
      await fill('a lighthouse over the harbour');
      await heading(page, 'Overview');
      await settled(page);
      expect(await page.getByText('Nothing was counted in this period.').count()).toBe(4);
      await pages.picture(page, 'an empty shop');
      // A refused password is a 422, which browsers print in the console.
      opened.heard.splice(0, opened.heard.length, ...opened.heard.filter((line) => !line.includes('422')));
    });

    it('keeps what was typed where a password is refused', async () => {
      await using opened = await pages.open();
      const { page } = opened;
      await page.goto(`${shop().url}/desk/reports`);
      await fillSignIn(page, { username: 'unknown', password: 'wrong' });
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('User name').inputValue()).toBe('unknown');
      expect(
        await page
          .getByLabel('Password', { exact: true })
          .evaluate((field: { readonly matches: (word: string) => boolean }) => field.matches(':focus')),
      ).toBe(true);
      // The refusal is a message of the console too: the browser prints every 401.
      opened.heard.length = 0;
    });
  });
});

describe.each(['embedded', 'postgres'] as const)('a shop', (kind) => {
  inDeskShop(kind, { orders: 1500 }, (shop) => {
    const pages = openDeskPages(`journeys-${kind}`, shop);

    it('leads from the morning question to a filtered report, and back again', async () => {
      await using opened = await pages.open();
      const { page, signIn } = opened;
      await signIn();
      await settled(page);
      await page.keyboard.press('m');
      await page.getByLabel('Compare with').selectOption('year');
      await settled(page);
      expect(new URL(page.url()).search).toBe('?period=month&compare=year');
      const tile = page.getByRole('region', { name: 'Key figures' }).getByRole('link', { name: /^Net sales/ });
      const shown = numberIn(/€[\d,.]+/.exec((await tile.textContent()) ?? '')?.[0] ?? null);
      await tile.click();
      await heading(page, 'Revenue');
      await settled(page);
      const strip = page
        .getByRole('region', { name: 'Revenue', exact: true })
        .getByRole('button', { name: /^Net sales/ });
      expect(numberIn(/€[\d,.]+/.exec((await strip.textContent()) ?? '')?.[0] ?? null)).toBe(shown);
      // A stretch of the chart is selected with the pointer.
      const box = await page.getByRole('slider').boundingBox();
      if (!box) throw new Error('There is no chart.');
      await page.mouse.move(box.x + box.width * 0.4, box.y + 80);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.7, box.y + 80, { steps: 4 });
      await page.mouse.up();
      await expect
        .poll(() => new URL(page.url()).searchParams.get('period'))
        .toMatch(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/);
      await settled(page);
      const zoomed = page.url();
      await page.goBack();
      await settled(page);
      expect(new URL(page.url()).searchParams.get('period')).toBe('month');
      await page.goBack();
      await heading(page, 'Overview');
      // The address shows the same to a colleague.
      await page.goto(zoomed);
      await settled(page);
      expect(new URL(page.url()).href).toBe(zoomed);
    });

    it('filters by a product, finds it by words, and takes the filter away again', async () => {
      await using opened = await pages.open();
      const { page, go, signIn } = opened;
      await signIn();
      await go('/reports/orders?period=12m');
      const rows = async () =>
        numberIn(
          (await page.getByRole('heading', { level: 2, name: /^Orders [\d,]+$/ }).textContent())?.replace(
            'Orders',
            '',
          ) ?? null,
        );
      const all = await rows();
      await page.keyboard.press('f');
      await page.getByLabel('Subject').selectOption('product');
      const first = page.getByRole('listbox').getByRole('option').first();
      const [word = ''] = ((await first.textContent()) ?? '').split(' ');
      await page.getByRole('combobox', { name: 'Search' }).fill(word);
      await page.getByRole('listbox').and(page.locator(':not([aria-busy])')).waitFor();
      expect(await first.textContent()).toContain(word);
      await first.click();
      await page.getByRole('button', { name: 'Apply' }).click();
      await settled(page);
      expect(page.url()).toMatch(/if=product\.is:\d+/);
      const some = await rows();
      expect(some).toBeGreaterThan(0);
      expect(some).toBeLessThan(all);
      await page.getByRole('button', { name: /^Remove Product is/ }).click();
      await settled(page);
      expect(await rows()).toBe(all);
    });

    it('opens every report, sorts it by every head, turns its pages, and breaks it down', async () => {
      await using opened = await pages.open();
      const { page, go, signIn } = opened;
      await signIn();
      await go('/reports');
      const paths = await page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll((links: readonly { readonly pathname: string }[]) => links.map(({ pathname }) => pathname));
      expect(paths).toHaveLength(10);
      for (const path of paths.map((each) => each.replace('/desk', ''))) {
        await go(`${path}?period=12m`);
        const heads = page.getByRole('columnheader').getByRole('button').and(page.locator('[class*="sort"]'));
        for (let index = 0; index < (await heads.count()); index += 1) {
          await heads.nth(index).click();
          await settled(page);
          expect(await page.locator('th[aria-sort]').count(), path).toBe(1);
        }
        const strip = page.locator('button[aria-pressed]:not([disabled])').and(page.locator('[class*="figureNumber"]'));
        for (let index = 0; index < (await strip.count()); index += 1) await strip.nth(index).click();
        const cut = page.getByLabel('Break down by');
        if ((await cut.count()) > 0) {
          const values = await cut
            .locator('option:not([disabled])')
            .evaluateAll((options: readonly { readonly value: string }[]) => options.map(({ value }) => value));
          for (const value of values) {
            await cut.selectOption(value);
            await settled(page);
            expect(await page.getByRole('alert').count(), `${path} by ${value}`).toBe(0);
          }
        }
        expect(await page.getByRole('alert').count(), path).toBe(0);
      }
    });

    it('writes a report into a file, whose sum is that of the screen', async () => {
      await using opened = await pages.open();
      const { page, go, signIn } = opened;
      await signIn();
      await go('/reports/products?period=90d&sort=-net_revenue');
      const strip = page
        .getByRole('region', { name: 'Products', exact: true })
        .getByRole('button', { name: /^Items sold/ });
      const sold = numberIn(
        /[\d,]+/.exec(((await strip.textContent()) ?? '').replace('Items sold: ', ''))?.[0] ?? null,
      );
      await page.keyboard.press('e');
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).click({ timeout: 30_000 });
      const rows = parse(await readFile(await (await download).path()), {
        columns: true,
        bom: true,
      }) as readonly Record<string, string>[];
      const column = Object.keys(rows[0] ?? {}).find((name) => /items/i.test(name)) ?? '';
      expect(rows.reduce((sum, row) => sum + Number(row[column]), 0)).toBe(sold);
    });

    it('shows an order of another program within two seconds, in every tab, over one stream', async () => {
      await using opened = await pages.open();
      const { page, signIn } = opened;
      await signIn();
      await page.getByText('Live', { exact: true }).waitFor({ timeout: 20_000 });
      await settled(page);
      const other = await page.context().newPage();
      await other.goto(`${shop().url}/desk`);
      await settled(other);
      const streams = await Promise.all(
        [page, other].map(
          (each) =>
            each.evaluate(
              "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/events')).length",
            ) as Promise<number>,
        ),
      );
      expect(streams.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1);
      const orders = (each: Page) =>
        each
          .getByRole('region', { name: 'Key figures' })
          .getByRole('link', { name: /^Orders/ })
          .textContent();
      const before = await orders(page);
      await placeOrder(shop(), '10');
      await page.bringToFront();
      await expect.poll(() => orders(page), { timeout: 10_000, interval: 50 }).not.toBe(before);
      await other.bringToFront();
      await expect.poll(() => orders(other), { timeout: 10_000, interval: 50 }).not.toBe(before);
    });

    it('signs in again over the screen when the session ended, and loses nothing; signing out ends all tabs', async () => {
      await using opened = await pages.open();
      const { page, go, signIn } = opened;
      await signIn();
      await go('/reports/orders');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByLabel('Subject').selectOption('product');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await page.context().clearCookies();
      await page.getByRole('combobox', { name: 'Search' }).fill('No');
      await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ timeout: 20_000 });
      await page.getByLabel('Password', { exact: true }).fill(admin.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' });
      expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('No');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await page.keyboard.press('Escape');
      const other = await page.context().newPage();
      await other.goto(`${shop().url}/desk`);
      await settled(other);
      await page.bringToFront();
      await page.getByRole('button', { name: 'admin' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await other.getByRole('heading', { name: 'Sign in' }).waitFor();
      // Browsers print every 401 in the console.
      opened.heard.splice(0, opened.heard.length, ...opened.heard.filter((line) => !line.includes('401')));
    });

    it('is led by the keyboard alone', async () => {
      await using opened = await pages.open();
      const { page, go, signIn } = opened;
      await signIn();
      await go('/');
      await page.keyboard.press('g');
      await page.keyboard.press('r');
      await heading(page, 'Reports');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /Search/ }).waitFor();
      await page.keyboard.type('overv');
      await page.keyboard.press('Enter');
      await heading(page, 'Overview');
      await settled(page);
      await page.getByRole('slider').focus();
      await page.keyboard.press('Home');
      expect(await page.getByRole('slider').getAttribute('aria-valuenow')).toBe('0');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Enter');
      await expect.poll(() => new URL(page.url()).searchParams.get('period')).toMatch(/\.\./);
    });

    it('tells wrong parts of an address once, and shows what is usual', async () => {
      await using opened = await pages.open();
      const { page, go, signIn } = opened;
      await signIn();
      await go('/reports/orders?period=tomorrow&page=0&sort=<script>&if=x');
      await page.getByText(/^Parts of the address were not understood/).waitFor();
      expect(await page.getByRole('button', { name: /^Period: Last 30 days/ }).count()).toBe(1);
    });
  });
});
