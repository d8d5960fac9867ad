import { Migration } from '@mikro-orm/migrations';

const levelKey = 'date_type smallint not null, level smallint not null, start date not null';
const days = 'created_day date not null, paid_day date, completed_day date';
/** Deduplication keeps such an index small, because days repeat. */
const indexedBy = (table: string, date: string): string =>
  `create index ${table}_${date}_index on ${table} (${date}_day)`;

/** Facts of reports, their roll-ups, and the marks of days with stale roll-ups. */
export class Facts extends Migration {
  override up(): void {
    this.#facts();
    this.#sums();
  }

  #facts(): void {
    this.addSql(`
      create table order_fact (
        order_id int primary key,
        parent_id int not null,
        customer_id int not null,
        status varchar(16) not null,
        is_returning boolean not null default false,
        items bigint not null,
        total bigint not null,
        tax bigint not null,
        shipping bigint not null,
        net bigint not null,
        coupon bigint not null,
        created_utc timestamptz(3) not null,
        created_at timestamp(0) not null,
        paid_at timestamp(0),
        completed_at timestamp(0),
        ${days},
        counted_day date,
        previous_day date,
        has_lines boolean not null,
        has_coupon boolean not null,
        has_tax boolean not null
      )`);
    this.addSql('create index order_fact_created_index on order_fact (created_at, order_id)');
    this.addSql('create index order_fact_paid_index on order_fact (paid_at, order_id)');
    this.addSql('create index order_fact_completed_index on order_fact (completed_at, order_id)');
    this.addSql('create index order_fact_customer_index on order_fact (customer_id, created_utc, order_id)');
    this.addSql('create index order_fact_parent_index on order_fact (parent_id) where parent_id > 0');
    this.addSql('create index order_fact_counted_index on order_fact (counted_day, previous_day)');
    this.addSql(`
      create table line_fact (
        order_id int not null,
        item_id int not null,
        product_id int not null,
        variation_id int not null,
        customer_id int not null,
        quantity bigint not null,
        net bigint not null,
        gross bigint not null,
        coupon bigint not null,
        tax bigint not null,
        shipping bigint not null,
        shipping_tax bigint not null,
        ${days},
        status varchar(16) not null,
        is_refund boolean not null,
        first_of_product boolean not null,
        first_of_variation boolean not null,
        attributes jsonb,
        primary key (order_id, item_id)
      )`);
    for (const date of ['created', 'paid', 'completed']) this.addSql(indexedBy('line_fact', date));
    this.addSql('create index line_fact_product_index on line_fact (product_id, created_day) include (order_id)');
    this.addSql(
      'create index line_fact_variation_index on line_fact (variation_id, created_day) include (order_id) where variation_id > 0',
    );
    this.addSql(`
      create table coupon_fact (
        order_id int not null,
        coupon_id int not null,
        code text not null,
        amount bigint not null,
        ${days},
        status varchar(16) not null,
        primary key (order_id, coupon_id)
      )`);
    this.addSql('create index coupon_fact_coupon_index on coupon_fact (coupon_id, created_day) include (order_id)');
    for (const date of ['created', 'paid', 'completed']) this.addSql(indexedBy('coupon_fact', date));
    this.addSql(`
      create table tax_fact (
        order_id int not null,
        tax_line_id int not null,
        rate_id int not null,
        rate_code text not null,
        label text not null,
        country text not null,
        state text not null,
        priority int not null,
        percent bigint not null,
        order_tax bigint not null,
        shipping_tax bigint not null,
        taxable bigint not null,
        ${days},
        status varchar(16) not null,
        is_refund boolean not null,
        first_of_rate boolean not null,
        primary key (order_id, tax_line_id)
      )`);
    this.addSql('create index tax_fact_rate_index on tax_fact (rate_id, paid_day) include (order_id)');
    for (const date of ['created', 'paid', 'completed']) this.addSql(indexedBy('tax_fact', date));
    this.addSql(`
      create table customer_fact (
        customer_id int primary key,
        orders_count int not null,
        total_spend bigint not null,
        average_value bigint not null,
        last_order_at timestamp(0),
        first_day date,
        last_day date
      )`);
    this.addSql('create index customer_fact_spend_index on customer_fact (total_spend, customer_id)');
    this.addSql('create index customer_fact_orders_index on customer_fact (orders_count, customer_id)');
    this.addSql('create index customer_fact_average_index on customer_fact (average_value, customer_id)');
    this.addSql('create index customer_fact_last_order_index on customer_fact (last_order_at, customer_id)');
    this.addSql('create index customer_fact_last_day_index on customer_fact (last_day)');
  }

  #sums(): void {
    this.addSql(`
      create table order_day (
        date_type smallint not null,
        day date not null,
        status varchar(16) not null,
        is_refund boolean not null,
        is_returning boolean not null,
        entries int not null,
        items bigint not null,
        total bigint not null,
        tax bigint not null,
        shipping bigint not null,
        net bigint not null,
        coupon bigint not null,
        refunds bigint not null,
        with_lines int not null,
        with_coupon int not null,
        with_tax int not null,
        primary key (date_type, day, status, is_refund, is_returning)
      )`);
    this.addSql(`
      create table customer_day (
        day date primary key,
        first_in_day int not null,
        first_in_week int not null,
        first_in_month int not null,
        first_in_quarter int not null,
        first_in_year int not null
      )`);
    this.addSql(`
      create table product_level (
        ${levelKey}, product_id int not null, entries int not null, orders int not null, quantity bigint not null,
        net bigint not null, primary key (date_type, level, start, product_id)
      )`);
    this.addSql(`
      create table variation_level (
        ${levelKey}, product_id int not null, variation_id int not null, entries int not null, orders int not null,
        quantity bigint not null, net bigint not null, primary key (date_type, level, start, product_id, variation_id)
      )`);
    this.addSql(`
      create table category_level (
        ${levelKey}, category_id int not null, entries int not null, orders int not null, quantity bigint not null,
        net bigint not null, primary key (date_type, level, start, category_id)
      )`);
    this.addSql(`
      create table coupon_level (
        ${levelKey}, coupon_id int not null, entries int not null, amount bigint not null,
        primary key (date_type, level, start, coupon_id)
      )`);
    this.addSql(`
      create table tax_day (
        date_type smallint not null,
        day date not null,
        rate_id int not null,
        rate_code text not null,
        percent bigint not null,
        status varchar(16) not null,
        entries int not null,
        orders int not null,
        rate_orders int not null,
        order_tax bigint not null,
        shipping_tax bigint not null,
        taxable bigint not null,
        primary key (date_type, day, rate_id, rate_code, percent, status)
      )`);
    // No unique key, so no conflicts: each transaction inserts its own marks, which commit together with its facts.
    this.addSql(`
      create table dirty_day (
        id bigint generated by default as identity primary key,
        date_type smallint not null,
        day date not null
      )`);
    this.addSql('create index dirty_day_index on dirty_day (date_type, day)');
    this.addSql(`
      create table fact_rules (
        id smallint primary key,
        date_type smallint not null,
        week_starts_on smallint not null,
        excluded_statuses text[] not null,
        rebuild_from int,
        recount_no int not null default 0,
        recount_after int,
        constraint fact_rules_one_check check (id = 1)
      )`);
    this.addSql(`
      insert into fact_rules
      select 1, case document ->> 'dateType' when 'date_created' then 1 when 'date_completed' then 3 else 2 end, 1,
        '{cancelled,checkout-draft,failed,pending,trash}', null
      from shop_setting`);
  }
}
