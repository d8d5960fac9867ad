import { Migration } from '@mikro-orm/migrations';

/** What only came to a day is added to its sums. Marks that do not say it stand for days that are counted anew. */
export class AddedOrders extends Migration {
  override up(): void {
    this.addSql('alter table dirty_day add column added int[]');
  }
}
