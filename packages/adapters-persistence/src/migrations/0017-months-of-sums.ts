import { Migration } from '@mikro-orm/migrations';

const sums = (names: readonly string[]): string => names.map((name) => `sum(${name})`).join(', ');

/** Roll-ups by month, filled from those by day; the mark of a day applies to its month too. */
export class MonthsOfSums extends Migration {
  override up(): void {
    for (const kind of ['order', 'tax']) {
      this.addSql(`create table ${kind}_month (like ${kind}_day including all)`);
      this.addSql(`alter table ${kind}_month rename column day to start`);
    }
    const month = "date_type, date_trunc('month', day::timestamp)::date";
    const ofOrders = ['entries', 'items', 'total', 'tax', 'shipping', 'net', 'coupon', 'refunds', 'tax_back'];
    const more = ['shipping_back', 'with_lines', 'with_coupon', 'with_tax'];
    this.addSql(`
      insert into order_month (date_type, start, status, is_refund, is_returning, ${[...ofOrders, ...more].join(', ')})
      select ${month}, status, is_refund, is_returning, ${sums([...ofOrders, ...more])} from order_day group by 1, 2, 3, 4, 5`);
    const ofTaxes = ['entries', 'orders', 'rate_orders', 'order_tax', 'shipping_tax', 'taxable'];
    this.addSql(`
      insert into tax_month
        (date_type, start, rate_id, rate_code, percent, status, ${ofTaxes.join(', ')}, label, country, state, priority)
      select ${month}, rate_id, rate_code, percent, status, ${sums(ofTaxes)},
        max(label collate "C"), max(country collate "C"), max(state collate "C"), max(priority)
      from tax_day group by 1, 2, 3, 4, 5, 6`);
  }
}
