import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refreshArticles, refreshSuggestions } from '@backroom/core/marketing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCatalogue, aProduct, openCatalogueFolder } from '../../support/catalogues.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const catalogue = await openCatalogueFolder();
const folder = await mkdtemp(join(tmpdir(), 'marketing-'));
const suggestions = join(folder, 'suggestions.json');
const articles = join(folder, 'articles.json');
afterAll(() => rm(folder, { recursive: true }));

const environment = {
  CATALOG_URL: catalogue.path,
  CATALOG_KEY: catalogue.key.publicKey,
  SUGGESTIONS_URL: suggestions,
  KNOWLEDGE_BASE_URL: articles,
};
const payment = (id: string, more: object = {}) => ({ id, title: `Pay by ${id}`, ...more });
const channelsTag = [{ slug: 'sales-channels', name: 'Sales channels' }];
const misc = [{ slug: 'misc', name: 'Other' }];
const products = [
  aProduct({ product_id: 1, slug: 'stock-alerts' }),
  aProduct({ product_id: 2, slug: 'letters', categories: ['marketing'], tags: [] }),
  aProduct({ product_id: 3, slug: 'adverts', categories: ['marketing'], subcategories: channelsTag, tags: [] }),
  aProduct({ product_id: 4, slug: 'plain', categories: [], tags: misc }),
];

onEveryDatabase(
  'marketing',
  (world) => {
    const ask = (method: string, route: string, query: Record<string, string> = {}) =>
      askShop(world(), method, `/shop-admin/${route}${queryOf(query)}`, { bearer: world().ada.token ?? '' });
    const list = async (route: string, query: Record<string, string> = {}) => {
      const { status, body, text } = await ask('GET', route, query);
      expect(status, text).toBe(200);
      return body as unknown as readonly Record<string, unknown>[];
    };
    const namesIn = (entries: readonly Record<string, unknown>[], name: string) => entries.map((each) => each[name]);
    const setOptions = (body: object) =>
      askShop(world(), 'POST', '/shop-admin/options', { bearer: world().ada.token ?? '', body });

    const refresh = async (useCase: typeof refreshSuggestions) => {
      const { core, actor } = world().application;
      return (await core.run(useCase, await actor('command_line'), {})).fault?.code;
    };

    beforeAll(async () => {
      await catalogue.publish(aCatalogue({ products, groups: [] }));
      await askShop(world(), 'POST', '/shop/v3/marketplace/refresh', { bearer: world().ada.token ?? '' });
      await writeFile(
        suggestions,
        JSON.stringify({
          version: 1,
          payments: [
            payment('late', { recommendation_priority: null }),
            payment('second', { recommendation_priority: 2 }),
            payment('first', { recommendation_priority: 1, plugins: ['stock-alerts'], category_other: ['DE'] }),
            payment('hidden', { is_visible: { type: 'fail' } }),
            payment('moon', { is_visible: { type: 'moon_phase' } }),
          ],
          shipping: [
            {
              slug: 'parcels',
              name: 'Parcels',
              available_layouts: ['row'],
              layout_row: { features: [{ title: 'Tracking' }] },
            },
          ],
          bundles: [{ key: 'task-list/grow', title: 'Grow', plugins: [{ key: 'letters:b', name: 'Letters' }] }],
        }),
      );
      await writeFile(
        articles,
        JSON.stringify([
          {
            title: 'Sell more',
            date: '2026-05-01',
            link: 'https://shop.example/more',
            author_name: 'Ada',
            categories: ['marketing'],
          },
          {
            title: 'Ship more',
            date: '2026-05-02',
            link: 'https://shop.example/ship',
            author_name: 'Ada',
            categories: ['shipping'],
          },
        ]),
      );
      for (const useCase of [refreshSuggestions, refreshArticles]) expect(await refresh(useCase)).toBeUndefined();
    });

    it('recommends extensions of the catalogue by category', async () => {
      expect(namesIn(await list('marketing/recommended'), 'product')).toEqual(['letters', 'adverts', 'plain']);
      expect(namesIn(await list('marketing/recommended', { per_page: '1' }), 'product')).toEqual(['letters']);
      expect(namesIn(await list('marketing/recommended', { category: 'Stock' }), 'product')).toEqual(['stock-alerts']);
      expect(namesIn(await list('marketing/misc-recommendations'), 'product')).toEqual(['plain']);
      expect(namesIn(await list('marketing/recommendations', { category: 'channels' }), 'product')).toEqual([
        'adverts',
      ]);
      expect(namesIn(await list('marketing/recommendations', { category: 'extensions' }), 'product')).toEqual([
        'letters',
        'plain',
      ]);
      const [entry] = await list('marketing/recommended');
      expect(entry).toMatchObject({ title: 'Low stock', plugin: 'letters/letters', direct_install: true });
    });

    it.each([
      ['marketing/recommendations', {}, 'rest_missing_callback_param'],
      ['marketing/recommendations', { category: 'all' }, 'rest_invalid_param'],
      ['marketing/recommended', { per_page: '101' }, 'rest_invalid_param'],
      ['marketing/campaigns', { page: '0' }, 'rest_invalid_param'],
      ['payment-gateway-suggestions', { force_default_suggestions: 'perhaps' }, 'rest_invalid_param'],
    ])('refuses %s with %j', async (route, query, code) => {
      expect(await ask('GET', route, query)).toMatchObject({ status: 400, body: { code } });
    });

    it('has no installed extensions, channels and campaigns before an extension brings them', async () => {
      for (const route of ['overview/installed-plugins', 'channels', 'campaigns', 'campaign-types'])
        expect(await list(`marketing/${route}`)).toEqual([]);
      const { headers } = await ask('GET', 'marketing/campaigns');
      expect([headers.get('x-cms-total'), headers.get('x-cms-totalpages')]).toEqual(['0', '0']);
    });

    it('lists the articles of the operator', async () => {
      const all = await list('marketing/knowledge-base');
      expect(namesIn(all, 'title')).toContain('Sell more');
      const [article] = await list('marketing/knowledge-base', { category: 'marketing' });
      expect(article).toEqual({
        title: 'Sell more',
        date: '2026-05-01',
        link: 'https://shop.example/more',
        author_name: 'Ada',
        author_avatar: '',
        image: '',
      });
    });

    it('lists bundles and kinds of products', async () => {
      const bundles = await list('onboarding/free-extensions');
      expect(bundles).toContainEqual(
        expect.objectContaining({
          key: 'task-list/grow',
          plugins: [expect.objectContaining({ key: 'letters:b', is_installed: false, is_activated: false })],
        }),
      );
      const { status, body } = await ask('GET', 'onboarding/product-types');
      expect(status).toBe(200);
      expect(body).toMatchObject({ physical: { default: true }, downloads: { label: expect.any(String) } });
    });

    describe('suggestions', () => {
      it('are those that are visible, by priority', async () => {
        const listed = await list('payment-gateway-suggestions');
        expect(namesIn(listed, 'id')).toEqual(['first', 'second', 'late']);
        expect(listed[0]).toMatchObject({ is_visible: true, plugins: ['stock-alerts'], category_other: ['DE'] });
        expect(namesIn(await list('shipping-partner-suggestions'), 'slug')).toEqual(['parcels']);
      });

      it('keep the last good copy when the document is bad', async () => {
        await writeFile(suggestions, '{"payments":[{"id":7}]}');
        expect(await refresh(refreshSuggestions)).toBe('suggestions_invalid');
        expect(namesIn(await list('payment-gateway-suggestions'), 'id')).toEqual(['first', 'second', 'late']);
      });

      it('are hidden once, by the administrator', async () => {
        const dismiss = async () => (await ask('POST', 'payment-gateway-suggestions/dismiss')).body;
        expect([await dismiss(), await dismiss()]).toEqual([true, false]);
        expect(await list('payment-gateway-suggestions')).toEqual([]);
        expect(namesIn(await list('shipping-partner-suggestions'), 'slug')).toEqual(['parcels']);
        const forced = await list('payment-gateway-suggestions', { force_default_suggestions: 'true' });
        expect(forced.length).toBeGreaterThan(0);
        const { body: records } = await world().ada.get('/audit?action=option.update');
        expect(JSON.stringify(records)).toContain('shop_setting_payments_recommendations_hidden');
      });

      it('are off by the option of the marketplace', async () => {
        await setOptions({ shop_show_marketplace_suggestions: 'no' });
        expect(await list('shipping-partner-suggestions')).toEqual([]);
        const forced = await list('shipping-partner-suggestions', { force_default_suggestions: 'true' });
        expect(forced.length).toBeGreaterThan(0);
        await setOptions({ shop_show_marketplace_suggestions: 'yes' });
      });
    });

    it('is refused to members', async () => {
      const member = await world().person();
      for (const route of ['marketing/recommended', 'marketing/channels', 'payment-gateway-suggestions']) {
        const { status } = await askShop(world(), 'GET', `/shop-admin/${route}`, { bearer: member.token ?? '' });
        expect(status, route).toBe(403);
      }
      const refused = await askShop(world(), 'POST', '/shop-admin/payment-gateway-suggestions/dismiss', {});
      expect(refused).toMatchObject({ status: 401, body: { code: 'shop_rest_cannot_update' } });
    });
  },
  { environment },
);

const queryOf = (query: Record<string, string>): string => {
  const text = String(new URLSearchParams(query));
  return text === '' ? '' : `?${text}`;
};
