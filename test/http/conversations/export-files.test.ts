import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { workOff } from '../../support/jobs.ts';
import { inWorld } from '../../support/world.ts';

interface Progressed {
  readonly export_id: string;
  readonly download_url: string;
}

const folder = mkdtempSync(join(tmpdir(), 'backroom-export-files-'));
const route = (path: string) => `/index.php?rest_route=/shop-analytics/reports/${path}`;

describe('the file of an export', () => {
  afterAll(() => rmSync(folder, { recursive: true }));
  inWorld(
    'postgres',
    (world) => {
      let address = '';
      /** Fetched as by a browser, which is answered by pages. */
      const fetched = async (path: string, { as, method = 'GET' }: { as?: Client; method?: string } = {}) => {
        const headers = as?.token === undefined ? {} : { authorization: `Bearer ${as.token}` };
        const response = await fetch(`${world().url}${path}`, { method, headers, redirect: 'manual' });
        return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
      };
      /** The address with another value of a parameter, or without it. */
      const changed = (name: string, value?: string) => {
        const [path = '', query] = address.split('?');
        const parameters = new URLSearchParams(query);
        if (value === undefined) parameters.delete(name);
        else parameters.set(name, value);
        return `${path}?${parameters}`;
      };

      beforeAll(async () => {
        const { ada, application } = world();
        const args = { after: '2025-01-01T00:00:00', before: '2025-01-31T00:00:00' };
        const begun = await ada.post<Progressed>(route('revenue/export'), { report_args: args });
        expect(begun.status).toBe(200);
        await workOff(application.core, anAdministrator());
        const { body } = await ada.get<Progressed>(route(`revenue/export/${begun.body.export_id}/status`));
        const { pathname, search } = new URL(body.download_url);
        address = pathname + search;
      });

      it('is open to holders of its signed address, named after the report and its range', async () => {
        const { status, headers, text } = await fetched(address);
        expect(status).toBe(200);
        expect(headers['content-type']).toBe('text/csv; charset=utf-8');
        expect(headers['content-disposition']).toMatch(
          /^attachment; filename="shop-revenue-report-export-[a-z0-9]+_2025-01-01-to-2025-01-31\.csv"$/,
        );
        expect(headers['cache-control']).toBe('private, no-store');
        expect(text).toContain('Date,Orders,"Gross sales"');
      });

      it('is described without its content', async () => {
        const { status, headers, text } = await fetched(address, { method: 'HEAD' });
        expect([status, text]).toEqual([200, '']);
        expect(Number(headers['content-length'])).toBeGreaterThan(100);
      });

      it.each([
        ['signature', undefined],
        ['signature', '0'.repeat(64)],
        ['signature', 'x'],
        ['expires', '99999999999'],
        ['expires', '-1'],
        ['filename', 'shop-revenue-report-export-0'],
      ])('with another %s, %j, needs a sign-in', async (name, value) => {
        const { status, text } = await fetched(changed(name, value));
        expect(status).toBe(401);
        expect(text).not.toContain('Gross sales');
      });

      it('is open without a signature to accounts that may see reports, and to no member', async () => {
        const unsigned = changed('signature');
        expect((await fetched(unsigned, { as: world().ada })).status).toBe(200);
        expect((await fetched(unsigned, { as: world().mara })).status).toBe(403);
      });

      it.each([
        '../secrets',
        '..%2f..%2fetc/passwd',
        'other',
        'shop-revenue-report-export-0',
        '',
        'a'.repeat(3_000),
        'a\0b',
      ])('is no other file: %j', async (name) => {
        writeFileSync(join(folder, 'other.csv'), 'Gross sales');
        const { status, text } = await fetched(changed('filename', name), { as: world().ada });
        expect([404, 414, 400]).toContain(status);
        expect(text).not.toContain('Gross sales');
      });

      it('suggests no name that was slipped in', async () => {
        const { headers } = await fetched(changed('date_range', '2025"; filename="x.exe'));
        expect(headers['content-disposition']).toMatch(
          /^attachment; filename="shop-revenue-report-export-[a-z0-9]+\.csv"$/,
        );
      });

      it('is deleted after a week', async () => {
        // The file was written by the clock on the wall, from which the clock of this world is some way off.
        await world().later(Date.now() - world().clock.now().getTime() + 8 * 86_400_000);
        const { status, text } = await fetched(address);
        expect(status).toBe(404);
        expect(text).toMatch(/no longer|gone|not there/);
      });
    },
    { environment: { FILES_DIR: folder } },
  );
});
