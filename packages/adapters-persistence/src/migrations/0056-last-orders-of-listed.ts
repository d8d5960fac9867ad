import { Migration } from '@mikro-orm/migrations';

/**
 * Lists have only listed customers: with these alone, those of a range are counted, and sorted by their total, from the index
 * without the table.
 */
export class LastOrdersOfListed extends Migration {
  override up(): void {
    this.addSql('drop index customer_fact_last_order_index');
    this.addSql(`
      create index customer_fact_last_order_index on customer_fact (last_order_at, customer_id) include (total_spend)
        where is_listed`);
  }
}
