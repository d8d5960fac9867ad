import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inDeskShop, numberIn, openDeskPages, settled } from './desk-shop.ts';
import { faultsOf } from './page-checks.ts';

/** The reports; a column of the file of each, and the number of the strip that is its sum. */
const reports: readonly (readonly [slug: string, column?: string, figure?: string])[] = [
  ['revenue', 'Net Revenue', 'Net sales'],
  ['orders', 'N. Revenue', 'Net sales'],
  ['products', 'Items sold', 'Items sold'],
  ['variations', 'N. Revenue', 'Net sales'],
  // A product is in several categories.
  ['categories'],
  ['coupons', 'Amount discounted', 'Discounts'],
  ['taxes', 'Total tax', 'Total tax'],
  ['downloads'],
  ['customers'],
  ['stock'],
];

/** Chooses a value that a search offers. */
async function choose(dialog: Locator, words: string, name: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Search' }).fill(words);
  await dialog.getByRole('option', { name: new RegExp(`^${name}\\b`) }).click();
}

/** A filter of each kind of value: how it is filled in, its condition in the address, and a column with the expected cells. */
const filters: readonly (readonly [
  subject: string,
  fill: (dialog: Locator) => Promise<void>,
  condition: string,
  column: string,
  fits: RegExp,
])[] = [
  [
    'status',
    (dialog) => dialog.getByLabel('Completed').check(),
    'orders?if=status.is:completed',
    'Status',
    /^Completed$/,
  ],
  [
    'customer_type',
    (dialog) => dialog.getByLabel('New').check(),
    'orders?if=customer_type.is:new',
    'Customer type',
    /^New$/,
  ],
  ['attribute', (dialog) => choose(dialog, 'size', 'Size: S'), 'orders?if=attribute.is:pa_size:s', 'Products', /\S/],
  [
    'country',
    async (dialog) => {
      await choose(dialog, 'german', 'Germany');
      await choose(dialog, 'at', 'Austria');
    },
    'customers?if=country.is:DE,AT',
    'Country',
    /^(?:DE|AT)$/,
  ],
  ['search', (dialog) => dialog.getByRole('textbox').fill('zoe'), 'customers?if=search.is:zoe', 'Name', /zoe/i],
  [
    'total_spend',
    async (dialog) => {
      await dialog.getByLabel('At least').fill('10');
      await dialog.getByLabel('At most').fill('99.5');
    },
    'customers?if=total_spend.between:10..99.5',
    'Total spend',
    /^€\d\d(?:\.\d\d)?$/,
  ],
  [
    'registered',
    (dialog) => dialog.getByLabel('At most').fill('2026-01-01'),
    'customers?if=registered.between:..2026-01-01',
    'Registered',
    / 20(?:2[45]|26$)|1 Jan 2026|^\u2013$/,
  ],
];

const strip = (page: Page): Locator =>
  page.locator('main button[aria-pressed]').and(page.locator('[class*="figureNumber"]'));
const total = async (page: Page): Promise<number> =>
  numberIn((await page.locator('main h2').last().textContent())?.replace(/^\D+/, '') ?? null);
const nameOf = (button: Locator) => button.locator('.for-readers').textContent();

interface Rows {
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Readonly<Record<number, { readonly textContent: string | null }>>;
}

/** Numbers of a column of the table by its place, those of the siblings of a tree together; boxes are no column. */
async function numbersAt(page: Page, index: number): Promise<readonly (readonly number[])[]> {
  const rows = await page.locator('tbody tr').evaluateAll(
    (rows: readonly Rows[], place) =>
      rows.map((row) => ({
        level: Number(row.getAttribute('data-level')),
        text: row.querySelectorAll('[class*="cell"]')[place]?.textContent ?? '',
      })),
    index,
  );
  const open: string[][] = [];
  const groups = new Set<string[]>();
  for (const { level, text } of rows) {
    open.length = Math.min(open.length, level + 1);
    open[level] ??= [];
    open[level].push(text);
    groups.add(open[level]);
  }
  return [...groups].map((texts) => texts.filter((text) => /\d/.test(text)).map(numberIn));
}

inDeskShop('embedded', { orders: 1500 }, (shop) => {
  const pages = openDeskPages('reports', shop);
  const opened = async (path: string) => {
    const at = await pages.open();
    await at.signIn(undefined, path);
    return at;
  };
  const isSound = async (page: Page, what: string) => {
    await settled(page);
    expect(await page.getByRole('alert').allTextContents(), what).toEqual([]);
  };

  describe.each(reports)('the report %s', (slug = '', column, figure = '') => {
    it('is sorted by every head, shows every measure, and is broken down by every segment', async () => {
      await using at = await opened(`/reports/${slug}?period=12m`);
      const { page } = at;
      await isSound(page, slug);
      const heads = page.getByRole('columnheader');
      for (let index = 0; index < (await heads.count()); index += 1) {
        const button = heads.nth(index).locator('button[class*="sort"]');
        if ((await button.count()) === 0) continue;
        await button.click();
        await isSound(page, `${slug}, column ${index}`);
        const order = await heads.nth(index).getAttribute('aria-sort');
        expect(order, `${slug}, column ${index}`).not.toBeNull();
        if ((await heads.nth(index).getAttribute('data-number')) === null) continue;
        for (const numbers of await numbersAt(page, index)) {
          const sorted = numbers.toSorted((a, b) => (order === 'ascending' ? a - b : b - a));
          expect(numbers, `${slug}, column ${index}`).toEqual(sorted);
        }
      }
      for (const button of await strip(page).all()) {
        if (await button.isDisabled()) continue;
        await button.click();
        await isSound(page, slug);
        const name = (await nameOf(button))?.replace(/: $/, '') ?? '';
        expect(await page.getByRole('slider').getAttribute('aria-label'), slug).toContain(name);
      }
      const cut = page.getByLabel('Break down by');
      const values = await cut
        .locator('option:not([disabled]):not([value=""])')
        .evaluateAll((options: readonly { readonly value: string }[]) => options.map(({ value }) => value));
      for (const value of values) {
        await cut.selectOption(value);
        await isSound(page, `${slug} by ${value}`);
        expect(new URL(page.url()).searchParams.get('cut')).toBe(value);
      }
    });

    it('turns pages, chooses columns, and writes all of its rows into a file', async () => {
      await using at = await opened(`/reports/${slug}?period=12m`);
      const { page } = at;
      const rows = await total(page);
      const first = await page.locator('tbody tr').first().textContent();
      if (slug === 'categories') {
        // A tree has no pages: records without a row of their own have none of its numbers.
        expect(await page.locator('tbody tr').filter({ hasText: /€/ }).count()).toBe(rows);
      } else if (rows > 25) {
        await page.getByRole('button', { name: 'Next', exact: true }).click();
        await isSound(page, slug);
        expect(new URL(page.url()).searchParams.get('page')).toBe('2');
        expect(await page.locator('tbody tr').first().textContent()).not.toBe(first);
      }
      const heads = await page.getByRole('columnheader').count();
      await page.getByRole('button', { name: 'Columns', exact: true }).click();
      await page.getByRole('checkbox', { checked: true }).last().uncheck();
      await page.keyboard.press('Escape');
      await isSound(page, slug);
      expect(await page.getByRole('columnheader').count()).toBe(heads - 1);
      const shown = await strip(page)
        .filter({ hasText: `${figure}: ` })
        .first()
        .locator('[title]')
        .getAttribute('title');
      await page.keyboard.press('e');
      if (rows === 0) return page.getByText('There is nothing to write.').waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).click({ timeout: 30_000 });
      const file = parse(await readFile(await (await download).path()), {
        columns: true,
        bom: true,
      }) as readonly Record<string, string>[];
      expect(file, slug).toHaveLength(rows);
      if (slug === 'customers') expect(numberIn(shown)).toBe(rows);
      if (column === undefined) return;
      const cents = file.reduce((sum, row) => sum + Math.round(100 * Number(row[column])), 0);
      expect(cents, slug).toBe(Math.round(100 * numberIn(shown)));
    });
  });

  it('shows categories as a tree, closes and opens one, and keeps siblings in the order of the sorted column', async () => {
    await using at = await opened('/reports/categories?period=12m&sort=-net_revenue');
    const { page } = at;
    await isSound(page, 'categories');
    const rows = page.locator('tbody tr');
    const levels = () =>
      rows.evaluateAll((all: readonly Rows[]) => all.map((row) => Number(row.getAttribute('data-level'))));
    const all = await levels();
    expect(all[0]).toBe(1);
    expect(Math.max(...all)).toBeGreaterThan(1);
    const first = rows.first().getByRole('button', { name: /^Close: / });
    const below = all.findIndex((level, place) => place > 0 && level === 1) - 1;
    expect(await first.getAttribute('aria-expanded')).toBe('true');
    await first.press('Enter');
    expect(await levels()).toEqual([1, ...all.slice(below + 1)]);
    await rows
      .first()
      .getByRole('button', { name: /^Open: / })
      .click();
    expect(await levels()).toEqual(all);
    expect(await faultsOf(page)).toEqual([]);
    // Another first column is a list of rows, which has pages.
    await at.go('/reports/categories?period=12m&cols=items_sold,name');
    expect(new Set(await levels())).toEqual(new Set([0]));
    await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
  });

  it.each(filters)('is filtered by %s, by hand and by the address', async (subject, fill, condition, column, fits) => {
    const [slug = ''] = condition.split('?');
    await using at = await opened(`/reports/${slug}?period=12m`);
    const { page } = at;
    const all = await total(page);
    await page.keyboard.press('f');
    await page.getByLabel('Subject').selectOption(subject);
    await fill(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Apply' }).click();
    await isSound(page, condition);
    expect(decodeURIComponent(page.url())).toContain(condition.split('?')[1]);
    const some = await total(page);
    expect(some, condition).toBeGreaterThan(0);
    expect(some, condition).toBeLessThan(all);
    const names = await page.getByRole('columnheader').allTextContents();
    const index = names.findIndex((name) => name.includes(column));
    const cells = await page.locator(`tbody tr > :nth-child(${index + 1})`).allTextContents();
    expect(
      cells.filter((text) => !fits.test(text.trim())),
      condition,
    ).toEqual([]);
    const shown = await page.locator('main').textContent();
    await page.reload();
    await isSound(page, condition);
    expect(await page.locator('main').textContent()).toBe(shown);
  });

  it('counts what fits all conditions, or any', async () => {
    const query = 'period=12m&if=status.is:completed&if=customer_type.is:new';
    await using at = await opened(`/reports/orders?${query}`);
    const { page, go } = at;
    const count = async (path: string) => {
      await go(`/reports/orders?${path}`);
      return total(page);
    };
    const both = await total(page);
    await page.getByText('Any condition', { exact: true }).click();
    await isSound(page, 'any');
    const any = await total(page);
    expect(any + both).toBe(
      (await count('period=12m&if=status.is:completed')) + (await count('period=12m&if=customer_type.is:new')),
    );
    expect(both).toBeLessThan(any);
  });

  it('drops a segment with the condition that it needs', async () => {
    await using at = await opened('/reports/variations?period=12m');
    await at.go('/reports/orders?period=12m&cut=variation&if=product.is:19');
    const { page } = at;
    expect(new URL(page.url()).searchParams.get('cut')).toBe('variation');
    await page.getByRole('button', { name: /^Remove Product is/ }).click();
    await isSound(page, 'without the product');
    expect(new URL(page.url()).searchParams.get('cut')).toBeNull();
  });
});
