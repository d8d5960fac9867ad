import { Migration } from '@mikro-orm/migrations';

/** Sums of orders, taxes and coupons by year, made of those by month; pending rows are not in either. */
export class YearsOfSums extends Migration {
  override up(): void {
    for (const name of ['order', 'tax', 'coupon'])
      this.addSql(`create table ${name}_year (like ${name}_month including all) with (fillfactor = 50)`);
    const amounts = ['items', 'total', 'tax', 'shipping', 'net', 'coupon', 'refunds', 'tax_back', 'shipping_back'];
    const key = ['status', 'is_refund', 'is_returning'];
    this.#fill('order', key, ['entries', ...amounts, 'with_lines', 'with_coupon', 'with_tax']);
    const variant = ['variant', 'rate_id', 'rate_code', 'percent', 'label', 'country', 'state', 'priority'];
    const ofRates = ['entries', 'orders', 'rate_orders', 'rate_entries', 'order_tax', 'shipping_tax', 'taxable'];
    this.#fill('tax', [...variant, ...key], [...ofRates, ...amounts]);
    this.#fill('coupon', ['coupon_id', ...key], ['entries', 'amount', ...amounts]);
  }

  #fill(name: string, keys: readonly string[], sums: readonly string[]): void {
    const key = keys.join(', ');
    this.addSql(`
      insert into ${name}_year (date_type, start, ${key}, ${sums.join(', ')})
      select date_type, date_trunc('year', start::timestamp)::date, ${key}, ${sums.map((sum) => `sum(${sum})`).join(', ')}
      from ${name}_month group by date_type, 2, ${key}`);
  }
}
