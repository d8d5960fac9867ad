import type { CouponFact, FactRows, LineFact, LocalTime, OrderFact, TaxFact } from '@backroom/core/analytics';
import { type RawBuilder, sql } from 'kysely';
import { arrayText } from '../../array-text.ts';

/** A column of a fact table: its SQL type and its value in a row. */
export interface Column<T> {
  readonly type: string;
  /** Whether the value is the same on all rows of an order. */
  readonly isCommon?: boolean;
  of(row: T): unknown;
}

/** A fact table and the source of its rows. */
export interface FactTable<T> {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, Column<T>>>;
  rowsOf(rows: FactRows): readonly T[];
}

/** A line, coupon or tax with its order, whose days, status and customer it repeats. */
interface DatedFact<F> {
  readonly fact: F;
  readonly order: OrderFact;
  readonly days: Readonly<Record<'created' | 'paid' | 'completed', string | null>>;
}

const column = <T>(type: string, of: (row: T) => unknown): Column<T> => ({ type, of });
/** Columns that a part repeats from its order. */
const repeated = <T>(type: string, of: (part: T) => unknown): Column<T> => ({ type, isCommon: true, of });
const dayOf = (time: LocalTime | null): string | null => time?.slice(0, 10) ?? null;

const ofParts = <F>(columns: Readonly<Record<string, Column<F>>>): Record<string, Column<DatedFact<F>>> => ({
  ...Object.fromEntries(
    Object.entries(columns).map(([name, { type, of }]) => [name, column(type, ({ fact }: DatedFact<F>) => of(fact))]),
  ),
  created_day: repeated('date', ({ days }) => days.created),
  paid_day: repeated('date', ({ days }) => days.paid),
  completed_day: repeated('date', ({ days }) => days.completed),
  status: repeated('text', ({ order }) => order.status),
});

function parts<F>(facts: readonly F[], order: OrderFact): readonly DatedFact<F>[] {
  if (facts.length === 0) return [];
  const days = { created: dayOf(order.created), paid: dayOf(order.paid), completed: dayOf(order.completed) };
  return facts.map((fact) => ({ fact, order, days }));
}

/** Orders and refunds, without the columns that depend on the customer's other rows. */
export const orderTable: FactTable<OrderFact> = {
  table: 'order_fact',
  key: ['order_id'],
  rowsOf: ({ order }) => [order],
  columns: {
    order_id: column('int', ({ orderId }) => orderId),
    parent_id: column('int', ({ parentId }) => parentId),
    customer_id: column('int', ({ customerId }) => customerId),
    status: column('text', ({ status }) => status),
    items: column('bigint', ({ items }) => items),
    total: column('bigint', ({ total }) => total),
    tax: column('bigint', ({ tax }) => tax),
    shipping: column('bigint', ({ shipping }) => shipping),
    net: column('bigint', ({ net }) => net),
    coupon: column('bigint', ({ coupon }) => coupon),
    created_utc: column('timestamptz', ({ createdUtc }) => createdUtc.toISOString()),
    created_at: column('timestamp', ({ created }) => created),
    paid_at: column('timestamp', ({ paid }) => paid),
    completed_at: column('timestamp', ({ completed }) => completed),
    created_day: column('date', ({ created }) => dayOf(created)),
    paid_day: column('date', ({ paid }) => dayOf(paid)),
    completed_day: column('date', ({ completed }) => dayOf(completed)),
    has_lines: column('boolean', ({ hasLines }) => hasLines),
    has_coupon: column('boolean', ({ hasCoupon }) => hasCoupon),
    has_tax: column('boolean', ({ hasTax }) => hasTax),
  },
};

/** Lines of orders and refunds. */
export const lineTable: FactTable<DatedFact<LineFact>> = {
  table: 'line_fact',
  key: ['order_id', 'item_id'],
  rowsOf: ({ order, lines }) => parts(lines, order),
  columns: {
    ...ofParts<LineFact>({
      order_id: column('int', ({ orderId }) => orderId),
      item_id: column('int', ({ itemId }) => itemId),
      product_id: column('int', ({ productId }) => productId),
      variation_id: column('int', ({ variationId }) => variationId),
      quantity: column('bigint', ({ quantity }) => quantity),
      net: column('bigint', ({ net }) => net),
      gross: column('bigint', ({ gross }) => gross),
      coupon: column('bigint', ({ coupon }) => coupon),
      tax: column('bigint', ({ tax }) => tax),
      shipping: column('bigint', ({ shipping }) => shipping),
      shipping_tax: column('bigint', ({ shippingTax }) => shippingTax),
      is_refund: column('boolean', ({ isRefund }) => isRefund),
      first_of_product: column('boolean', ({ isFirstOfProduct }) => isFirstOfProduct),
      first_of_variation: column('boolean', ({ isFirstOfVariation }) => isFirstOfVariation),
      attributes: column('jsonb', ({ attributes }) =>
        Object.keys(attributes).length === 0 ? null : JSON.stringify(attributes),
      ),
    }),
    customer_id: repeated('int', ({ order }) => order.customerId),
  },
};

/** Coupons of orders. */
export const couponTable: FactTable<DatedFact<CouponFact>> = {
  table: 'coupon_fact',
  key: ['order_id', 'coupon_id'],
  rowsOf: ({ order, coupons }) => parts(coupons, order),
  columns: ofParts<CouponFact>({
    order_id: column('int', ({ orderId }) => orderId),
    coupon_id: column('int', ({ couponId }) => couponId),
    code: column('text', ({ code }) => code),
    amount: column('bigint', ({ amount }) => amount),
  }),
};

/** Tax lines of orders and refunds. */
export const taxTable: FactTable<DatedFact<TaxFact>> = {
  table: 'tax_fact',
  key: ['order_id', 'tax_line_id'],
  rowsOf: ({ order, taxes }) => parts(taxes, order),
  columns: ofParts<TaxFact>({
    order_id: column('int', ({ orderId }) => orderId),
    tax_line_id: column('int', ({ taxLineId }) => taxLineId),
    rate_id: column('int', ({ rateId }) => rateId),
    rate_code: column('text', ({ rateCode }) => rateCode),
    label: column('text', ({ label }) => label),
    country: column('text', ({ country }) => country),
    state: column('text', ({ state }) => state),
    priority: column('int', ({ priority }) => priority),
    percent: column('bigint', ({ percent }) => percent),
    order_tax: column('bigint', ({ orderTax }) => orderTax),
    shipping_tax: column('bigint', ({ shippingTax }) => shippingTax),
    taxable: column('bigint', ({ taxable }) => taxable),
    is_refund: column('boolean', ({ isRefund }) => isRefund),
    first_of_rate: column('boolean', ({ isFirstOfRate }) => isFirstOfRate),
  }),
};

/** The column list. */
export const namesOf = <T>({ columns }: FactTable<T>): RawBuilder<unknown> => sql.raw(Object.keys(columns).join(', '));

/** Texts of arrays, by column. */
export type ColumnTexts = Readonly<Record<string, string>>;

/** The columns of all rows of a table. */
export function columnTextsOf<T>({ columns, rowsOf }: FactTable<T>, all: readonly FactRows[]): ColumnTexts {
  const rows = all.flatMap((each) => rowsOf(each));
  return Object.fromEntries(
    Object.entries(columns).map(([name, { type, of }]) => [name, arrayText(type, rows.map(of))]),
  );
}

/** Rows as a table expression of array parameters, whose text does not depend on their number. */
export function givenRows<T>(
  table: FactTable<T>,
  parameter: (column: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const arrays = Object.entries(table.columns).map(([name, { type }]) => sql`${parameter(name)}::${sql.raw(type)}[]`);
  return sql`unnest(${sql.join(arrays)}) as given (${namesOf(table)})`;
}
