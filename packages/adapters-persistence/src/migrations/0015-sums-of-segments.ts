import { Migration } from '@mikro-orm/migrations';

/**
 * Columns for segments in the roll-ups of products and variations. Every day is marked as stale, so none is read before its
 * recomputation.
 */
export class SumsOfSegments extends Migration {
  override up(): void {
    const columns = ['gross', 'coupon', 'tax', 'shipping', 'back', 'order_items', 'order_net'];
    for (const table of ['product_level', 'variation_level']) {
      const each = (change: (column: string) => string) => columns.map(change).join(', ');
      this.addSql(`alter table ${table} ${each((column) => `add column ${column} bigint not null default 0`)}`);
      this.addSql(`alter table ${table} ${each((column) => `alter column ${column} drop default`)}`);
    }
    this.addSql('insert into dirty_day (date_type, day) select distinct date_type, day from order_day');
  }
}
