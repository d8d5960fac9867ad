import { Migration } from '@mikro-orm/migrations';

/**
 * Whole orders by their parts, derived from the facts. The rebuild that begins here fills it in steps; until its end reports
 * read the facts.
 */
export class OrdersByPart extends Migration {
  override up(): void {
    this.addSql(`
      create table order_part (
        order_id int not null,
        kind smallint not null,
        part_id int not null,
        day date,
        parent_id int not null,
        customer_id int not null,
        status varchar(16) not null,
        items bigint not null,
        total bigint not null,
        tax bigint not null,
        shipping bigint not null,
        net bigint not null,
        coupon bigint not null,
        products int[],
        coupons int[],
        primary key (order_id, kind, part_id)
      )`);
    // Columns of fixed width first, which are read faster.
    this.addSql(`
      create index order_part_day_index on order_part (kind, part_id, day)
        include (order_id, parent_id, customer_id, items, total, tax, shipping, net, coupon, status, products, coupons)`);
    // From the first customer on: the roll-ups stay.
    this.addSql(`
      update fact_rules set rebuild_from = 1 where rebuild_from is null and exists (select from order_fact)`);
  }
}
