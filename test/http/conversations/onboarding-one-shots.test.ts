import { describe, expect, it } from 'vitest';
import { askShop, type ShopAnswered, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const base = '/shop-admin/onboarding';

onEveryDatabase('one-shots of onboarding', (world) => {
  const ask = (method: string, route: string, init: ShopRequestInit = {}) =>
    askShop(world(), method, route, { bearer: world().ada.token ?? '', ...init });
  const products = async (query = '') =>
    (await ask('GET', `/shop/v3/products?per_page=100${query}`)).body as unknown as readonly {
      readonly id: number;
      readonly sku: string | null;
      readonly status: string;
    }[];

  describe('a homepage', () => {
    const create = () => ask('POST', `${base}/tasks/create_homepage`);
    const front = async () => {
      const { page_on_front, show_on_front } = (await ask('GET', '/')).body;
      return [show_on_front, page_on_front];
    };

    it('is published, shown by the site, and created once', async () => {
      expect(await front()).toEqual(['posts', 0]);
      const answers = await Promise.all([create(), create(), create()]);
      const [{ body }] = answers as [ShopAnswered, ...ShopAnswered[]];
      const id = body.post_id as number;
      expect(answers.map((each) => [each.status, each.body.post_id])).toEqual([1, 2, 3].map(() => [200, id]));
      expect(body).toMatchObject({ status: 'success', message: 'Homepage created' });
      expect(await front()).toEqual(['page', id]);
      const page = await ask('GET', `/cms/v2/pages/${id}`);
      expect(page.body).toMatchObject({ title: 'Homepage', status: 'publish', author: world().ada.id });
      expect(String(body.edit_post_link)).toContain(`/cms/v2/pages/${id}`);
      const shown = await fetch(`${world().url}/`);
      expect(await shown.text()).toContain('Opening soon');
    });

    it('is shown again after another front page, and created again once it is unpublished', async () => {
      const first = (await create()).body.post_id;
      await ask('POST', '/cms/v2/pages', { body: { title: 'Another', status: 'publish' } });
      await world().application.core.settings.changeShopSettings(await world().application.actor('system'), {
        record: { front_page: null },
      });
      expect((await create()).body.post_id).toBe(first);
      expect(await front()).toEqual(['page', first]);
      await ask('PUT', `/cms/v2/pages/${first}`, { body: { status: 'draft' } });
      await ask('POST', `${base}/tasks/import_sample_products`);
      const second = (await create()).body.post_id;
      expect(second).not.toBe(first);
      expect(await front()).toEqual(['page', second]);
      expect(await (await fetch(`${world().url}/`)).text()).toContain('Our products');
    });

    it('is refused to a manager of the store', async () => {
      const { token = '' } = await world().person({ shop_role: 'store_manager' });
      expect(await askShop(world(), 'POST', `${base}/tasks/create_homepage`, { bearer: token })).toMatchObject({
        status: 403,
        body: { code: 'shop_rest_cannot_create' },
      });
      expect(await askShop(world(), 'POST', `${base}/products`, { bearer: token })).toMatchObject({
        status: 403,
        body: { code: 'shop_rest_cannot_update' },
      });
    });
  });

  describe('sample products', () => {
    it('are added once by several clients at the same time', async () => {
      for (const { id } of await products()) await ask('DELETE', `/shop/v3/products/${id}?force=true`);
      const answers = await Promise.all([1, 2, 3].map(() => ask('POST', `${base}/tasks/import_sample_products`)));
      const counts = answers.map(({ body }) => (body.imported as readonly number[]).length);
      expect(counts.toSorted()).toEqual([0, 0, 9]);
      expect((await products()).filter(({ sku }) => sku?.startsWith('sample-'))).toHaveLength(9);
      const shirt = (await products('&search=Linen')).find(({ sku }) => sku === 'sample-shirt');
      expect((await ask('GET', `/shop/v3/products/${shirt?.id}/variations`)).body).toMatchObject({ length: 3 });
      expect((await fetch(`${world().url}/product/stoneware-mug`)).status).toBe(200);
    });

    it('are restored where one was deleted, and leave others as they are', async () => {
      const mug = (await products()).find(({ sku }) => sku === 'sample-1');
      const lamp = (await products()).find(({ sku }) => sku === 'sample-6');
      await ask('DELETE', `/shop/v3/products/${mug?.id}?force=true`);
      await ask('PUT', `/shop/v3/products/${lamp?.id}`, { body: { name: 'Mine' } });
      const { body } = await ask('POST', `${base}/tasks/import_sample_products`);
      expect(body).toMatchObject({ imported: { length: 1 }, skipped: { length: 8 } });
      expect(body.skipped).toContainEqual({ sku: 'sample-6', id: lamp?.id });
      expect((await ask('GET', `/shop/v3/products/${lamp?.id}`)).body).toMatchObject({ name: 'Mine' });
    });
  });

  it('placeholder products are drafts, added once', async () => {
    const answers = await Promise.all([1, 2].map(() => ask('POST', `${base}/products`)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual([1, 2].map(() => [200, { success: true }]));
    const found = (await products()).filter(({ sku }) => sku?.startsWith('placeholder-'));
    expect(found.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'draft'));
  });

  describe('a product of a template', () => {
    const create = (template_name: unknown, bearer = world().ada.token ?? '') =>
      ask('POST', `${base}/tasks/create_product_from_template`, { bearer, body: { template_name } });

    it.each([
      ['physical', { type: 'simple', virtual: false }],
      ['digital', { type: 'simple', virtual: true, downloadable: true }],
      ['variable', { type: 'variable' }],
      ['grouped', { type: 'grouped' }],
      ['external', { type: 'external' }],
    ])('begins with %s, and is in no list', async (name, expected) => {
      const answers = await Promise.all([create(name), create(name), create(name)]);
      const [first] = answers as [ShopAnswered, ...ShopAnswered[]];
      const { id } = first.body as unknown as { readonly id: number };
      expect(answers.map(({ status, body }) => [status, body])).toEqual([1, 2, 3].map(() => [200, { id }]));
      const { body } = await ask('GET', `/shop/v3/products/${id}`);
      expect(body).toMatchObject({ ...expected, status: 'auto-draft' });
      expect((await products()).filter((each) => each.id === id)).toEqual([]);
      expect((await products('&status=auto-draft')).filter((each) => each.id === id)).toHaveLength(1);
    });

    it('is another one for each user, and after it was saved', async () => {
      const { body: first } = await create('physical');
      const manager = await world().person({ shop_role: 'store_manager' });
      const { body: theirs } = await create('physical', manager.token ?? '');
      expect(theirs).not.toEqual(first);
      await ask('PUT', `/shop/v3/products/${first.id}`, { body: { status: 'draft', name: 'Saved' } });
      expect((await create('physical')).body).not.toEqual(first);
    });

    it.each(['nope', '', '../../physical', '__proto__', 'PHYSICAL', 5, ['physical'], 'x'.repeat(10_000)])(
      'is refused for %j',
      async (name) => {
        expect(await create(name)).toMatchObject({
          status: 400,
          body: { code: 'rest_invalid_param', data: { details: { template_name: {} } } },
        });
      },
    );
  });
});
