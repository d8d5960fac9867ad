import { Migration } from '@mikro-orm/migrations';

/** Progress of historical imports and recurring batches, and the orders that failed in them. */
export class Imports extends Migration {
  override up(): void {
    this.addSql(`
      create table fact_import (
        id smallint primary key,
        job_id uuid,
        imported_customers int,
        imported_orders int,
        total_customers int,
        total_orders int,
        imported_from timestamptz(3),
        cursor_at timestamptz(3),
        cursor_id int,
        overflow int not null default 0,
        constraint fact_import_one_check check (id = 1)
      )`);
    this.addSql('insert into fact_import (id) values (1)');
    this.addSql(`
      create table failed_order (
        order_id int primary key,
        error text not null,
        failed_at timestamptz(3) not null,
        retried_by uuid
      )`);
    this.addSql('create index shop_refund_created_at_index on shop_refund (created_at, id)');
  }
}
