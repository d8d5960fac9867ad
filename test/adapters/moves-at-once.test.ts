import { defaultShopSettings } from '@backroom/core/commerce';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../support/databases.ts';
import { expectedTables } from '../support/fact-oracle.ts';
import { type OpenFacts, openFacts, refreshAll } from '../support/fact-stores.ts';
import { dice, madeUp } from '../support/facts.ts';

const [postgres] = databases.filter(({ name }) => name === 'postgres');
const all = Array.from({ length: 20 }, (_, index) => madeUp(dice(index), 10 * (index + 1), 6)).flat();

describe('moves of pending rows while that of one table waits', () => {
  let opened: OpenFacts;
  let end: () => void;
  let waiting: Promise<void>;
  beforeEach(async () => {
    if (!postgres) throw new Error('There is no PostgreSQL.');
    opened = await openFacts(postgres);
    await opened.addCustomers(9);
    await opened.write(all);
    // As many as after an import.
    await opened.spoil('insert into customer_tally (customers) select 0 from generate_series(1, 150000)');
    const held = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    end = ended.resolve;
    waiting = opened.unitOfWork.run(async () => {
      await opened.spoil('lock table tax_day in exclusive mode');
      held.resolve();
      await ended.promise;
    });
    await held.promise;
  });
  afterEach(() => opened?.close());

  const pendingIn = async (table: string) => {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.raw(table)}`.execute(
      opened.database.kysely(),
    );
    return rows[0]?.rows ?? 0;
  };
  const others = ['order_pending', 'coupon_pending', 'line_pending', 'customer_pending'];
  const pendingElsewhere = async () => Promise.all(others.map(pendingIn));

  it('continue with the other tables, and another process leaves that one out', async () => {
    const moving = opened.facts.refresh();
    await vi.waitFor(async () => expect(await pendingElsewhere()).toEqual(others.map(() => 0)), 10_000);
    expect(await pendingIn('tax_pending')).toBeGreaterThan(0);
    expect(await opened.facts.refresh()).toBe(0);
    end();
    await Promise.all([waiting, moving]);
    expect(await opened.facts.countPending()).toBe(0);
    expect(await opened.read()).toEqual(expectedTables(all, defaultShopSettings, []));
  });

  it('delay the deletion of all facts until they end', async () => {
    const moving = opened.facts.refresh();
    await vi.waitFor(async () => expect(await pendingElsewhere()).toEqual(others.map(() => 0)), 10_000);
    const clearing = opened.facts.clear();
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_locks where locktype = 'advisory' and objid = 4608 and mode = 'ExclusiveLock' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        opened.database.kysely(),
      );
      expect(rows).toHaveLength(1);
    }, 10_000);
    end();
    await Promise.all([waiting, moving, clearing]);
    await refreshAll(opened.facts);
    expect(await opened.read()).toEqual(expectedTables([], defaultShopSettings, []));
  });
});
