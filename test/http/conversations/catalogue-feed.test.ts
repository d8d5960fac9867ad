import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storesOf } from '@backroom/adapters-persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../../support/builders.ts';
import { workOff } from '../../support/jobs.ts';
import { inWorld } from '../../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'backroom-feeds-'));
const path = '/index.php?rest_route=/shop/pos/v1/catalog/create';

describe('the file of a catalogue feed', () => {
  afterAll(() => rmSync(folder, { recursive: true }));
  inWorld(
    'postgres',
    (world) => {
      let address = '';
      const fetched = async (from: string, headers: Record<string, string> = {}) => {
        const response = await fetch(`${world().url}${from}`, { headers, redirect: 'manual' });
        return { status: response.status, headers: response.headers, text: await response.text() };
      };
      const changed = (name: string, value: string) => {
        const [page = '', query] = address.split('?');
        const parameters = new URLSearchParams(query);
        parameters.set(name, value);
        return `${page}?${parameters}`;
      };
      beforeAll(async () => {
        const { ada, application } = world();
        await ada.post(path, {});
        await workOff(application.core, anAdministrator());
        const { status, body } = await ada.post<{ url: string }>(path, {});
        expect(status).toBe(200);
        const { pathname, search } = new URL(body.url);
        address = pathname + search;
      });

      it('is written beside one other at most', async () => {
        const { ada, application } = world();
        const { jobs } = storesOf(application.database);
        const start = async (fields: string) =>
          (await ada.post<{ state: string }>(path, { _product_fields: fields })).body.state;
        const claim = () => jobs.claimNext({ now: world().clock.now(), forMs: 60_000 });
        expect([await start('id'), await start('sku')]).toEqual(['scheduled', 'scheduled']);
        const held = [await claim(), await claim()];
        expect(await start('name')).toBe('scheduled');
        await workOff(application.core, anAdministrator());
        expect([await start('id'), await start('name')]).toEqual(['in_progress', 'scheduled']);
        for (const each of held)
          if (each) await jobs.change({ id: each.id, states: ['running'] }, { state: 'waiting', isReleased: true });
        await workOff(application.core, anAdministrator());
        expect([await start('id'), await start('sku'), await start('name')]).toEqual(Array(3).fill('completed'));
      });

      it.each([
        ['gzip', 'gzip'],
        ['br, gzip;q=0.5', 'gzip'],
        ['identity', null],
        ['gzip;q=0', null],
      ])('is JSON for clients that accept %s', async (accepted, encoding) => {
        const { status, headers, text } = await fetched(address, { 'accept-encoding': accepted });
        expect([status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([
          ...[200, 'application/json', encoding],
        ]);
        expect(headers.get('vary')).toContain('Accept-Encoding');
        expect(Array.isArray(JSON.parse(text))).toBe(true);
      });

      it.each([
        ['signature', '0'.repeat(64)],
        ['signature', 'x'],
        ['expires', '99999999999'],
        ['filename', `pos-catalog-feed-2026-01-01-${'0'.repeat(32)}`],
        ['filename', '../secrets'],
      ])('is refused to strangers with another %s, %j', async (name, value) => {
        expect((await fetched(changed(name, value))).status).toBe(401);
      });

      it('is sent without a good signature to accounts with access to the store, and to no member', async () => {
        const { ada, mara } = world();
        const as = ({ token }: typeof ada) => fetched(changed('signature', ''), { authorization: `Bearer ${token}` });
        expect([(await as(ada)).status, (await as(mara)).status]).toEqual([200, 403]);
      });

      it('is deleted after 20 hours', async () => {
        await world().later(Date.now() - world().clock.now().getTime() + 21 * 3_600_000);
        expect((await fetched(address)).status).toBe(404);
      });
    },
    { environment: { FILES_DIR: folder } },
  );
});
