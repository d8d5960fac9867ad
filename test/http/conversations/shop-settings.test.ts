import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sqlOf } from '../../support/persistence.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

type Json = Readonly<Record<string, unknown>>;

/** Twelve and a third euros, bought in March and paid in April. */
const anOrder: Json = {
  status: 'processing',
  currency: 'EUR',
  created_at: '2025-03-30T10:00:00Z',
  paid_at: '2025-04-02T10:00:00Z',
  billing: { first_name: 'Ida', last_name: 'Iversen', email: 'ida@example.test', country: 'DK' },
  total: '12.333',
  total_tax: '0',
  shipping_total: '0',
  shipping_tax: '0',
  discount_total: '0',
  lines: [{ product_id: 10, name: 'Mug', quantity: 1, subtotal: '12.333', total: '12.333', taxes: {} }],
};

const asking = (world: () => World) => {
  const ask = (method: string, route: string, body?: Json) =>
    askShop(world(), method, route, { bearer: world().ada.token ?? '', ...(body && { body }) });
  const core = () => world().application.core;
  const actor = () => world().application.actor('command_line');
  return {
    write: async (body: Json) => (await ask('POST', '/shop-admin/options', body)).body,
    option: async (name: string) => (await ask('GET', `/shop-admin/options?options=${name}`)).body[name],
    make: (route: string, body: Json) => ask('POST', route, body),
    /** As it is shown. */
    index: async () => (await askShop(world(), 'GET', '/')).body,
    settings: async () => core().settings.readShopSettings(await actor(), {}),
    change: async (record: Json) => core().settings.changeShopSettings(await actor(), { record }),
    refresh: async () => core().analytics.refreshRollUps(await actor(), {}),
    verify: async () => core().analytics.verifyAnalytics(await actor(), {}),
    daysSold: async () => {
      const { body } = await ask('GET', '/shop-analytics/reports/orders?after=2000-01-01T00:00:00');
      return (body as unknown as readonly { readonly date: string }[]).map(({ date }) => date.slice(0, 10));
    },
    /** In ten-thousandths. */
    netOfLines: async () => {
      const { rows } = await sql<{ net: string }>`select net from line_fact`.execute(
        sqlOf(world().application.database).kysely(),
      );
      return rows.map(({ net }) => Number(net));
    },
  };
};

onEveryDatabase(
  'settings of the shop and options of the same meaning',
  (world) => {
    const { write, option, make, settings, change, refresh, verify, daysSold, netOfLines, index } = asking(world);

    it('are those of the installation until they are saved', async () => {
      expect(await settings()).toMatchObject({ currency: 'SEK', dateType: 'date_paid', manageStock: true });
      expect(await option('shop_date_type')).toBe('date_paid');
      expect(await option('shop_manage_stock')).toBe('yes');
      expect(await option('shop_default_country')).toBe(false);
    });

    it('are changed as options and read as settings', async () => {
      const values = { shop_date_type: 'date_created', shop_manage_stock: 'no', shop_default_country: 'IT:RM' };
      expect(await write({ ...values, shop_weight_unit: 'kg' })).toEqual({
        shop_date_type: true,
        shop_manage_stock: true,
        shop_default_country: true,
        shop_weight_unit: true,
      });
      expect(await settings()).toMatchObject({
        dateType: 'date_created',
        manageStock: false,
        defaultCountry: 'IT:RM',
        currency: 'SEK',
      });
      expect(await write(values)).toEqual({
        shop_date_type: false,
        shop_manage_stock: false,
        shop_default_country: false,
      });
    });

    it('are changed as settings and read as options', async () => {
      await change({ date_type: 'date_completed', manage_stock: true, default_country: '' });
      expect(await option('shop_date_type')).toBe('date_completed');
      expect(await option('shop_manage_stock')).toBe('yes');
      expect(await option('shop_default_country')).toBe(false);
    });

    it('are all stored or none, whichever place they are kept in', async () => {
      const before = await world().contents();
      const refused = await write({ shop_date_type: 'date_paid', shop_weight_unit: 'stone' });
      expect(refused).toMatchObject({ code: 'rest_invalid_param' });
      expect(await world().contents()).toBe(before);
    });

    it('record old and new value in the audit log, and publish an event', async () => {
      await change({ manage_stock: true });
      const heard: unknown[] = [];
      const stop = world().application.core.events.on('option.changed', ({ name }) => void heard.push(name));
      await write({ shop_manage_stock: 'no', shop_coming_soon: 'yes' });
      stop();
      const { body } = await world().ada.get('/audit?action=option.update&outcome=ok&per_page=1');
      expect(body).toMatchObject([{ changes: { shop_manage_stock: { from: 'yes', to: 'no' } } }]);
      expect(heard).toEqual(['shop_coming_soon', 'shop_manage_stock']);
    });

    it('are shown in the index of the site', async () => {
      expect(await index()).toMatchObject({ name: 'Backroom', description: '', timezone_string: 'UTC' });
      await change({ site_name: 'Größe', site_description: 'Hats', time_zone: 'Europe/Rome' });
      const reported = { name: 'Größe', description: 'Hats', gmt_offset: '0', timezone_string: 'Europe/Rome' };
      await expect.poll(index, { timeout: 20_000 }).toMatchObject(reported);
      await change({ site_name: '', time_zone: '-03:30' });
      const untold = { name: 'Backroom', gmt_offset: '-3.5', timezone_string: '' };
      await expect.poll(index, { timeout: 20_000 }).toMatchObject(untold);
    });

    it('refuse a country that cannot be', async () => {
      await expect(change({ default_country: 'Italy' })).rejects.toMatchObject({
        code: 'validation_failed',
        details: { fields: [{ path: ['default_country'], code: 'invalid_format' }] },
      });
    });

    describe('count what was sold by what was decided last', () => {
      it('when the date by which orders count becomes another as an option', async () => {
        await change({ date_type: 'date_paid', time_zone: 'UTC' });
        expect(await make('/shop/v3/orders', anOrder)).toMatchObject({ status: 201 });
        expect(await daysSold()).toEqual(['2025-04-02']);
        await write({ shop_date_type: 'date_created' });
        expect(await daysSold()).toEqual(['2025-03-30']);
        await refresh();
        expect(await verify()).toMatchObject({ orders: 1, differing: 0 });
      });

      it('when a country brings a currency with other decimals', async () => {
        const route = '/shop-admin/onboarding/profile/update-store-currency-and-measurement-units';
        expect(await netOfLines()).toEqual([123_300]);
        expect(await make(route, { country_code: 'JP' })).toMatchObject({ status: 204 });
        expect(await settings()).toMatchObject({ currency: 'JPY', priceDecimals: 0 });
        await refresh();
        expect(await netOfLines()).toEqual([120_000]);
        expect(await verify()).toMatchObject({ orders: 1, differing: 0 });
      });
    });
  },
  { environment: { CURRENCY: 'SEK' } },
);
