import type { Core } from '@backroom/core';
import { planSample, sampleLines } from '@backroom/core/sample';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const administrator = anAdministrator();
const lines = [...sampleLines(planSample({ orders: 60, years: 1, seed: 11, until: '2026-01-01' }))];

for (const database of databases)
  describe(`an import in parts on ${database.name}`, () => {
    let stores: Stores;
    let core: Core;
    afterEach(() => stores?.close());

    /** Imports in parts of 40 records; `end` runs when the file was read, before its last part is written. */
    const importParts = async (end: () => Promise<void>) => {
      stores = await openStores(database);
      core = coreOn(stores);
      const open = async function* () {
        yield* lines;
        await end();
      };
      await core.interchange.importRecords(administrator, { open, onError: 'stop', chunk: 40 });
      expect(await stores.facts.countPending()).toBe(0);
      expect((await core.analytics.verifyAnalytics(administrator, {})).differences).toEqual([]);
    };
    const years = async () => {
      const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from order_year`.execute(
        stores.database.kysely(),
      );
      return rows[0]?.rows ?? 0;
    };

    it('leaves no pending rows', async () => {
      await importParts(async () => {});
      expect(await years()).toBeGreaterThan(0);
    });

    it('sums up products under their categories before most of their orders', async () => {
      let waiting: number | undefined;
      await importParts(async () => {
        const { rows } = await sql<{ products: number }>`select count(*)::int as products from moved_product`.execute(
          stores.database.kysely(),
        );
        waiting = rows[0]?.products;
      });
      expect(waiting).toBe(0);
    });

    if (database.name === 'postgres')
      it('moves the sums of its parts while it reads the next ones', async () => {
        const reading = Promise.withResolvers<void>();
        // Begun here, because the file is read within units of work.
        const watching = reading.promise.then(async () => {
          for (let tries = 0; tries < 200; tries += 1) {
            await new Promise((resolve) => setTimeout(resolve, 50));
            if ((await years()) > 0) return true;
          }
          return false;
        });
        await importParts(async () => {
          reading.resolve();
          await watching;
        });
        expect(await watching).toBe(true);
      });
  });
