/**
 * The facts of a file of records, computed from the words of docs/spec/analytics.md 2.2 alone: nothing of the system is
 * used here, neither its types nor its arithmetic. Amounts are ten-thousandths.
 */
type Json = Readonly<Record<string, unknown>>;
/** One row, by the names of the specification. */
export type OracleRow = Readonly<Record<string, string | number | boolean | null>>;

/** Every fact by its key. */
export interface Oracle {
  readonly orders: ReadonlyMap<number, OracleRow>;
  readonly lines: ReadonlyMap<string, OracleRow>;
  readonly coupons: ReadonlyMap<string, OracleRow>;
  readonly taxes: ReadonlyMap<string, OracleRow>;
}

const num = (value: unknown): bigint => {
  if (value === null || value === undefined || value === '') return 0n;
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  const millionths = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
  return sign === '-' ? -millionths : millionths;
};
const round = (value: bigint, unit: bigint): bigint => {
  const half = (value < 0n ? -value : value) + unit / 2n;
  const rounded = (half / unit) * unit;
  return value < 0n ? -rounded : rounded;
};
const toFact = (millionths: bigint): number => Number(round(millionths, 100n) / 100n);
/** Rounded to cents. */
const cents = (millionths: bigint): number => Number(round(millionths, 10_000n) / 100n);
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const taxesOf = (line: Json): bigint =>
  Object.values((line.taxes ?? {}) as Json).reduce((total: bigint, tax) => total + num(tax), 0n);
const local = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 19).replace('T', ' ') : null;

interface Found {
  readonly order: Record<string, string | number | boolean | null>;
  readonly lines: Record<string, string | number | boolean | null>[];
  readonly taxes: Record<string, string | number | boolean | null>[];
}

function orderRow(record: Json, parent: Json | undefined): Found['order'] {
  const [total, tax, shipping] = [record.total, record.total_tax, record.shipping_total].map((each) =>
    toFact(num(each)),
  );
  const created = local(record.created_at);
  return {
    order_id: record.id as number,
    parent_id: parent ? (parent.id as number) : 0,
    date_created: created,
    date_paid: parent ? created : local(record.paid_at),
    date_completed: parent ? created : local(record.completed_at),
    status: (parent ?? record).status as string,
    customer_id: (parent ?? record).customer_id as number,
    num_items_sold: sum(list(record.lines).map(({ quantity }) => quantity as number)),
    total_sales: total ?? 0,
    tax_total: tax ?? 0,
    shipping_total: shipping ?? 0,
    net_total: (total ?? 0) - (tax ?? 0) - (shipping ?? 0),
  };
}

function lineRows(record: Json, isRefund: boolean): Found['lines'] {
  const kept = list(record.lines).filter(({ quantity, total }) => quantity !== 0 || (isRefund && num(total) < 0n));
  const quantities = sum(kept.map(({ quantity }) => quantity as number));
  const shippingTax = isRefund
    ? list(record.shipping_lines).reduce((total, line) => total + taxesOf(line), 0n)
    : num(record.shipping_tax);
  const share = (amount: number, quantity: number) => (quantities === 0 ? 0 : (amount / quantities) * quantity);
  return kept.map((line) => {
    const quantity = line.quantity as number;
    const net = cents(num(line.total));
    const tax = cents(taxesOf(line));
    const shipping = share(toFact(num(record.shipping_total)), quantity);
    const onShipping = share(toFact(shippingTax), quantity);
    return {
      order_id: record.id as number,
      order_item_id: line.id as number,
      product_id: line.product_id as number,
      variation_id: (line.variation_id as number | null) ?? 0,
      product_qty: quantity,
      product_net_revenue: net,
      product_gross_revenue: net + tax + shipping + onShipping,
      coupon_amount: toFact(num(line.subtotal) - num(line.total)),
      tax_amount: tax,
      shipping_amount: shipping,
      shipping_tax_amount: onShipping,
    };
  });
}

function taxRows(record: Json): Found['taxes'] {
  const bearing = [...list(record.lines), ...list(record.fee_lines), ...list(record.shipping_lines)];
  const reported = new Set<unknown>();
  return list(record.tax_lines).map((line) => {
    const rate = String(line.rate_id);
    const applied = bearing.filter(
      ({ taxes }) => ((taxes ?? {}) as Json)[rate] != null && ((taxes ?? {}) as Json)[rate] !== '',
    );
    const base = reported.has(rate) ? 0 : toFact(applied.reduce((total, { total: each }) => total + num(each), 0n));
    reported.add(rate);
    return {
      order_id: record.id as number,
      tax_line_id: line.id as number,
      tax_rate_id: line.rate_id as number,
      rate_code: line.rate_code as string,
      order_tax: toFact(num(line.tax_total)),
      shipping_tax: toFact(num(line.shipping_tax_total)),
      taxable_amount: base,
    };
  });
}

/** A refund of everything without lines: minus what the order has not had back yet. */
function lump(row: Found['order'], parent: Found, others: readonly Found[]): Found {
  const rest = (pick: (each: Found) => number) => -sum([parent, ...others].map(pick));
  const order = { ...row };
  for (const name of ['num_items_sold', 'tax_total', 'shipping_total', 'net_total'])
    order[name] = rest((each) => each.order[name] as number);
  const lineNames = ['product_qty', 'product_net_revenue', 'tax_amount', 'shipping_amount', 'shipping_tax_amount'];
  const lines = parent.lines.map((line) => {
    const same = (each: Found) =>
      each.lines.filter(
        ({ product_id, variation_id }) => product_id === line.product_id && variation_id === line.variation_id,
      );
    const left: Record<string, number> = {};
    for (const name of lineNames)
      left[name] = -((line[name] as number) + sum(others.flatMap(same).map((each) => each[name] as number)));
    const gross = sum(lineNames.slice(1).map((name) => left[name] ?? 0));
    return { ...line, ...left, order_id: row.order_id as number, coupon_amount: 0, product_gross_revenue: gross };
  });
  const taxNames = ['order_tax', 'shipping_tax', 'taxable_amount'];
  const taxes = parent.taxes.map((tax) => {
    const same = others.flatMap((each) => each.taxes).filter(({ tax_rate_id }) => tax_rate_id === tax.tax_rate_id);
    const left = taxNames.map((name) => [
      name,
      -((tax[name] as number) + sum(same.map((each) => each[name] as number))),
    ]);
    return { ...tax, ...Object.fromEntries(left), order_id: row.order_id as number };
  });
  return { order, lines, taxes };
}

/** Computes the facts of a file in which every refund of one product is of one line. */
export function oracleOf(text: string): Oracle {
  const records = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Json);
  const of = (kind: string) => records.filter((each) => each.kind === kind);
  const couponIds = new Map(of('coupon').map(({ code, id }) => [String(code).toLowerCase(), id as number]));
  const found: Found[] = [];
  const coupons = new Map<string, OracleRow>();
  for (const order of of('order').filter(({ test }) => test !== true)) {
    const own = { order: orderRow(order, undefined), lines: lineRows(order, false), taxes: taxRows(order) };
    const refunds = of('refund').filter(({ order_id }) => order_id === order.id);
    const plain: Found[] = [];
    const lumps: Json[] = [];
    for (const refund of refunds) {
      const isBare = [refund.lines, refund.shipping_lines, refund.fee_lines].every((each) => list(each).length === 0);
      const isAll = refunds.length === 1 && num(refund.amount) === num(order.total);
      if (isBare && isAll) lumps.push(refund);
      else plain.push({ order: orderRow(refund, order), lines: lineRows(refund, true), taxes: taxRows(refund) });
    }
    found.push(own, ...plain, ...lumps.map((refund) => lump(orderRow(refund, order), own, plain)));
    for (const line of list(order.coupon_lines)) {
      const id = (line.coupon_id as number | null) ?? couponIds.get(String(line.code).toLowerCase()) ?? 0;
      const amount = toFact(num(line.discount)) + ((coupons.get(`${order.id} ${id}`)?.discount_amount as number) ?? 0);
      coupons.set(`${order.id} ${id}`, { order_id: order.id as number, coupon_id: id, discount_amount: amount });
    }
  }
  return {
    orders: new Map(found.map(({ order }) => [order.order_id as number, order])),
    lines: new Map(found.flatMap(({ lines }) => lines.map((line) => [`${line.order_id} ${line.order_item_id}`, line]))),
    coupons,
    taxes: new Map(found.flatMap(({ taxes }) => taxes.map((tax) => [`${tax.order_id} ${tax.tax_line_id}`, tax]))),
  };
}
