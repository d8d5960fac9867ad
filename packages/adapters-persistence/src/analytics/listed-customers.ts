import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Resets the totals of all customers. Rows of existing customers and their number are maintained by triggers of `customer`. */
export async function emptyListed(db: Kysely<Tables>): Promise<void> {
  await sql`delete from customer_fact where not is_listed`.execute(db);
  await sql`
    update customer_fact set orders_count = 0, total_spend = 0, average_value = 0, last_order_at = null, first_day = null,
      last_day = null`.execute(db);
}

/** Repairs `is_listed`, missing rows and the number of customers. */
export async function listAnew(db: Kysely<Tables>): Promise<void> {
  const isThere = sql`exists (select from customer where customer.id = customer_fact.customer_id)`;
  await sql`update customer_fact set is_listed = ${isThere} where is_listed <> ${isThere}`.execute(db);
  await sql`
    insert into customer_fact (customer_id, orders_count, total_spend, average_value, is_listed)
    select id, 0, 0, 0, true from customer where not exists (select from customer_fact where customer_id = customer.id)
    on conflict (customer_id) do nothing`.execute(db);
  // One statement, one snapshot: concurrent additions are in neither of the two numbers.
  await sql`
    insert into customer_tally (customers) select missing from (
      select (select count(*) from customer) - (select coalesce(sum(customers), 0) from customer_tally) as missing
    ) difference where missing <> 0`.execute(db);
}
