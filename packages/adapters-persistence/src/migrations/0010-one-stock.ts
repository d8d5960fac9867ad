import { Migration } from '@mikro-orm/migrations';

/** State of stock synchronisation from external systems: the age of the stock of each product, and applied requests. */
export class OneStock extends Migration {
  override up(): void {
    this.addSql(`
      create table stock_sync (
        product_id int primary key references product (id) on delete cascade,
        told_at timestamptz(3) not null
      )`);
    this.addSql(`
      create table stock_sync_request (
        request_id text collate "C" primary key,
        product_id int not null,
        mode varchar(8) not null,
        quantity numeric(15, 4) not null,
        at timestamptz(3) not null
      )`);
  }
}
