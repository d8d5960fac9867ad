import { Migration } from '@mikro-orm/migrations';

/** Further columns of roll-ups, and coupons by day. Every day is marked as stale, so none is read before its recomputation. */
export class SumsOfReports extends Migration {
  override up(): void {
    this.addSql(`
      alter table order_day
        add column tax_back bigint not null default 0,
        add column shipping_back bigint not null default 0`);
    this.addSql(`
      alter table tax_day
        add column label text not null default '',
        add column country text not null default '',
        add column state text not null default '',
        add column priority int not null default 0`);
    for (const [table, columns] of [
      ['order_day', ['tax_back', 'shipping_back']],
      ['tax_day', ['label', 'country', 'state', 'priority']],
    ] as const)
      for (const column of columns) this.addSql(`alter table ${table} alter column ${column} drop default`);
    this.addSql(`
      create table coupon_day (
        date_type smallint not null, day date not null, coupon_id int not null, entries int not null, amount bigint not null,
        primary key (date_type, day, coupon_id)
      )`);
    this.addSql('insert into dirty_day (date_type, day) select distinct date_type, day from order_day');
  }
}
