import type { CountingRules, FactRows, LineFact, LocalTime, OrderFact } from '@backroom/core/analytics';

/** Rows of a table by their key, as plain texts: equal for equal tables. */
export type TableTexts = Readonly<Record<string, string>>;

const dates = ['created', 'paid', 'completed'] as const;
type FactDate = (typeof dates)[number];
const dateType = (date: FactDate): number => dates.indexOf(date) + 1;
const day = (time: LocalTime): string => time.slice(0, 10);

/** Tables without customers who have nothing: each has a row, whether they ever bought or not. */
export const withoutZeros = ({ customer_fact: people = {}, ...rest }: Readonly<Record<string, TableTexts>>) => ({
  ...rest,
  customer_fact: Object.fromEntries(Object.entries(people).filter(([, sums]) => sums !== '0 0 0   ')),
});

/** What every derived table holds, computed one row after the other with nothing but the definitions. */
export function expectedTables(
  all: readonly FactRows[],
  rules: CountingRules,
  links: readonly (readonly [productId: number, categoryId: number])[],
): Readonly<Record<string, TableTexts>> {
  const configured = rules.dateType.slice('date_'.length) as FactDate;
  const excluded = new Set<string>([...rules.excludedStatuses, 'trash', 'checkout-draft']);
  const isCounted = ({ status }: OrderFact) => !excluded.has(status);
  const places = placesOf(all, configured, isCounted);
  const isCompleted = ({ order }: FactRows) => Number(order.status === 'completed');
  const isNew = ({ order }: FactRows) => Number(places.get(order.orderId)?.isReturning === false);
  const levelled =
    (keys: (line: LineFact) => readonly (readonly unknown[])[], isFirst?: (line: LineFact) => boolean) =>
    (date: FactDate) =>
      levelsOf(all, { date, isCounted }, (rows) =>
        rows.lines.flatMap((line) =>
          keys(line).map((key) => ({
            key,
            sums: [
              1,
              ...(isFirst ? [Number(isFirst(line))] : []),
              line.quantity,
              line.net,
              isNew(rows),
              isCompleted(rows),
            ],
          })),
        ),
      );
  const everyDate = (make: (date: FactDate) => TableTexts) => Object.assign({}, ...dates.map(make)) as TableTexts;
  const orders = Object.assign({}, ...dates.map((date) => orderDays(all, date, places))) as TableTexts;
  const taxes = Object.assign({}, ...dates.map((date) => taxDays(all, date, places))) as TableTexts;
  const coupons = Object.assign({}, ...dates.map((date) => couponDays(all, date, places))) as TableTexts;
  return withoutZeros({
    chains: Object.fromEntries(
      [...places].map(([id, place]) => [id, [place.isReturning, place.counted, place.previous].join(' ')]),
    ),
    customer_fact: customersOf(all, places, isCounted),
    customer_year: yearsOf(all, isCounted),
    customer_day: firstVisits(places, rules.weekStartsOn),
    order_day: orders,
    order_month: periodsOf(orders, month),
    order_year: periodsOf(orders, yearStart),
    tax_day: taxes,
    tax_month: periodsOf(taxes, month),
    tax_year: periodsOf(taxes, yearStart),
    line_level: everyDate(levelled((line) => [[line.variationId !== 0]])),
    product_level: everyDate(
      levelled(
        (line) => [[line.productId]],
        (line) => line.isFirstOfProduct,
      ),
    ),
    variation_level: everyDate(
      levelled(
        (line) => [[line.productId, line.variationId]],
        (line) => line.isFirstOfVariation,
      ),
    ),
    coupon_day: coupons,
    coupon_month: periodsOf(coupons, month),
    coupon_year: periodsOf(coupons, yearStart),
    category_level: categoryLevels(all, links, isCounted),
    rate_product_level: rateProducts(all, configured, isCounted),
  });
}

/** What the months or years of days come to. */
function periodsOf(days: TableTexts, startOf: (day: string) => string): TableTexts {
  const periods = new Map<string, readonly number[]>();
  for (const [key, sums] of Object.entries(days)) {
    const [type, day = '', ...others] = key.split(' ');
    const period = [type, startOf(day), ...others].join(' ');
    const earlier = periods.get(period) ?? [];
    periods.set(
      period,
      String(sums)
        .split(' ')
        .map((sum, index) => Number(sum) + (earlier[index] ?? 0)),
    );
  }
  return Object.fromEntries([...periods].map(([key, sums]) => [key, sums.join(' ')]));
}

interface Place {
  readonly row: OrderFact;
  readonly isReturning: boolean;
  readonly counted: string | null;
  readonly previous: string | null;
}

function placesOf(
  all: readonly FactRows[],
  configured: FactDate,
  isCounted: (row: OrderFact) => boolean,
): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>();
  const byCustomer = Map.groupBy(
    all.map(({ order }) => order),
    ({ customerId }) => customerId,
  );
  for (const rows of byCustomer.values()) {
    const first = rows
      .filter((row) => row.parentId === 0 && isCounted(row))
      .toSorted((a, b) => a.createdUtc.getTime() - b.createdUtc.getTime() || a.orderId - b.orderId)[0];
    const chain = rows
      .filter((row) => isCounted(row) && row[configured] !== null)
      .toSorted((a, b) => (a[configured] ?? '').localeCompare(b[configured] ?? '') || a.orderId - b.orderId);
    for (const row of rows) {
      const at = row[configured];
      const before = chain[chain.indexOf(row) - 1]?.[configured] ?? null;
      places.set(row.orderId, {
        row,
        isReturning: first !== undefined && first.orderId !== (row.parentId || row.orderId),
        counted: isCounted(row) && at !== null ? day(at) : null,
        previous: chain.includes(row) && before !== null ? day(before) : null,
      });
    }
  }
  return places;
}

function customersOf(
  all: readonly FactRows[],
  places: ReadonlyMap<number, Place>,
  isCounted: (row: OrderFact) => boolean,
): TableTexts {
  const byCustomer = Map.groupBy(
    all.map(({ order }) => order),
    ({ customerId }) => customerId,
  );
  return Object.fromEntries(
    [...byCustomer].map(([id, rows]) => {
      const counted = rows.filter(isCounted);
      const orders = counted.filter(({ parentId }) => parentId === 0).length;
      const spend = counted.reduce((sum, { total }) => sum + total, 0);
      const average = orders === 0 ? 0 : Math.sign(spend) * Math.round(Math.abs(spend) / orders) || 0;
      const last = counted
        .map(({ created }) => created)
        .toSorted()
        .at(-1);
      const days = counted.flatMap(({ orderId }) => places.get(orderId)?.counted ?? []).toSorted();
      return [id, [orders, spend, average, last, days[0], days.at(-1)].join(' ')];
    }),
  );
}

function yearsOf(all: readonly FactRows[], isCounted: (row: OrderFact) => boolean): TableTexts {
  const counted = all.map(({ order }) => order).filter(isCounted);
  const years = Map.groupBy(counted, ({ customerId, created }) => `${customerId} ${Number(created.slice(0, 4))}`);
  return Object.fromEntries(
    [...years].map(([key, rows]) => {
      const orders = rows.filter(({ parentId }) => parentId === 0).length;
      const spend = rows.reduce((sum, { total }) => sum + total, 0);
      const last = rows.map(({ created }) => created).toSorted();
      return [key, [orders, spend, last.at(-1)].join(' ')];
    }),
  );
}

function firstVisits(places: ReadonlyMap<number, Place>, weekStartsOn: number): TableTexts {
  const week = (text: string) => {
    const time = new Date(`${text}T00:00:00Z`);
    time.setUTCDate(time.getUTCDate() - ((time.getUTCDay() - weekStartsOn + 7) % 7));
    return time.toISOString();
  };
  const buckets = [(text: string) => text, week, month, quarter, (text: string) => text.slice(0, 4)];
  const table = new Sums();
  for (const { counted, previous } of places.values()) {
    if (counted === null) continue;
    const isFirst = (bucket: (text: string) => string) => previous === null || bucket(previous) !== bucket(counted);
    table.add(
      [counted],
      buckets.map((bucket) => (isFirst(bucket) ? 1 : 0)),
    );
  }
  return table.texts();
}

const stateOf = ({ orderId, parentId, status }: OrderFact, places: ReadonlyMap<number, Place>) => [
  status,
  parentId > 0,
  places.get(orderId)?.isReturning,
];
const amountsOf = ({ items, total, tax, shipping, net, coupon }: OrderFact): readonly number[] => [
  ...[items, total, tax, shipping, net, coupon, net < 0 ? -(net + tax + shipping) : 0],
];

function orderDays(all: readonly FactRows[], date: FactDate, places: ReadonlyMap<number, Place>): TableTexts {
  const table = new Sums();
  for (const { order } of all) {
    const at = order[date];
    if (at === null) continue;
    table.add(
      [dateType(date), day(at), ...stateOf(order, places)],
      [1, ...amountsOf(order), ...[order.hasLines, order.hasCoupon, order.hasTax].map(Number)],
    );
  }
  return table.texts();
}

function taxDays(all: readonly FactRows[], date: FactDate, places: ReadonlyMap<number, Place>): TableTexts {
  const table = new Sums();
  for (const { order, taxes } of all) {
    const at = order[date];
    if (at === null) continue;
    const seen = new Set<unknown>();
    const isFirst = (...of: readonly unknown[]) => {
      const { size } = seen;
      return Number(seen.add(of.join()).size > size);
    };
    const isOrder = Number(order.parentId === 0);
    for (const tax of taxes.toSorted((a, b) => a.taxLineId - b.taxLineId)) {
      const rate = [tax.rateId, tax.rateCode, tax.percent];
      const names = [...rate, tax.label, tax.country, tax.state, tax.priority];
      const [ofCode, ofRate] = [isFirst('code', ...rate), isFirst('rate', tax.rateId)];
      table.add(
        [dateType(date), day(at), ...names, ...stateOf(order, places)],
        [
          ...[1, ofCode * isOrder, ofRate * isOrder, ofRate, tax.orderTax, tax.shippingTax, tax.taxable],
          ...amountsOf(order).map((amount) => amount * ofRate),
        ],
      );
    }
  }
  return table.texts();
}

function couponDays(all: readonly FactRows[], date: FactDate, places: ReadonlyMap<number, Place>): TableTexts {
  const table = new Sums();
  for (const { order, coupons } of all) {
    const at = order[date];
    if (at === null) continue;
    for (const { couponId, amount } of coupons)
      table.add([dateType(date), day(at), couponId, ...stateOf(order, places)], [1, amount, ...amountsOf(order)]);
  }
  return table.texts();
}

const month = (text: string): string => `${text.slice(0, 7)}-01`;
const yearStart = (text: string): string => `${text.slice(0, 4)}-01-01`;
const quarter = (text: string): string =>
  `${text.slice(0, 5)}${String(Math.floor((Number(text.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;

function levelsOf(
  all: readonly FactRows[],
  { date, isCounted }: { readonly date: FactDate; readonly isCounted: (row: OrderFact) => boolean },
  entriesOf: (rows: FactRows) => readonly { readonly key: readonly unknown[]; readonly sums: readonly number[] }[],
): TableTexts {
  const table = new Sums();
  for (const rows of all) {
    const at = rows.order[date];
    if (at === null || !isCounted(rows.order)) continue;
    const starts = [
      [2, month(at)],
      [4, yearStart(at)],
    ];
    for (const { key, sums } of entriesOf(rows))
      for (const period of starts) table.add([dateType(date), ...period, ...key], sums);
  }
  return table.texts();
}

function rateProducts(all: readonly FactRows[], date: FactDate, isCounted: (row: OrderFact) => boolean): TableTexts {
  const table = new Sums();
  for (const { order, lines, taxes } of all) {
    const at = order[date];
    if (at === null || !isCounted(order)) continue;
    for (const rate of new Set(taxes.map(({ rateId }) => rateId)))
      for (const product of new Set(lines.map(({ productId }) => productId)))
        for (const period of [
          [2, month(at)],
          [4, yearStart(at)],
        ])
          table.add([...period, rate, product], [1]);
  }
  return table.texts();
}

function categoryLevels(
  all: readonly FactRows[],
  links: readonly (readonly [number, number])[],
  isCounted: (row: OrderFact) => boolean,
): TableTexts {
  return levelsOf(all, { date: 'created', isCounted }, ({ order, lines }) => {
    const seen = new Set<number>();
    return lines.flatMap((line) =>
      links
        .filter(([productId]) => productId === line.productId)
        .map(([, category]) => {
          const isFirst = order.parentId === 0 && !seen.has(category);
          seen.add(category);
          return { key: [category], sums: [1, Number(isFirst), line.quantity, line.net] };
        }),
    );
  });
}

class Sums {
  readonly #rows = new Map<string, number[]>();

  add(key: readonly unknown[], sums: readonly number[]): void {
    const name = key.join(' ');
    const row = this.#rows.get(name) ?? sums.map(() => 0);
    this.#rows.set(
      name,
      row.map((sum, index) => sum + (sums[index] ?? 0)),
    );
  }

  texts(): TableTexts {
    return Object.fromEntries([...this.#rows].map(([key, sums]) => [key, sums.join(' ')]));
  }
}
