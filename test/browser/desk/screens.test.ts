import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { roundsIn } from '../../support/how-long.ts';
import { phone } from '../chromium-pages.ts';
import { inDeskShop, inSchemes, looks, openDeskPages, type Scheme, schemes, settled, widths } from './desk-shop.ts';
import { faultsOf, outsideOf, widthOf } from './page-checks.ts';

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
  ['entry', ['/', '/reports', '/account', '/nowhere']],
  ['reports of sales', reports.slice(0, 5).map((slug) => `/reports/${slug}`)],
  ['other reports', reports.slice(5).map((slug) => `/reports/${slug}`)],
  [
    'chosen reports',
    [
      '/reports/orders?period=year&compare=year&by=month&if=product.is:1,2&if=status.not:failed&match=any&cut=product',
      '/reports/revenue?period=1975-01-01..1975-01-31',
    ],
  ],
] as const;

interface RailEntry {
  getBoundingClientRect(): {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  contains(other: unknown): boolean;
  readonly ownerDocument: { elementFromPoint(x: number, y: number): unknown };
}

/** In the short form each width and each scheme once. */
const shown = widths.map(([name, options], at) => {
  const each = roundsIn<readonly Scheme[]>({ whole: schemes, long: schemes, short: schemes.slice(at, at + 1) });
  return [name, options, each] as const;
});

inDeskShop('embedded', { orders: 600 }, (shop) => {
  const pages = openDeskPages('screens', shop);

  describe.each(shown)('every screen at %s', (name, options, each) => {
    const look = (page: Page, what: string, picture = what) =>
      inSchemes(
        page,
        async (scheme) => {
          await pages.picture(page, `${picture} ${name}, ${scheme}`);
          expect(await faultsOf(page), `${what}, ${scheme}`).toEqual([]);
        },
        each,
      );

    it.each(screens)('has no fault of accessibility, no overflow, and a silent console: %s', async (part, paths) => {
      await using opened = await pages.open(options);
      const { page, go, signIn } = opened;
      await signIn();
      for (const [index, path] of paths.entries()) {
        await go(path);
        await look(page, path, `${part} ${index}`);
        expect(await widthOf(page), path).toBeLessThanOrEqual(options.viewport.width);
      }
    });

    it('has none with menus and dialogs open', async () => {
      await using opened = await pages.open(options);
      const { page, go, signIn } = opened;
      await signIn();
      const lookAtOpen = async (what: string) => {
        await page.waitForTimeout(200);
        await look(page, what);
        await page.keyboard.press('Escape');
      };
      await go('/reports/orders');
      await page.getByRole('button', { name: /^Period/ }).click();
      await page
        .getByRole('application', { name: 'Own period' })
        .or(page.getByRole('group', { name: 'Own period' }))
        .first()
        .waitFor();
      await lookAtOpen('period');
      for (const button of ['Export', 'Columns', 'Filter']) {
        await page.getByRole('button', { name: button, exact: true }).click();
        await lookAtOpen(button);
      }
      await page.getByRole('button', { name: 'Meaning of Net sales' }).first().click();
      await lookAtOpen('meaning');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /Search/ }).fill('rev');
      await lookAtOpen('palette');
      await page.keyboard.press('?');
      await lookAtOpen('keys');
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

  it('is in Spanish, and leaves nothing in English', async () => {
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

  const narrow: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
    ['320 px', { viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true }],
    ['a zoom of 200 %', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
    ['right to left', { locale: 'ar' }],
    ['right to left at 390 px', { locale: 'ar', viewport: phone, isMobile: true, hasTouch: true }],
  ];

  it.each(narrow)('is whole at %s', async (name, options) => {
    await using opened = await pages.open(options);
    const { page, go, signIn } = opened;
    await signIn();
    const faults: string[] = [];
    for (const path of [
      '/',
      '/reports/orders?if=product.is:1&if=status.not:failed',
      '/reports/taxes',
      '/stockroom',
      '/orders',
    ]) {
      await go(path);
      if (name.startsWith('right')) {
        await page.locator('html').evaluate((html: { dir: string }) => {
          html.dir = 'rtl';
        });
      }
      await pages.picture(page, `${path.replaceAll(/\W+/g, ' ')} ${name}`);
      const width = await widthOf(page);
      if (width > (options.viewport?.width ?? 1280)) faults.push(`${path} is ${width} px wide`);
      for (const fault of await faultsOf(page)) faults.push(`${path}: ${fault}`);
      const outside = await outsideOf(page);
      if (outside.length > 0) faults.push(`${path}: outside of the page: ${outside.join(', ')}`);
    }
    expect(faults).toEqual([]);
  });

  it('marks the place of each screen in the bar of a phone', async () => {
    await using opened = await pages.open({ viewport: phone, isMobile: true, hasTouch: true });
    const { page, go, signIn } = opened;
    await signIn();
    const marked = page.getByRole('navigation', { name: 'Main' }).locator('a[aria-current]:visible');
    for (const [path, name] of [
      ['/', 'Overview'],
      ['/reports/orders', 'Reports'],
      ['/orders', 'Orders'],
      ['/stockroom/ledger', 'Stockroom'],
      ['/customers', 'More'],
      ['/settings', 'More'],
    ] as const) {
      await go(path);
      expect(await marked.allTextContents(), path).toEqual([name]);
    }
  });

  it.each([500, 240])('leads to every place from its navigation in a window of 1280 × %i', async (height) => {
    await using opened = await pages.open({ viewport: { width: 1280, height } });
    const { page, go, signIn } = opened;
    await signIn();
    const rail = page.getByRole('banner');
    const links = rail.getByRole('navigation').getByRole('link');
    const names = await links.allTextContents();
    expect(names.length).toBeGreaterThan(12);
    const shownAt = (entry: Locator) =>
      entry.evaluate((element: RailEntry) => {
        const { left, top, width, height: block } = element.getBoundingClientRect();
        return element.contains(element.ownerDocument.elementFromPoint(left + width / 2, top + block / 2));
      });
    for (const entry of [...(await links.all()), ...(await rail.getByRole('button').all())]) {
      await entry.scrollIntoViewIfNeeded();
      expect(await shownAt(entry), (await entry.textContent()) ?? '').toBe(true);
    }
    await page.keyboard.press('Control+End');
    await links.last().click();
    await settled(page);
    await go('/audit');
    const current = rail.getByRole('link', { name: 'Audit' });
    expect(await current.getAttribute('aria-current')).toBe('page');
    expect(await shownAt(current)).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await pages.picture(page, `rail at ${height}`);
  });

  it('moves nothing under reduced motion, and little otherwise', async () => {
    for (const [reducedMotion, most] of [
      ['reduce', 0],
      ['no-preference', 180],
    ] as const) {
      await using opened = await pages.open({ reducedMotion });
      const { page, signIn } = opened;
      await signIn(undefined, '/reports/orders');
      await page.keyboard.press('f');
      await page.getByRole('dialog').waitFor();
      const durations = await page.evaluate<readonly number[]>(
        'document.getAnimations().map((each) => Number(each.effect?.getComputedTiming().duration ?? 0))',
      );
      expect(
        durations.filter((each) => each > most),
        reducedMotion,
      ).toEqual([]);
    }
  });

  it('prints a tax report with its days, its sums, and no tools', async () => {
    await using opened = await pages.open();
    const { page, signIn } = opened;
    await signIn(undefined, '/reports/taxes?period=12m&per=100');
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.emulateMedia({ media: 'print' });
    for (const tool of [page.getByRole('navigation', { name: 'Main' }), page.getByRole('button', { name: 'Export' })])
      expect(await tool.isVisible()).toBe(false);
    const main = page.locator('main');
    expect(await main.getByRole('heading', { level: 1, name: 'Taxes' }).isVisible()).toBe(true);
    const days = main.locator('.only-printed').first();
    expect(await days.isVisible()).toBe(true);
    expect(await days.textContent()).toMatch(/\d{4} – .*\d{4}/);
    expect(await main.locator('tfoot').isVisible()).toBe(true);
    const styleOf = (selector: string, property: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('main ${selector}')).${property}`);
    expect(await styleOf('thead', 'display')).toBe('table-header-group');
    expect(await styleOf('tbody tr', 'breakInside')).toBe('avoid');
    await pages.picture(page, 'printed');
  });
});
