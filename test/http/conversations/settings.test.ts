import { settingsRecord } from '@backroom/core/settings';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answered } from '../../support/client.ts';
import { askShop } from '../../support/shop-client.ts';
import { inWorld, onEveryDatabase, type World } from '../../support/world.ts';

interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly recomputes: string | null;
  readonly [member: string]: unknown;
}
interface Settings {
  readonly version: number;
  readonly changes: readonly object[];
  readonly recompute: object;
  readonly under_way: object;
  readonly settings: readonly Setting[];
}

const nothing = { facts: false, sums: false };
const tagIn = ({ etag }: Answered['headers']) => etag?.replace('-gzip', '');

const asking = (world: () => World) => {
  const read = async (): Promise<Answered<Settings>> => world().ada.get<Settings>('/settings');
  return {
    read,
    value: async (name: string) => (await read()).body.settings.find((each) => each.name === name)?.value,
    patch: (body: object, query = '', headers = {}) => world().ada.patch<Settings>(`/settings${query}`, body, headers),
    refresh: async () =>
      world().application.core.analytics.refreshRollUps(await world().application.actor('system'), {}),
  };
};

onEveryDatabase(
  'settings of the shop',
  (world) => {
    const { read, value, patch, refresh } = asking(world);

    beforeAll(async () => {
      const sums = { total: '5', total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' };
      const order = { ...sums, lines: [{ name: 'Mug', quantity: 1, subtotal: '5', total: '5' }] };
      const bearer = world().ada.token ?? '';
      expect(await askShop(world(), 'POST', '/shop/v3/orders', { bearer, body: order })).toMatchObject({ status: 201 });
    });

    it('are listed with meaning, limits, default and version', async () => {
      const { status, headers, body } = await read();
      expect({ status, etag: tagIn(headers), ...body, settings: [] }).toEqual({
        ...{ status: 200, etag: '"1"', version: 1, dry_run: false, changes: [], settings: [] },
        ...{ recompute: nothing, under_way: nothing },
      });
      const members = Object.keys(settingsRecord.properties ?? {});
      expect(body.settings.map(({ name }) => name).toSorted()).toEqual(members.toSorted());
      const of = (name: string) => body.settings.find((each) => each.name === name);
      expect(of('currency')).toMatchObject({ value: 'SEK', default: 'SEK', type: 'text', pattern: '^[A-Z]{3}$' });
      expect(of('week_starts_on')).toMatchObject({ type: 'integer', minimum: 0, maximum: 6, recomputes: 'sums' });
      expect(of('date_type')).toMatchObject({ type: 'choice', choices: expect.arrayContaining(['date_paid']) });
      expect(of('excluded_statuses')).toMatchObject({ type: 'choices', choices: expect.arrayContaining(['on-hold']) });
      expect(of('site_name')).toMatchObject({ type: 'text', nullable: true, value: null, max_length: 500 });
      expect(of('manage_stock')).toMatchObject({ type: 'boolean', nullable: false, choices: null });
    });

    it('report before a change what it recomputes, and store nothing', async () => {
      const before = (await read()).body;
      const body = { time_zone: 'Europe/Madrid', week_starts_on: 0, site_name: 'Mugs' };
      expect((await patch(body, '?dry_run=true')).body).toMatchObject({
        ...{ version: 1, dry_run: true, recompute: { facts: true, sums: true }, under_way: nothing },
        changes: expect.arrayContaining([{ name: 'time_zone', from: 'UTC', to: 'Europe/Madrid' }]),
      });
      expect((await patch({ site_name: 'Mugs' }, '?dry_run=true')).body.recompute).toEqual(nothing);
      expect((await read()).body).toEqual(before);
      expect((await world().ada.list('/audit?action=shop_settings.*')).body).toEqual([]);
    });

    it.each(Object.keys(settingsRecord.properties ?? {}))('report for %s what its change recomputes', async (name) => {
      const others: Readonly<Record<string, unknown>> = {
        ...{ time_zone: '+02:00', week_starts_on: 3, currency: 'DKK', price_decimals: 3, date_type: 'date_created' },
        ...{ excluded_statuses: ['failed'], low_stock_amount: 9, no_stock_amount: 1, default_country: 'IT:RM' },
        ...{ site_name: 'Cups', site_description: 'Cups', front_page: 7 },
      };
      const setting = (await read()).body.settings.find((each) => each.name === name);
      const to = others[name] ?? setting?.value !== true;
      const { body } = await patch({ [name]: to }, '?dry_run=true');
      expect(body.changes).toEqual([{ name, from: setting?.value, to }]);
      const { recomputes } = setting ?? {};
      expect(body.recompute).toEqual({ facts: recomputes === 'facts', sums: recomputes === 'sums' });
    });

    it('are changed, recounted beside requests, and audited with old and new values', async () => {
      const { status, headers, body } = await patch({ time_zone: 'Europe/Madrid', site_name: 'Mugs' });
      expect({ status, etag: tagIn(headers) }).toEqual({ status: 200, etag: '"2.facts"' });
      expect(body).toMatchObject({ version: 2, dry_run: false, recompute: { facts: true, sums: false } });
      expect(body.under_way).toMatchObject({ facts: true });
      await refresh();
      expect((await read()).body).toMatchObject({ version: 2, under_way: nothing });
      expect(await value('time_zone')).toBe('Europe/Madrid');
      const [entry] = (await world().ada.list('/audit?action=shop_settings.update')).body;
      expect(entry).toMatchObject({
        ...{ target_type: 'settings', target_id: 'shop', outcome: 'ok' },
        changes: { time_zone: { from: 'UTC', to: 'Europe/Madrid' }, site_name: { from: null, to: 'Mugs' } },
      });
      const again = await patch({ time_zone: 'Europe/Madrid' });
      expect(again.body).toMatchObject({ version: 2, changes: [], recompute: nothing });
    });

    it('are those that options mirror, under one version', async () => {
      const { version } = (await read()).body;
      const bearer = world().ada.token ?? '';
      const written = await askShop(world(), 'POST', '/shop-admin/options', {
        bearer,
        body: { shop_date_type: 'date_created' },
      });
      expect(written.body).toEqual({ shop_date_type: true });
      expect([(await read()).body.version, await value('date_type')]).toEqual([version + 1, 'date_created']);
      await patch({ date_type: 'date_completed' });
      const option = await askShop(world(), 'GET', '/shop-admin/options?options=shop_date_type', { bearer });
      expect(option.body).toEqual({ shop_date_type: 'date_completed' });
    });

    it('are changed only as they were read', async () => {
      const { version } = (await read()).body;
      const condition = (of: number) => ({ 'if-match': `"${of}"` });
      const names = ['Left', 'Right'];
      const answers = await Promise.all(names.map((site_name) => patch({ site_name }, '', condition(version))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect(await patch({ site_name: 'Late' }, '?dry_run=true', condition(version))).toMatchObject({
        ...{ status: 412, body: { code: 'precondition_failed' } },
      });
      expect(names).toContain(await value('site_name'));
    });

    it.each([
      [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
      [{ time_zone: null }, 'time_zone'],
      [{ currency: '' }, 'currency'],
      [{ currency: 'euro' }, 'currency'],
      [{ price_decimals: 5 }, 'price_decimals'],
      [{ price_decimals: 'two' }, 'price_decimals'],
      [{ excluded_statuses: ['lost'] }, 'excluded_statuses[0]'],
      [{ manage_stock: 'perhaps' }, 'manage_stock'],
      [{ site_name: 'x'.repeat(501) }, 'site_name'],
      [{ default_country: 'Italy' }, 'default_country'],
      [{ nothing: 1 }, 'nothing'],
      [{ constructor: 1 }, 'constructor'],
    ])('refuse %j, naming the member, and keep all', async (wrong, field) => {
      const before = (await read()).body;
      for (const query of ['', '?dry_run=true']) {
        const answer = await patch({ ...wrong, low_stock_amount: 77 }, query);
        expect(answer, answer.text).toMatchObject({ status: 422 });
        expect((answer.body as never as { errors: { field: string }[] }).errors.map((each) => each.field)).toContain(
          field,
        );
      }
      expect((await read()).body).toEqual(before);
    });

    it('are cleared with null where they may be empty', async () => {
      await patch({ site_name: 'Mugs', front_page: 3, excluded_statuses: [] });
      expect((await patch({ site_name: null, front_page: null })).status).toBe(200);
      expect([await value('site_name'), await value('front_page')]).toEqual([null, null]);
      expect(await value('excluded_statuses')).toEqual([]);
    });

    it('are for administrators', async () => {
      const manager = await world().person({ shop_role: 'store_manager' });
      for (const client of [manager, world().mara]) {
        expect(await client.get('/settings')).toMatchObject({ status: 403 });
        expect(await client.patch('/settings', { site_name: 'Mine' })).toMatchObject({ status: 403 });
      }
    });
  },
  { environment: { CURRENCY: 'SEK' } },
);

describe('settings where changes need the version', () => {
  inWorld(
    'embedded',
    (world) => {
      it('are refused without it', async () => {
        const { patch } = asking(world);
        expect(await patch({ site_name: 'Mugs' })).toMatchObject({ status: 428 });
        expect(await patch({ site_name: 'Mugs' }, '', { 'if-match': '"1"' })).toMatchObject({ status: 200 });
      });
    },
    { environment: { REQUIRE_IF_MATCH: 'true' } },
  );
});
