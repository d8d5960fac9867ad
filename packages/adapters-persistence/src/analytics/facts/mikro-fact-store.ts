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
import { keepMoved, placeMoved } from '../roll-ups/category-sums.ts';
import { compactPending, pendingTables } from '../roll-ups/compact.ts';
import { compareAllDerived } from './compare-derived.ts';
import { compareFacts } from './compare-facts.ts';
import { findSuspects } from './digests.ts';
import { clearFacts, keepRules, rebuildPart } from './rebuild.ts';
import { beginRecount, findUnderWay, holdCustomers, keepRecounted } from './recount-progress.ts';
import { writeFacts } from './write-facts.ts';

/**
 * Facts and roll-ups in PostgreSQL. Facts are written with their orders, with what they add to roll-ups as pending rows,
 * which are read together.
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
    await keepMoved(productIds).execute(this.#database.kysely());
  }

  async forgetCustomers(customerIds: readonly number[]): Promise<void> {
    await sql`
      delete from customer_fact c where customer_id = any (${customerIds}::int[])
        and not exists (select from order_fact o where o.customer_id = c.customer_id)`.execute(this.#database.kysely());
  }

  async refresh(): Promise<number> {
    const rows = await compactPending(this.#database, 2);
    return (await placeMoved(this.#database)) > 0 ? rows + (await compactPending(this.#database, 2)) : rows;
  }

  async refreshBeside(): Promise<number> {
    return this.#database.connections > 2 ? compactPending(this.#database, 1) : 0;
  }

  async placeProducts(): Promise<void> {
    await placeMoved(this.#database);
  }

  async countPending(): Promise<number> {
    const counts = [...pendingTables, 'moved_product'].map((table) => sql`(select count(*) from ${sql.raw(table)})`);
    const { rows } = await sql<{ rows: number }>`select (${sql.join(counts, sql` + `)})::int as rows`.execute(
      this.#database.kysely(),
    );
    return rows[0]?.rows ?? 0;
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
    await this.refresh();
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
}
