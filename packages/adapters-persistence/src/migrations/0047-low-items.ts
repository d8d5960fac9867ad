import { Migration } from '@mikro-orm/migrations';

/** The reorder level beside the quantity, so that an index has the items that are low. */
export class LowItems extends Migration {
  override up(): void {
    this.addSql('alter table item_stock add column reorder_level numeric(15, 4)');
    this.addSql(`
      update item_stock s set reorder_level = i.reorder_level from item i
      where i.id = s.item_id and i.reorder_level is not null`);
    this.addSql(`
      create index item_stock_low_index on item_stock (item_id)
        where not archived and quantity > 0 and quantity <= reorder_level`);
    this.addSql('drop index item_reorder_level_index');
  }
}
