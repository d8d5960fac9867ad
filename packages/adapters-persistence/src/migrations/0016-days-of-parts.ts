import { Migration } from '@mikro-orm/migrations';

/** Covering indexes of parts of orders with all three days, for ranges of any date type. */
export class DaysOfParts extends Migration {
  override up(): void {
    const known = 'include (order_id, paid_day, completed_day)';
    for (const [name, definition] of [
      ['line_fact_product_index', `line_fact (product_id, created_day) ${known}`],
      ['line_fact_variation_index', `line_fact (variation_id, created_day) ${known} where variation_id > 0`],
      ['coupon_fact_coupon_index', `coupon_fact (coupon_id, created_day) ${known}`],
      ['tax_fact_rate_index', 'tax_fact (rate_id, paid_day) include (order_id, created_day, completed_day)'],
    ] as const) {
      this.addSql(`drop index ${name}`);
      this.addSql(`create index ${name} on ${definition}`);
    }
  }
}
