import type {
  CountingRules,
  FactDifference,
  FactRows,
  FactStore,
  FactsUnderWay,
  FactWrite,
} from '@backroom/core/analytics';
import type { StageGates } from '@backroom/core/kernel';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { holdRollUps, refreshDays } from '../roll-ups/refresh.ts';
import { compareAllDerived } from './compare-derived.ts';
import { compareFacts } from './compare-facts.ts';
import { findSuspects } from './digests.ts';
import { clearFacts, keepRules, rebuildPart } from './rebuild.ts';
import { beginRecount, findUnderWay, holdCustomers, keepRecounted } from './under-way.ts';
import { writeFacts } from './write-facts.ts';

/** Days refreshed in one batch. */
const MANY = 10_000;

/**
 * Facts and roll-ups in PostgreSQL. Facts are written with their orders, with what they add to the sums of orders as pending
 * rows; writers only mark other roll-ups of a day as stale. Unmarked days are read from roll-ups, marked ones from facts.
 */
export class MikroFactStore implements FactStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async holdCustomers(customerIds: readonly number[]): Promise<void> {
    await holdCustomers(this.#database.kysely(), customerIds);
  }

  async write(write: FactWrite, gates?: StageGates): Promise<void> {
    await writeFacts(this.#database.kysely(), write, gates);
  }

  async markProducts(productIds: readonly number[]): Promise<void> {
    // Category roll-ups are by month of creation, so a mark on one day of each month suffices.
    await sql`
      insert into dirty_day (date_type, day)
      select 1, min(created_day) from line_fact where product_id = any (${productIds}::int[])
      group by date_trunc('month', created_day::timestamp)`.execute(this.#database.kysely());
  }

  async forgetCustomers(customerIds: readonly number[]): Promise<void> {
    await sql`
      delete from customer_fact c where customer_id = any (${customerIds}::int[])
        and not exists (select from order_fact o where o.customer_id = c.customer_id)`.execute(this.#database.kysely());
  }

  async refresh(mostDays: number): Promise<number> {
    return refreshDays(this.#database, mostDays);
  }

  async countMarked(): Promise<number> {
    const { rows } = await sql<{ days: number }>`
      select count(*)::int as days from (select distinct date_type, day from dirty_day) marked`.execute(
      this.#database.kysely(),
    );
    return rows[0]?.days ?? 0;
  }

  async clear(): Promise<void> {
    await clearFacts(this.#database.kysely());
  }

  async useRules(rules: CountingRules): Promise<boolean> {
    return keepRules(this.#database.kysely(), rules);
  }

  async beginRecount(): Promise<void> {
    await beginRecount(this.#database.kysely());
  }

  async recounted(no: number, after: number | undefined): Promise<boolean> {
    return keepRecounted(this.#database.kysely(), no, after);
  }

  async underWay(): Promise<FactsUnderWay> {
    return findUnderWay(this.#database.kysely());
  }

  async goOnRebuilding(): Promise<boolean> {
    return rebuildPart(this.#database);
  }

  async rebuildDerived(rules: CountingRules): Promise<void> {
    await this.#database.unitOfWork.run(() => keepRules(this.#database.kysely(), rules, true));
    while (await this.goOnRebuilding());
    // Waits only for the marks that exist now, not for those inserted meanwhile.
    const last = await this.#lastMark();
    while (await this.#hasMarks(last)) {
      // Another process refreshes: wait for its lock instead of polling.
      if ((await this.refresh(MANY)) === 0)
        await this.#database.unitOfWork.run(() => holdRollUps(this.#database.kysely()));
    }
  }

  async suspects(orderIds: readonly number[], rows: readonly FactRows[]): Promise<readonly number[]> {
    return findSuspects(this.#database.kysely(), orderIds, rows);
  }

  async compare(orderIds: readonly number[], rows: readonly FactRows[]): Promise<readonly FactDifference[]> {
    return compareFacts(this.#database.kysely(), orderIds, rows);
  }

  async compareDerived(rules: CountingRules, most: number): Promise<readonly FactDifference[]> {
    return compareAllDerived(this.#database.kysely(), rules, most);
  }

  async orphans(most: number): Promise<readonly number[]> {
    const { rows } = await sql<{ order_id: number }>`
      select order_id from order_fact f
      where not exists (select from shop_order o where o.id = f.order_id)
        and not exists (select from shop_refund r where r.id = f.order_id)
      order by order_id limit ${most}`.execute(this.#database.kysely());
    return rows.map(({ order_id }) => order_id);
  }

  async customersOf(orderIds: readonly number[]): Promise<readonly number[]> {
    const { rows } = await sql<{ customer_id: number }>`
      select distinct customer_id from order_fact where order_id = any (${orderIds}::int[]) order by 1`.execute(
      this.#database.kysely(),
    );
    return rows.map(({ customer_id }) => customer_id);
  }

  async #lastMark(): Promise<number> {
    const { rows } = await sql<{ last: number | null }>`select max(id) as last from dirty_day`.execute(
      this.#database.kysely(),
    );
    return rows[0]?.last ?? 0;
  }

  async #hasMarks(upTo: number): Promise<boolean> {
    const { rows } = await sql`select id from dirty_day where id <= ${upTo} limit 1`.execute(this.#database.kysely());
    return rows.length > 0;
  }
}
