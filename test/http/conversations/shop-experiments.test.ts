import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { askShop } from '../../support/shop-client.ts';
import { inWorld } from '../../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'backroom-experiments-'));
const file = join(folder, 'experiments.json');
const variations = [{ name: 'treatment', weight: 1 }];
writeFileSync(
  file,
  JSON.stringify([
    { name: 'new_menu', salt: 's1', allocation: 50, variations },
    { name: 'over', allocation: 100, variations, end: '2020-01-01T00:00:00Z' },
    { name: 'forced', allocation: 0, variations, force: { anna: 'treatment' } },
    { name: '__proto__', allocation: 100, variations },
  ]),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

inWorld(
  'embedded',
  (world) => {
    const ask = (query: string, bearer = world().ada.token ?? '') =>
      askShop(world(), 'GET', `/shop-admin/experiments/assignment${query}`, { bearer });
    const allow = (shop_allow_tracking: string) =>
      askShop(world(), 'POST', '/shop-admin/options', {
        bearer: world().ada.token ?? '',
        body: { shop_allow_tracking },
      });
    const dealt = async (name: string, anonId?: string) => {
      const { status, text } = await ask(`?experiment_name=${name}${anonId === undefined ? '' : `&anon_id=${anonId}`}`);
      expect(status, text).toBe(200);
      const { variations: reported, ttl } = JSON.parse(text) as { variations: Record<string, unknown>; ttl: number };
      expect(ttl).toBe(3_600);
      expect(Object.keys(reported)).toEqual([name]);
      return reported[name];
    };

    it('assigns nothing before the shop allows tracking', async () => {
      expect(await dealt('forced', 'anna')).toBe(null);
      await allow('no');
      expect(await dealt('forced', 'anna')).toBe(null);
      await allow('yes');
      expect(await dealt('forced', 'anna')).toBe('treatment');
    });

    it('the same visitor gets the same variant each time', async () => {
      await allow('yes');
      // Buckets 9531 and 2839 of 10,000.
      for (const _ of [1, 2]) {
        expect(await dealt('new_menu', 'anna')).toBe(null);
        expect(await dealt('new_menu', 'ben')).toBe('treatment');
      }
      const own = await dealt('new_menu');
      expect(await dealt('new_menu', `user:${world().ada.id}`)).toBe(own);
    });

    it('assigns no variation of ended or unknown experiments', async () => {
      await allow('yes');
      for (const name of ['over', 'unknown', 'constructor']) expect(await dealt(name, 'anna')).toBe(null);
      expect((await ask('?experiment_name=__proto__&anon_id=a')).text).toBe(
        '{"variations":{"__proto__":"treatment"},"ttl":3600}',
      );
    });

    it.each([
      ['', 'shop_rest_experiment_name_required'],
      ['?experiment_name=', 'shop_rest_experiment_name_required'],
      ['?experiment_name=New-Menu', 'invalid_test_name'],
      ['?experiment_name=a%20b', 'invalid_test_name'],
      ['?experiment_name=new_menu&anon_id=', 'invalid_anon_id'],
      [`?experiment_name=new_menu&anon_id=${'a'.repeat(201)}`, 'invalid_anon_id'],
    ])('%j is refused', async (query, code) => {
      expect(await ask(query)).toMatchObject({ status: 400, body: { code, data: { status: 400 } } });
    });

    it('features are those of the installation', async () => {
      const { status, text } = await askShop(world(), 'GET', '/shop-admin/features', {
        bearer: world().ada.token ?? '',
      });
      expect([status, text]).toEqual([200, '["analytics","core-profiler"]']);
    });
  },
  { environment: { EXPERIMENTS_FILE: file, SHOP_FEATURES: 'analytics,core-profiler' } },
);
