import { Migration } from '@mikro-orm/migrations';

/** What wants attention: the last verification of the ledger, failed mails, items and products that are low or out of stock. */
export class Attention extends Migration {
  override up(): void {
    this.addSql(`
      create table stock_verification (
        id smallint primary key default 1,
        verified_at timestamptz(3),
        differing int not null default 0,
        constraint stock_verification_single_check check (id = 1)
      )`);
    this.addSql('insert into stock_verification (id) values (1)');
    this.addSql(
      "create index mail_record_failed_index on mail_record (id) where status = 'failed' and dismissed_at is null",
    );
    this.addSql(
      'create index item_reorder_level_index on item (reorder_level) where reorder_level is not null and not archived',
    );
    this.addSql("create index product_out_of_stock_index on product (id) where stock_status = 'outofstock'");
    this.addSql('create index product_stock_quantity_index on product (stock_quantity) where manage_stock');
    this.addSql(
      'create index product_own_low_stock_index on product (stock_quantity) where low_stock_amount is not null',
    );
  }
}
