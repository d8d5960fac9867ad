import { type IdempotencyKey, type Page, type SortKey, toNumeric } from '@backroom/core';
import {
  alreadyReversed,
  type CostChange,
  duplicateReference,
  type KeyClaim,
  type MissingPlace,
  type Operation,
  type OperationDraft,
  type OperationFilter,
  type OperationLedger,
  type OperationPageRequest,
  type OperationSortField,
  type Reference,
  type StockAccount,
  type StockDifference,
  type StockPlace,
  type SummaryRequest,
  type SummaryRow,
} from '@backroom/core/inventory';
import { idempotencyInProgress } from '@backroom/core/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import { listOperations } from './operation-lists.ts';
import {
  appendedColumns,
  type OperationRecord,
  operationColumns,
  toAppendRows,
  toOperation,
} from './operation-rows.ts';
import { lockPlaces } from './stock-places.ts';
import { findDifferences, rebuildBalances } from './stock-verification.ts';
import { type SummaryRecord, toSummaryRow } from './summary-rows.ts';

const constraintErrors = {
  operation_reverses_id_key: alreadyReversed,
  operation_reference_key: duplicateReference,
  operation_once_key: idempotencyInProgress,
};

const names = sql.raw(Object.keys(appendedColumns).join(', '));
const typed = Object.entries(appendedColumns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/** Columns of the tables that an append is made of. */
const columnsOf = {
  balances: sql.raw('item_id int, location_id int, quantity numeric'),
  totals: sql.raw('item_id int, quantity numeric, cost numeric, lines int'),
  lines: sql.raw(`${typed}, place int`),
};

/**
 * Objects as a table expression. The literal limit is a row estimate: the planner's default of 100 rows would make it prefer
 * sequential scans to index look-ups.
 */
const recordset = (objects: readonly object[], columns: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as r (${columns}) limit ${sql.lit(objects.length)})`;

/** The stock ledger in PostgreSQL, where triggers reject every update of an entry. */
export class MikroOperationLedger implements OperationLedger {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hold(places: readonly StockPlace[]): Promise<readonly (StockAccount | MissingPlace)[]> {
    return lockPlaces(this.#database.kysely(), places);
  }

  async append(
    drafts: readonly OperationDraft[],
    once?: IdempotencyKey | readonly (IdempotencyKey | undefined)[],
    costs: readonly CostChange[] = [],
  ): Promise<readonly Operation[]> {
    const lines = toAppendRows(drafts, once);
    const { balances, totals } = finalBalances(drafts, costs);
    // Entries, balances and totals are written in one round trip.
    const statement = sql<{ id: number }>`
      with balance as (
        update stock_level v set quantity = b.quantity
        from ${recordset(balances, columnsOf.balances)} b
        where v.item_id = b.item_id and v.location_id = b.location_id
      ), total as (
        update item_stock s set quantity = t.quantity, cost = coalesce(t.cost, s.cost),
          stock_version = s.stock_version + t.lines, operation_count = s.operation_count + t.lines
        from ${recordset(totals, columnsOf.totals)} t
        where s.item_id = t.item_id
      )
      insert into operation (${names})
      select ${names} from ${recordset(lines, columnsOf.lines)} line order by place
      returning id`;
    const { rows } = await mapConstraintErrors(constraintErrors, statement.execute(this.#database.kysely()));
    return drafts.map((draft, index) => ({ ...draft, id: rows[index]?.id ?? 0, reversedById: null }));
  }

  async claimKey(userId: number, { route, key }: IdempotencyKey): Promise<KeyClaim> {
    const { rows } = await sql<{ state: 'running' | 'done'; operation_id: number; fingerprint: string }>`
      select state, operation_id, fingerprint from claim_operation_key(${userId}, ${route}, ${key})`.execute(
      this.#database.kysely(),
    );
    const [first] = rows;
    if (!first) return { state: 'fresh' };
    if (first.state === 'running') return { state: 'running' };
    const ids = rows.map((row) => row.operation_id);
    const operations = await this.#select(sql`o.id = any(${ids}::int[])`);
    return { state: 'done', fingerprint: first.fingerprint, operations };
  }

  async list(
    filter: OperationFilter,
    sort: readonly SortKey<OperationSortField>[],
    page: OperationPageRequest,
  ): Promise<Page<Operation>> {
    const { rows, total } = await listOperations(this.#database.kysely(), { filter, sort, page });
    return { entries: rows.map(toOperation), total };
  }

  async find(id: number): Promise<Operation | undefined> {
    return (await this.#select(sql`o.id = ${id}`))[0];
  }

  async findGroup(groupId: string): Promise<readonly Operation[]> {
    return this.#select(sql`o.group_id = ${groupId}::uuid`);
  }

  async findByReferences(references: readonly Pick<Reference, 'type' | 'id'>[]): Promise<readonly Operation[]> {
    const all = (name: 'type' | 'id') => references.map((reference) => reference[name]);
    return this.#select(
      sql`(o.ref_type, o.ref_id) in (select * from unnest(${all('type')}::text[], ${all('id')}::text[]))`,
    );
  }

  async summarise({ from, to, interval, by }: SummaryRequest): Promise<readonly SummaryRow[]> {
    const group = { item: sql`o.item_id`, category: sql`i.category_id`, none: sql`null::int` }[by];
    // Transfers leave the total stock unchanged.
    const effect = sql`case when o.to_location_id is null then o.delta else 0 end`;
    const { rows } = await sql<SummaryRecord>`
      select to_char(date_trunc(${interval}, o.recorded_at at time zone 'UTC'), 'YYYY-MM-DD') as interval, o.type, ${group} as grouped,
        coalesce(sum(${effect}) filter (where ${effect} > 0), 0) as quantity_in,
        coalesce(-sum(${effect}) filter (where ${effect} < 0), 0) as quantity_out,
        coalesce(sum(${effect}), 0) as net, count(*)::int as count
      from operation o join item i on i.id = o.item_id
      where o.recorded_at >= ${from} and o.recorded_at < ${to}
      group by 1, 2, 3 order by 1, 2, 3 nulls first`.execute(this.#database.kysely());
    return rows.map((row) => toSummaryRow(row, by));
  }

  async differences(): Promise<readonly StockDifference[]> {
    return findDifferences(this.#database.kysely());
  }

  async rebuildBalances(): Promise<void> {
    await rebuildBalances(this.#database.kysely());
  }

  async keepVerification({ at, differing }: { readonly at: Date; readonly differing: number }): Promise<void> {
    await sql`update stock_verification set verified_at = ${at}, differing = ${differing}`.execute(
      this.#database.kysely(),
    );
  }

  async #select(where: ReturnType<typeof sql>): Promise<readonly Operation[]> {
    const { rows } = await sql<OperationRecord>`
      select ${operationColumns} from operation o left join operation r on r.reverses_id = o.id
      where ${where} order by o.id`.execute(this.#database.kysely());
    return rows.map(toOperation);
  }
}

/** Final balance of each item and location, and final total of each item: the last draft wins. */
function finalBalances(
  drafts: readonly OperationDraft[],
  costs: readonly CostChange[],
): { balances: object[]; totals: object[] } {
  const balances = new Map<string, object>();
  const totals = new Map<number, { item_id: number; quantity: string; cost?: string; lines: number }>();
  for (const draft of drafts) {
    const { itemId, locationId, toLocationId, toBalanceAfter } = draft;
    const setBalance = (location: number, quantity: number) =>
      balances.set(`${itemId} ${location}`, { item_id: itemId, location_id: location, quantity: toNumeric(quantity) });
    setBalance(locationId, draft.balanceAfter);
    if (toLocationId !== null && toBalanceAfter !== null) setBalance(toLocationId, toBalanceAfter);
    const lines = (totals.get(itemId)?.lines ?? 0) + 1;
    totals.set(itemId, { item_id: itemId, quantity: toNumeric(draft.itemBalanceAfter), lines });
  }
  for (const { itemId, cost } of costs) {
    const total = totals.get(itemId);
    if (total) total.cost = toNumeric(cost);
  }
  return { balances: [...balances.values()], totals: [...totals.values()] };
}
