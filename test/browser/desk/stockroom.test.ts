import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { phone } from '../chromium-pages.ts';
import { ledgerOf, openApi } from './desk-api.ts';
import { inDeskShop, openDeskPages, settled } from './desk-shop.ts';
import { testMembers } from './members.ts';
import { tabTo } from './page-checks.ts';

const onPhone = { viewport: phone, isMobile: true, hasTouch: true };
const codes = { bolt: '4006381333931', nut: '4006381333948', cup: '4006381333955', key: '4006381333962' };

/** Types a code as a scanner does: fast, with Enter at the end. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

/** A piece of the line that joins two entries of the ledger. */
interface Joint {
  readonly dataset: { readonly lane: string; readonly part: string };
}

const book = (page: Page, type: string) => page.getByRole('button', { name: type, exact: true }).click();
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click();
const quantity = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: /uantity/ });
const balances = (page: Page, type: string) =>
  page
    .getByRole('region', { name: type })
    .getByText(/\d+\s*→\s*\d+/)
    .first();

inDeskShop('embedded', {}, (shop) => {
  const pages = openDeskPages('stockroom', shop);
  const api = openApi(shop);
  const items = { bolt: 0, nut: 0, cup: 0 };
  beforeAll(async () => {
    for (const name of ['bolt', 'nut', 'cup'] as const) {
      const members = { name, sku: `SKU-${name}`, barcode: codes[name], quantity: 5 };
      items[name] = (await api.inventory('POST', '/items', members)).id;
    }
  });
  /** A page on a phone, with the messages of the console that a refusal or a lost answer leaves. */
  const opened = async (path: string, allowed = /^$/) => {
    const at = await pages.open(onPhone);
    at.allow(allowed);
    await at.signIn(undefined, path);
    return at;
  };

  it('scans, issues what there is, takes it back, and reverses from the ledger', async () => {
    await using at = await opened('/stockroom', /409 \(Conflict\)/);
    const { page } = at;
    await scan(page, codes.bolt);
    await page.getByRole('heading', { level: 1, name: 'bolt' }).waitFor();
    await book(page, 'Issue');
    await quantity(page).fill('8');
    await save(page);
    await page.getByRole('button', { name: 'Take the 5 that are available' }).click();
    expect(await quantity(page).inputValue()).toBe('5');
    await save(page);
    await balances(page, 'Issue').waitFor();
    expect(await balances(page, 'Issue').textContent()).toMatch(/5\s*→\s*0/);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Taken back').waitFor();
    await settled(page);
    expect(await ledgerOf(api, items.bolt)).toEqual([
      ['reversal', 5],
      ['issue', -5],
      ['receipt', 5],
    ]);
    await page.getByText('Reverses no.').waitFor();
    // The receipt is the last row; on a phone its button is among the values that unfold.
    await page.getByRole('button', { name: 'All values of this row' }).last().click();
    await page.getByRole('button', { name: 'Reverse' }).click();
    await page.getByLabel('Reason (optional)').fill('Wrong delivery');
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
    // A list with the pointer on it would keep the new row back.
    await page.mouse.move(0, 0);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Reverses no.').nth(1).waitFor();
    await page.getByRole('button', { name: 'All values of this row' }).first().click();
    await page.getByText('Wrong delivery').waitFor();
    expect((await ledgerOf(api, items.bolt))[0]).toEqual(['reversal', -5]);
    // Each reversal is joined with its entry; the pair of the issue is inside of that of the receipt.
    const parts = page
      .locator('tbody th')
      .evaluateAll((cells: readonly { querySelectorAll(selector: string): Iterable<Joint> }[]) =>
        cells.map((cell) =>
          [...cell.querySelectorAll('[data-part]')].map(({ dataset }) => dataset.lane + dataset.part),
        ),
      );
    expect(await parts).toEqual([['0reversal'], ['0between', '1reversal'], ['0between', '1reversed'], ['0reversed']]);
  });

  it('books once when it is pressed twice, and when the answer is lost', async () => {
    await using at = await opened(`/stockroom/items/${items.nut}`, /ERR_CONNECTION_RESET/);
    const { page } = at;
    await book(page, 'Receipt');
    await quantity(page).fill('2');
    await page.getByRole('button', { name: 'Book', exact: true }).evaluate((button: { click(): void }) => {
      button.click();
      button.click();
    });
    await balances(page, 'Receipt').waitFor();
    let lost = 0;
    await page.route('**/operations', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await book(page, 'Issue');
    await quantity(page).fill('3');
    await save(page);
    await balances(page, 'Issue').waitFor();
    expect(await balances(page, 'Issue').textContent()).toMatch(/7\s*→\s*4/);
    expect(lost).toBe(1);
    expect(await ledgerOf(api, items.nut)).toEqual([
      ['issue', -3],
      ['receipt', 2],
      ['receipt', 5],
    ]);
  });

  it('refuses a count that a movement crossed, and counts again', async () => {
    await using at = await opened(`/stockroom/items/${items.cup}`, /409 \(Conflict\)/);
    const { page } = at;
    await book(page, 'Count');
    expect(await quantity(page).inputValue()).toBe('');
    await api.inventory('POST', '/operations', { item_id: items.cup, type: 'issue', quantity: 1 });
    // The screen below the dialog is updated; the count keeps the state that it began with.
    await page.getByRole('cell', { name: '−1' }).waitFor({ state: 'attached' });
    await quantity(page).fill('5');
    await save(page);
    await page.getByText('The stock changed during the count. Count again, then book.').waitFor();
    await expect.poll(() => quantity(page).inputValue()).toBe('');
    await quantity(page).fill('4');
    await save(page);
    await balances(page, 'Count').waitFor();
    expect(await balances(page, 'Count').textContent()).toMatch(/4\s*→\s*4/);
  });

  it('counts a place, and names what moved meanwhile', async () => {
    await using at = await opened('/stockroom/count', /409 \(Conflict\)/);
    const { page } = at;
    await page.locator('main').getByRole('button').first().click();
    const cup = page.getByLabel('Counted quantity of cup');
    const nut = page.getByLabel('Counted quantity of nut');
    await cup.fill('4');
    await nut.fill('3');
    await api.inventory('POST', '/operations', { item_id: items.cup, type: 'receipt', quantity: 1 });
    await page.getByRole('button', { name: 'Book 2 counts' }).click();
    await page.getByText('1 item moved during the count: count it again').waitFor();
    expect(await cup.inputValue()).toBe('');
    expect(await nut.inputValue()).toBe('3');
    await cup.fill('5');
    await page.getByRole('button', { name: 'Book 2 counts' }).click();
    await page.getByRole('heading', { name: 'Differences' }).waitFor();
    await page.getByText('4 → 3').waitFor();
  });

  it('shows what is wrong with the item of a count beside it, and keeps it when others are booked', async () => {
    await using at = await opened('/stockroom/count', /422 \(Unprocessable/);
    const { page } = at;
    await page.locator('main').getByRole('button').first().click();
    const cup = page.getByLabel('Counted quantity of cup');
    const nut = page.getByLabel('Counted quantity of nut');
    const faultOf = async (field: typeof cup) =>
      page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).textContent();
    await cup.fill('-1');
    await nut.fill('3x');
    expect(await faultOf(nut)).toBe('Enter a number, such as 12 or 2.5.');
    await page.getByRole('button', { name: 'Book 1 count' }).click();
    await expect.poll(() => cup.getAttribute('aria-invalid')).toBe('true');
    expect(await faultOf(cup)).toBe('It must not be negative.');
    const edgeOf = (name: string) =>
      page.evaluate(
        `getComputedStyle(document.querySelector('[aria-label="Counted quantity of ${name}"]')).borderColor`,
      );
    const wrong = await edgeOf('cup');
    expect([await cup.inputValue(), await nut.inputValue()]).toEqual(['-1', '3x']);
    await cup.fill('5');
    await page.getByRole('button', { name: 'Book 1 count' }).click();
    await page.getByRole('heading', { name: 'Differences' }).waitFor();
    expect([await cup.inputValue(), await nut.inputValue()]).toEqual(['', '3x']);
    expect(await edgeOf('nut')).toBe(wrong);
    expect(await edgeOf('cup'), 'of a field that is right').not.toBe(wrong);
    // The other count is not given up unasked.
    const asked: string[] = [];
    let answer: 'accept' | 'dismiss' = 'dismiss';
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog[answer]();
    });
    const another = page.getByRole('button', { name: 'Count another place' });
    await another.click();
    expect(await nut.inputValue()).toBe('3x');
    answer = 'accept';
    await another.click();
    await page.getByText('Which place do you count?').waitFor();
    expect(asked.map((text) => text.split('\n')[0])).toEqual(['Leave without saving?', 'Leave without saving?']);
  });

  it('receives scan after scan as one batch', async () => {
    await using at = await opened('/stockroom/receive');
    const { page } = at;
    const batches: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/operations/batch')) batches.push(request.postDataJSON());
    });
    // Faster than the answers come.
    for (const code of [codes.bolt, codes.cup, codes.bolt, codes.bolt]) await scan(page, code);
    await expect
      .poll(() =>
        page
          .getByLabel('Quantity: bolt')
          .inputValue()
          .catch(() => ''),
      )
      .toBe('3');
    await page.getByRole('button', { name: 'Book 2 lines' }).click();
    await page.getByText('2 lines booked').waitFor();
    expect(batches).toHaveLength(1);
    expect((await ledgerOf(api, items.bolt))[0]).toEqual(['receipt', 3]);
    expect((await ledgerOf(api, items.cup))[0]).toEqual(['receipt', 1]);
  });

  it('is worked by keys alone: a receipt, a count of a place, a reversal', { timeout: 180_000 }, async () => {
    const { id } = await api.inventory('POST', '/items', {
      name: 'key',
      sku: 'SKU-key',
      barcode: codes.key,
      quantity: 5,
    });
    await using at = await pages.open();
    await at.signIn(undefined, '/stockroom');
    const { page } = at;
    const { keyboard } = page;
    await scan(page, codes.key);
    await page.getByRole('heading', { level: 1, name: 'key' }).waitFor();
    await settled(page);
    await tabTo(page, page.getByRole('button', { name: 'Receipt', exact: true }));
    await keyboard.press('Enter');
    await tabTo(page, quantity(page));
    await keyboard.type('2');
    await keyboard.press('Enter');
    await balances(page, 'Receipt').waitFor();
    expect(await balances(page, 'Receipt').textContent()).toMatch(/5\s*→\s*7/);
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { level: 1, name: 'Stockroom' }).waitFor();
    await tabTo(page, page.locator('main').getByRole('link', { name: 'Count', exact: true }));
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Count a place' }).waitFor();
    await settled(page);
    await tabTo(page, page.locator('main').getByRole('button').first());
    await keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Counted quantity of key'));
    await keyboard.type('6');
    await tabTo(page, page.getByRole('button', { name: 'Book 1 count' }));
    await keyboard.press('Enter');
    await page.getByText('7 → 6').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { level: 1, name: 'Stockroom' }).waitFor();
    await scan(page, codes.key);
    await page.getByRole('heading', { level: 1, name: 'key' }).waitFor();
    await settled(page);
    await tabTo(page, page.getByRole('button', { name: 'Reverse' }).first());
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, page.getByLabel('Reason (optional)'));
    await keyboard.type('Counted wrongly');
    await keyboard.press('Enter');
    await page.getByText('Counted wrongly').waitFor();
    expect(await ledgerOf(api, id)).toEqual([
      ['reversal', 1],
      ['count', -1],
      ['receipt', 2],
      ['receipt', 5],
    ]);
  });

  it('folds categories by keys, lists what is in one, and moves it before it is deleted', async () => {
    const categoryOf = async (name: string, parent: number | null) =>
      (await api.inventory('POST', '/categories', { name, parent_id: parent })).id;
    const tools = await categoryOf('Tools', null);
    const small = await categoryOf('Small tools', tools);
    const inside = await categoryOf('Screws', small);
    const { id } = await api.inventory('POST', '/items', { name: 'Long screw', category_id: inside });
    await using at = await opened('/stockroom/categories');
    const { page } = at;
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^(?:\\w+: )?${name}`) });
    await row('Tools').focus();
    await page.keyboard.press('ArrowLeft');
    await row('Screws').waitFor({ state: 'detached' });
    expect(await row('Tools').getAttribute('aria-expanded')).toBe('false');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.locator('tr:focus', { hasText: 'Screws' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Long screw' }).waitFor();
    expect(page.url()).toContain(`/stockroom?category=${inside}`);
    await at.go('/stockroom/categories');
    await page.getByRole('button', { name: 'Edit Screws' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const remove = page.getByRole('dialog', { name: 'Delete Screws?' });
    await remove.getByText('It has 1 item and 0 categories.').waitFor();
    await remove.getByRole('button', { name: /^Move them to/ }).click();
    await remove.getByRole('combobox').fill('tools');
    await remove.getByRole('option', { name: 'Tools', exact: true }).click();
    await remove.getByRole('button', { name: 'Delete' }).click();
    await remove.waitFor({ state: 'detached' });
    expect(await api.inventory('GET', `/items/${id}`)).toMatchObject({ category_id: tools });
  });

  it('keeps what was scanned or counted, and asks for confirmation on leaving', async () => {
    const { code } = await api.inventory<{ readonly code: string }>('POST', '/locations', { code: 'WALL' });
    for (let at = 1; at <= 51; at++) {
      const { id } = await api.inventory('POST', '/items', { name: `peg ${String(at).padStart(3, '0')}` });
      await api.inventory('POST', '/operations', { item_id: id, type: 'receipt', quantity: 1, location: code });
    }
    await using at = await opened('/stockroom/receive', /503 \(/);
    const { page } = at;
    const asked: string[] = [];
    let answer: 'accept' | 'dismiss' = 'dismiss';
    page.on('dialog', (dialog) => {
      asked.push(`${dialog.type()}: ${dialog.message().split('\n')[0]}`);
      void dialog[answer]();
    });
    const isAsked = () => expect.poll(() => asked.splice(0)).toEqual(['confirm: Leave without saving?']);
    await scan(page, codes.nut);
    const bookLine = page.getByRole('button', { name: 'Book 1 line' });
    await bookLine.waitFor();
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await isAsked();
    await bookLine.waitFor();
    answer = 'accept';
    await page.getByRole('link', { name: 'Stockroom' }).first().click();
    await isAsked();
    await page.getByRole('heading', { level: 1, name: 'Stockroom' }).waitFor();
    await page.locator('main').getByRole('link', { name: 'Count', exact: true }).click();
    await page.getByRole('button', { name: code }).click();
    const counted = page.getByLabel('Counted quantity of peg 001');
    await counted.fill('3');
    // The server is away when the network is back after a minute.
    const away = (url: URL) => url.pathname.endsWith('/items');
    await page.route(away, (route) => route.fulfill({ status: 503, body: '' }));
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.evaluate('{ const { now } = Date; Date.now = () => now() + 60_000; }');
    for (const network of ['offline', 'online']) await page.evaluate(`window.dispatchEvent(new Event('${network}'))`);
    await refused;
    await page.waitForTimeout(300);
    expect(await counted.inputValue()).toBe('3');
    await page.unroute(away);
    // The next page cannot be read at first.
    await page.route(away, (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('button', { name: 'Next' }).click();
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.unroute(away);
    await retry.click();
    await page.getByLabel('Counted quantity of peg 051').waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    expect(await counted.inputValue()).toBe('3');
    answer = 'dismiss';
    await page.evaluate('setTimeout(() => history.back())');
    await isAsked();
    expect(await counted.inputValue()).toBe('3');
  });

  it('offers to create an item for an unknown code', async () => {
    await using at = await opened('/stockroom', /404 \(Not Found\)/);
    const { page } = at;
    await scan(page, '7777777777777');
    await page.locator('form').getByText('No item has the code 7777777777777.').waitFor();
    await page.getByRole('button', { name: 'Create an item with this code' }).click();
    expect(await page.getByRole('dialog').getByLabel('Barcode').inputValue()).toBe('7777777777777');
  });

  testMembers(shop, 'contribute', [null, 'store_manager', 'editor', 'customer']);
});
