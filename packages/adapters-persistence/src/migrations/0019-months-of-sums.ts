import { Migration } from '@mikro-orm/migrations';

const sums = (names: readonly string[]): string => names.map((name) => `sum(${name})`).join(', ');

/**
 * Sums of whole months beside those of the days, under types of dates that are greater by ten: each is what the days of its
 * month come to, so marks of days hold for it as they do for them.
 */
export class MonthsOfSums extends Migration {
  override up(): void {
    const month = "date_type + 10, date_trunc('month', day::timestamp)::date";
    const ofOrders = ['entries', 'items', 'total', 'tax', 'shipping', 'net', 'coupon', 'refunds', 'tax_back'];
    const more = ['shipping_back', 'with_lines', 'with_coupon', 'with_tax'];
    this.addSql(`
      insert into order_day (date_type, day, status, is_refund, is_returning, ${[...ofOrders, ...more].join(', ')})
      select ${month}, status, is_refund, is_returning, ${sums([...ofOrders, ...more])} from order_day group by 1, 2, 3, 4, 5`);
    const ofTaxes = ['entries', 'orders', 'rate_orders', 'order_tax', 'shipping_tax', 'taxable'];
    this.addSql(`
      insert into tax_day (date_type, day, rate_id, rate_code, percent, status, ${ofTaxes.join(', ')}, label, country, state, priority)
      select ${month}, rate_id, rate_code, percent, status, ${sums(ofTaxes)},
        max(label collate "C"), max(country collate "C"), max(state collate "C"), max(priority)
      from tax_day group by 1, 2, 3, 4, 5, 6`);
  }
}
