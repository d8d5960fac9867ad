import { beforeAll, describe, expect, it } from 'vitest';
import { sendJson } from '../../support/send-json.ts';
import { type DeskApi, openApi } from './desk-api.ts';
import { type DeskShop, openDeskPages, settled } from './desk-shop.ts';

type Access = 'read' | 'operate' | 'contribute';
type ShopRole = 'store_manager' | 'editor' | 'customer' | null;

const password = 'quiet-harbour-morning';

/** What each setting of `MEMBER_ACCESS` lets members do, by hand. */
const inStock: Readonly<Record<Access, readonly string[]>> = {
  read: ['read_inventory'],
  operate: ['read_inventory', 'record_operations'],
  contribute: ['read_inventory', 'record_operations', 'edit_catalog'],
};

/** Screens, and the permission that each needs, by hand. */
const screens: readonly (readonly [path: string, needs: string, inNavigation?: string])[] = [
  ['/', 'manage_store', 'Overview'],
  ['/reports', 'manage_store', 'Reports'],
  ['/reports/revenue', 'manage_store'],
  ['/stockroom', 'read_inventory', 'Stockroom'],
  ['/stockroom/ledger', 'read_inventory'],
  ['/stockroom/categories', 'read_inventory'],
  ['/stockroom/receive', 'record_operations'],
  ['/stockroom/count', 'record_operations'],
  ['/stockroom/places', 'manage_inventory'],
  ['/stockroom/import', 'manage_inventory'],
  ['/orders', 'manage_store', 'Orders'],
  ['/orders/1', 'manage_store'],
  ['/products', 'manage_store', 'Products'],
  ['/products/categories', 'manage_store'],
  ['/customers', 'manage_store', 'Customers'],
  ['/coupons', 'manage_store', 'Coupons'],
  ['/tax-rates', 'manage_store', 'Tax rates'],
  ['/jobs', 'manage_store', 'Jobs'],
  ['/people', 'manage_users', 'People'],
  ['/audit', 'manage_system', 'Audit'],
  ['/settings', 'manage_settings', 'Settings'],
  ['/getting-started', 'manage_store', 'Getting started'],
  ['/phones', 'manage_store', 'Phones'],
  ['/people/1/passwords', 'manage_users'],
  ['/directory', 'manage_system', 'Directory'],
  ['/extensions', 'manage_extensions', 'Extensions'],
  ['/extensions/low-stock', 'manage_extensions'],
  ['/themes', 'manage_themes', 'Themes'],
  ['/mail', 'read_mail_log', 'Mail log'],
];

/** Buttons of the stockroom, and the permission of each. */
const tools: readonly (readonly [name: string, needs: string])[] = [
  ['Receive', 'record_operations'],
  ['Count', 'record_operations'],
  ['Places', 'manage_inventory'],
  ['Import', 'manage_inventory'],
  ['New item', 'edit_catalog'],
  ['Receipt', 'record_operations'],
  ['Issue', 'record_operations'],
  ['Transfer', 'record_operations'],
  ['Edit', 'edit_catalog'],
  ['Archive', 'edit_catalog'],
  ['New category', 'edit_catalog'],
];

/** Requests that the interfaces refuse without a permission. */
const requests: readonly (readonly [method: string, path: string, needs: string])[] = [
  ['POST', '/items', 'edit_catalog'],
  ['POST', '/operations', 'record_operations'],
  ['POST', '/locations', 'manage_inventory'],
  ['POST', '/users', 'manage_users'],
  ['GET', '/audit', 'manage_system'],
  ['PATCH', '/settings', 'manage_settings'],
  ['GET', '/cms-json/shop/v3/orders', 'manage_store'],
  ['GET', '/cms-json/shop/v3/coupons', 'manage_store'],
];

/** Declares tests of what members see in a shop with this setting of `MEMBER_ACCESS`. */
export function testMembers(shop: () => DeskShop, access: Access, roles: readonly ShopRole[]): void {
  const pages = openDeskPages(`members-${access}`, shop);
  const api = openApi(shop);
  let item = 0;
  beforeAll(async () => {
    item = (await api.inventory('POST', '/items', { name: 'Lamp', sku: `LAMP-${access}`, quantity: 3 })).id;
  });

  describe.each(roles)(`of a member who may ${access}, and is %s in the shop`, (role) => {
    const username = `${access}-${role ?? 'none'}`.replace('_', '-');
    const granted = new Set([
      ...inStock[access],
      ...(role === 'store_manager' ? ['manage_store', 'edit_products', 'edit_content'] : []),
    ]);

    it('the navigation and the buttons are what the account may use, and other addresses explain', async () => {
      await makeMember(api, { username, role });
      await using at = await pages.open();
      const { page, go, signIn } = at;
      await signIn({ username, password });
      const may = (needs: string) => granted.has(needs);
      const shown = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();
      const names = screens.flatMap(([, needs, name]) => (name !== undefined && may(needs) ? [name] : []));
      expect(shown.toSorted()).toEqual(names.toSorted());
      // Editors and customers of the shop may do no more on these screens than those without a role.
      if (role === 'editor' || role === 'customer') return;
      const answers: string[] = [];
      page.on('response', (response) => {
        if (response.status() >= 400 && !response.url().includes('/orders/1'))
          answers.push(`${response.status()} ${response.url()}`);
      });
      at.allow(/404 \(Not Found\).*\/orders\/1/);
      const offered = new Set<string>();
      const main = page.locator('main');
      for (const [path, needs] of [...screens, [`/stockroom/items/${item}`, 'read_inventory'] as const]) {
        await go(path);
        const isExplained = ((await main.textContent()) ?? '').includes('Ask an administrator');
        expect(isExplained, path).toBe(!may(needs) && path !== '/');
        if (isExplained) expect(await main.getByRole('button').count(), path).toBe(0);
        if (!path.startsWith('/stockroom')) continue;
        const texts = await main.locator('button, a').allTextContents();
        for (const [name] of tools) if (texts.includes(name)) offered.add(name);
      }
      expect(answers).toEqual([]);
      expect([...offered].toSorted()).toEqual(tools.flatMap(([name, needs]) => (may(needs) ? [name] : [])).toSorted());
    });

    // Editors and customers of the shop have the buttons of those without a role.
    if (role === null || role === 'store_manager') testButtons(pages, api, username);

    it('the interfaces refuse the rest', async () => {
      const { access_token: token } = await login(shop(), username);
      for (const [method, path, needs] of requests) {
        const body = method === 'GET' ? undefined : {};
        const { status } = await sendJson(method, `${shop().url}${path}`, body, { token });
        expect(status === 403, `${method} ${path}: ${status}`).toBe(!granted.has(needs));
      }
    });
  });
}

/** Declares a test that presses every button of the stockroom, and sends the forms that they open. */
function testButtons(pages: ReturnType<typeof openDeskPages>, api: DeskApi, username: string): void {
  it('no button of the stockroom leads to a refusal of permission', { timeout: 240_000 }, async () => {
    const { id } = await api.inventory('POST', '/items', { name: 'Bell', sku: `BELL-${username}`, quantity: 3 });
    await using at = await pages.open();
    const { page, go, signIn } = at;
    // Empty forms are refused for what is missing.
    at.allow(/4(?:00|09|22) \(/);
    await signIn({ username, password }, '/stockroom');
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
    const main = page.locator('main');
    for (const path of ['/stockroom', '/stockroom/categories', '/stockroom/ledger', `/stockroom/items/${id}`]) {
      await go(path);
      const names = new Set(await main.locator('button:enabled:visible').allTextContents());
      for (const name of names) {
        await go(path);
        const button = main.getByRole('button', { name, exact: true }).first();
        if (name.trim() === '' || !(await button.isVisible())) continue;
        await button.click();
        const send = page.locator('dialog[open] button[type="submit"]:enabled');
        await settled(page);
        if (await send.isVisible()) await send.click();
        await page.waitForLoadState('networkidle').catch(() => undefined);
        await settled(page);
      }
    }
    expect(refused).toEqual([]);
  });
}

const makeMember = (
  { inventory }: DeskApi,
  { username, role }: { readonly username: string; readonly role: ShopRole },
) => inventory('POST', '/users', { username, password, role: 'member', ...(role !== null && { shop_role: role }) });

async function login({ url }: DeskShop, username: string): Promise<{ readonly access_token: string }> {
  const answer = await sendJson('POST', `${url}/users/login`, { username, password }, {});
  return (await answer.json()) as { readonly access_token: string };
}
