import { Migration } from '@mikro-orm/migrations';

/** Ids of added orders in marks, whose sums are added to the roll-ups; days of marks without them are recomputed. */
export class AddedOrders extends Migration {
  override up(): void {
    this.addSql('alter table dirty_day add column added int[]');
  }
}
