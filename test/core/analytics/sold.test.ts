import { describe, expect, it } from 'vitest';
import { aLineFact, anOrderFact, aProductRecord, grouped, listed, tablesOf } from '../../support/report-tables.ts';
import {
  categoriesReport,
  couponsReport,
  customersReport,
  downloadsReport,
  productsReport,
  taxesReport,
  variationsReport,
} from '../internals.ts';

const early = '2025-02-01 00:00:00';
const shop = tablesOf({
  order: [
    anOrderFact({ order_id: 1, customer_id: 1, total: 500_000 }),
    anOrderFact({ order_id: 2, customer_id: 2, total: 100_000, created_at: early }),
    anOrderFact({ order_id: 3, customer_id: 1, status: 'failed', total: 900_000 }),
  ],
  line: [
    aLineFact({
      item_id: 1,
      quantity: 2,
      net: 200_000,
      attributes: { pa_color: 'red', pa_size: 's' },
      variation_id: 5,
    } as never),
    aLineFact({ item_id: 2, product_id: 2, quantity: 5, net: 100_000 }),
    aLineFact({ order_id: 2, item_id: 3, quantity: 9 }),
    aLineFact({ order_id: 3, item_id: 4, quantity: 7 }),
    aLineFact({ item_id: 5, product_id: 9, quantity: 1, net: 10_000 }),
  ],
  product: [
    aProductRecord(1, 'Mug'),
    aProductRecord(2, 'cap'),
    aProductRecord(3, 'Hat'),
    aProductRecord(5, 'Mug - Red', 1),
  ],
  heading: [
    { product_id: 1, category_id: 20, is_direct: true, position: 0 },
    { product_id: 1, category_id: 10, is_direct: false, position: null },
  ],
  category_link: [{ product_id: 1, category_id: 20 }],
  category: [10, 20].map((id) => ({ id, name: `C${id}`, name_key: `c${id}` })),
  customer: [1, 2, 3].map((id) => ({
    ...{ id, user_id: id === 3 ? null : 100 + id, username: null, first_name: 'Ana', last_name: `N${id}`, email: null },
    ...{
      country: id === 2 ? null : 'US',
      state: id === 1 ? 'CA' : 'NY',
      city: '',
      postcode: null,
      name_key: `ana n${id}`,
    },
    ...{ country_key: id === 2 ? null : 'us', state_key: id === 1 ? 'ca' : 'ny' },
    ...{ username_key: null, email_key: null, search_key: `ana n${id}`, registered_utc: null, last_active_utc: null },
  })),
  customer_sum: [
    { customer_id: 1, orders: 2, total: 600_000, average: 300_000, last_order: '2025-03-25 10:00:00' },
    { customer_id: 2, orders: 1, total: 100_000, average: 100_000, last_order: early },
  ],
});
const idsOf = (rows: readonly object[], name: string) => rows.map((row) => (row as Record<string, unknown>)[name]);

describe('the list of products', () => {
  it('has what counted orders of the range sold, of deleted products too', async () => {
    const { rows, total } = await grouped(productsReport, shop, { orderBy: 'items_sold', order: 'desc' });
    expect([total, rows.map((row) => [row.product_id, row.items_sold, row['product.name']])]).toEqual([
      3,
      [
        [2, 5, 'cap'],
        [1, 2, 'Mug'],
        [9, 1, null],
      ],
    ]);
  });

  it('has everything that is requested by id, sold or not, known or not', async () => {
    const { rows, total } = await grouped(productsReport, shop, {
      ...{ asked: { products: [3, 1, 3, 77] }, orderBy: 'items_sold', order: 'asc' },
    });
    expect([total, idsOf(rows, 'product_id'), idsOf(rows, 'items_sold')]).toEqual([3, [3, 77, 1], [0, 0, 2]]);
  });

  it('has every product of a heading, and nothing where a heading has none', async () => {
    const below = await grouped(productsReport, shop, { asked: { categories: [10] } });
    const none = await grouped(productsReport, shop, { asked: { categories: [99] } });
    expect([idsOf(below.rows, 'product_id'), none.rows, none.total]).toEqual([[1], [], 0]);
  });

  it('joins products and categories by the given operator, and a search always by and', async () => {
    const asked = { products: [2], categories: [20] };
    const both = await grouped(productsReport, shop, { asked, match: 'all' });
    const either = await grouped(productsReport, shop, { asked, match: 'any', orderBy: 'product_name', order: 'asc' });
    const searched = await grouped(productsReport, shop, { asked: { ...asked, search: ['CAP'] }, match: 'any' });
    expect([both, either, searched].map(({ rows }) => idsOf(rows, 'product_id'))).toEqual([[], [2, 1], [2]]);
  });
});

describe('the other lists of what was sold', () => {
  it('have variations by themselves, and lines without one for a selected product', async () => {
    const alone = await grouped(variationsReport, shop);
    const ofOne = await grouped(variationsReport, shop, { asked: { product_includes: [2] } });
    expect([idsOf(alone.rows, 'variation_id'), idsOf(ofOne.rows, 'variation_id')]).toEqual([[5], [0]]);
  });

  it('join pairs of attributes among themselves, and by and with all else', async () => {
    const red = { attribute_is: [['pa_color', 'red']] as const };
    const found = await grouped(variationsReport, shop, { asked: { ...red, product_includes: [2] }, match: 'any' });
    const other = await grouped(variationsReport, shop, { asked: { attribute_is_not: [['pa_color', 'blue']] } });
    expect([found.total, other.total]).toEqual([0, 1]);
  });

  it('have what is directly in a category', async () => {
    const { rows } = await grouped(categoriesReport, shop);
    expect(rows).toEqual([
      {
        category_id: 20,
        items_sold: 2,
        net_revenue: 200_000,
        orders_count: 1,
        products_count: 1,
        'category.name': 'C20',
      },
    ]);
  });

  it('have unused coupons on request', async () => {
    const { rows } = await grouped(couponsReport, shop, { asked: { coupons: [4] } });
    expect(rows).toMatchObject([{ coupon_id: 4, amount: 0, orders_count: 0, 'record.code': null }]);
  });

  it('have a row of taxes for each rate, code and percentage, and one for a rate that was never charged', async () => {
    const tax = (code: string, percent: number) => ({
      ...{ order_id: 1, tax_line_id: percent, rate_id: 0, rate_code: code, label: code, country: 'US', state: 'CA' },
      ...{
        priority: 1,
        percent,
        order_tax: 10_000,
        shipping_tax: 0,
        total: 10_000,
        taxable: 100_000,
        is_refund: false,
      },
      first_of_rate: true,
    });
    const rate = { id: 6, name: 'Vat', country: 'DE', state: '', priority: 1, percent: 19 };
    const tables = { ...shop, tax: [tax('US-A', 1), tax('US-B', 1), tax('US-A', 2)], tax_rate: [rate] };
    const { rows } = await grouped(taxesReport, tables, {
      orderBy: 'tax_code',
      order: 'asc',
      asked: { taxes: [0, 6] },
    });
    expect(rows.map((row) => [row.tax_rate_id, row.name, row['rate.name'], row.total_tax])).toEqual([
      [6, null, 'Vat', 0],
      [0, 'US-A', null, 10_000],
      [0, 'US-A', null, 10_000],
      [0, 'US-B', null, 10_000],
    ]);
  });
});

describe('customers', () => {
  const names = async (asked: Parameters<typeof listed>[2]) =>
    idsOf((await listed(customersReport, shop, { orderBy: 'total_spend', order: 'desc', ...asked })).rows, 'id');

  it('are all listed, with what they ever bought', async () => {
    const { rows } = await listed(customersReport, shop, { orderBy: 'total_spend', order: 'desc' });
    expect(rows.map((row) => [row.id, row['spent.orders'], row['spent.total'], row['spent.last_order']])).toEqual([
      [1, 2, 600_000, '2025-03-25 10:00:00'],
      [2, 1, 100_000, early],
      [3, 0, 0, null],
    ]);
  });

  it('are those who ordered in a range where one is given, with what they bought then', async () => {
    const { rows, total } = await listed(customersReport, shop, { after: '2025-03-01T00:00:00' });
    expect([total, rows.map((row) => [row.id, row['spent.orders'], row['spent.total']])]).toEqual([
      1,
      [[1, 1, 500_000]],
    ]);
  });

  it('are separated by inclusive bounds', async () => {
    expect(await names({ asked: { orders_count_min: [0], orders_count_max: [1] } })).toEqual([2, 3]);
    expect(await names({ asked: { total_spend_min: [600_000] } })).toEqual([1]);
    expect(await names({ asked: { last_order_before: ['2025-02-01 00:00:00'] } })).toEqual([2]);
  });

  it('are found by place, by what is filled in, and by account', async () => {
    expect(await names({ asked: { location_includes: ['US:CA', 'DE'] } })).toEqual([1]);
    expect(await names({ asked: { location_excludes: ['US:CA'] } })).toEqual([2, 3]);
    expect(await names({ asked: { location_includes: ['us:Ca', 'dE'] } })).toEqual([1]);
    expect(await names({ asked: { location_excludes: ['uS:cA'] } })).toEqual([2, 3]);
    expect(await names({ asked: { country_includes: ['us'] } })).toEqual([1, 3]);
    expect(await names({ asked: { country_excludes: ['us'] } })).toEqual([2]);
    expect(await names({ asked: { filter_empty: ['country', 'name'] } })).toEqual([1, 3]);
    expect(await names({ asked: { user_type: 'guest' } })).toEqual([3]);
  });

  it('are found by any condition or by all of them, but by their own id always', async () => {
    const asked = { user_type: 'guest', location_includes: ['US:CA'] };
    expect(await names({ asked, match: 'any' })).toEqual([1, 3]);
    expect(await names({ asked, match: 'all' })).toEqual([]);
    expect(await names({ asked: { ...asked, id: [3] }, match: 'any' })).toEqual([3]);
  });
});

describe('downloads', () => {
  it('are cut on the clock of the shop, and never those of a guest with a filter by customer', async () => {
    const one = (id: number, utc: string, local: string, user: number | null) => ({
      ...{ id, product_id: 1, order_id: 1, user_id: user, file_id: 'f', ip_address: '::1', at_utc: utc, at: local },
    });
    const tables = {
      ...shop,
      download: [
        one(1, '2025-03-24 23:30:00', '2025-03-25 00:30:00', 101),
        one(2, '2025-03-24 22:30:00', '2025-03-24 23:30:00', 101),
        one(3, '2025-03-25 10:00:00', '2025-03-25 11:00:00', null),
      ],
    };
    const range = { after: '2025-03-25T00:00:00', before: '2025-03-25T23:59:59' };
    const ids = async (asked: object) =>
      idsOf((await listed(downloadsReport, tables, { ...range, asked: asked as never })).rows, 'id');
    expect([await ids({}), await ids({ customer_includes: [1] }), await ids({ customer_excludes: [1] })]).toEqual([
      [1, 3],
      [1],
      [3],
    ]);
  });
});
