import { Migration } from '@mikro-orm/migrations';

/** Products on completed orders are counted from the sums of products, which have no status: the lines of such orders. */
export class LinesOfCompletedOrders extends Migration {
  override up(): void {
    for (const table of ['product_level', 'variation_level', 'line_pending']) {
      this.addSql(`alter table ${table} add column completed_entries bigint not null default 0`);
      this.addSql(`alter table ${table} alter column completed_entries drop default`);
    }
    this.addSql('update fact_rules set rebuild_from = 0 where exists (select from order_fact)');
  }
}
