import { readFile } from 'node:fs/promises';
import { openDatabase } from '@backroom/adapters-persistence';
import type { FactRows } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import pg from 'pg';
import { dayAfter, dice, factRows, orderIdsOf } from '../support/facts.ts';
import { MikroFactStore, sqlOf } from '../support/persistence.ts';
import { startPostgres } from '../support/postgres.ts';
import { median } from './measure.ts';

// Facts and roll-ups on PostgreSQL: node test/bench/facts.ts [orders]; a million by default.
const orders = Number(process.argv[2] ?? 1_000_000);
const customers = Math.ceil(orders / 5);
const products = 5_000;
const print = (name: string, value: string) => process.stdout.write(`${name.padEnd(58)} ${value}\n`);

const server = await startPostgres();
const database = openDatabase({ kind: 'server', url: server.url, poolSize: 12 });
const client = new pg.Client({ connectionString: server.url });

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1_000;
}

/** CPU time of the processes of the server so far, in seconds: on a busy machine more reliable than the clock. */
async function computed(): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
  const ticks = rows.map(async ({ pid }) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    return user + system;
  });
  return (await Promise.all(ticks)).reduce((sum, each) => sum + each, 0) / 100;
}

/** Measures work, and reports it. */
async function measure(name: string, work: () => Promise<unknown>, rate?: (seconds: number) => string): Promise<void> {
  const [before, own] = [await computed(), process.cpuUsage()];
  const took = await seconds(work);
  const { user, system } = process.cpuUsage(own);
  const cpu = `database ${((await computed()) - before).toFixed(1)} s, program ${((user + system) / 1e6).toFixed(1)} s of one core`;
  print(name, `${took.toFixed(1)} s${rate ? `, ${rate(took)}` : ''}; ${cpu}`);
}

/** An order with 2.6 lines, 2 taxes, and a coupon on each seventh. */
function anOrder(roll: (sides: number) => number, id: number, day: number): FactRows {
  const created = `${dayAfter(day)} ${String(roll(24)).padStart(2, '0')}:${String(roll(60)).padStart(2, '0')}:00`;
  return factRows({
    ...{ id, customerId: 1 + roll(customers), created, completed: created, shipping: 50_000 },
    lines: Array.from({ length: [1, 2, 2, 3, 5][roll(5)] as number }, () => [
      1 + roll(products),
      0,
      1 + roll(3),
      roll(900_000),
    ]),
    taxes: [
      [1, 'DE-VAT-1', 900],
      [2, 'DE-VAT-2', 90],
    ],
    coupons: roll(7) === 0 ? [[1 + roll(50), 5_000]] : [],
  });
}

const fillStatements = (first: number, last: number): readonly string[] => [
  `insert into order_fact (order_id, parent_id, customer_id, status, items, total, tax, shipping, net, coupon, created_utc,
      created_at, paid_at, completed_at, created_day, paid_day, completed_day, has_lines, has_coupon, has_tax)
    select id, 0, 1 + abs(hashint4(id)::bigint) % ${customers}, 'completed', 3, 1000000, 100000, 50000, 850000, 0, at, at, at, at, at::date,
      at::date, at::date, true, false, true
    from (select id, timestamp '2024-01-01' + id * (interval '1095 days' / ${orders}) as at from generate_series(${first}, ${last}) id) o`,
  `insert into line_fact (order_id, item_id, product_id, variation_id, customer_id, quantity, net, gross, coupon, tax, shipping,
      shipping_tax, created_day, paid_day, completed_day, status, is_refund, first_of_product, first_of_variation)
    select order_id, order_id * 5 + n, 1 + abs(hashint4(order_id * 7 + n)::bigint) % ${products}, 0, customer_id, 1, 400000, 500000, 0, 80000, 20000,
      0, created_day, paid_day, completed_day, status, false, true, true
    from order_fact cross join generate_series(1, 5) n
    where order_id between ${first} and ${last} and n <= 1 + order_id % 5 - (order_id % 5) / 3`,
  `insert into tax_fact (order_id, tax_line_id, rate_id, rate_code, label, country, state, priority, percent, order_tax,
      shipping_tax, taxable, created_day, paid_day, completed_day, status, is_refund, first_of_rate)
    select order_id, order_id * 2 + n, 1 + (order_id + n) % 7, 'DE-VAT-' || n, 'VAT', 'DE', '', 1, 19000000, 50000, 0, 400000,
      created_day, paid_day, completed_day, status, false, true
    from order_fact cross join generate_series(0, 1) n where order_id between ${first} and ${last}`,
];

try {
  const opened = await database;
  await opened.migrate();
  await client.connect();
  await client.query(`insert into customer (id, search_text, name_key, created_at, modified_at)
    select id, '', '', now(), now() from generate_series(1, ${customers}) id`);
  const facts = new MikroFactStore(sqlOf(opened));
  const write = (rows: readonly FactRows[]) =>
    opened.unitOfWork.run(async () => {
      const customerIds = [...new Set(rows.map(({ order }) => order.customerId))];
      await facts.holdCustomers(customerIds);
      await facts.write({ orderIds: orderIdsOf(rows), rows, customerIds, areNew: true });
    });
  const nothing = () => opened.unitOfWork.run(() => client.query('select 1'));
  const roll = dice(1);

  const bulk = Math.min(50_000, orders);
  const batch = 500;
  const perSecond = (count: number) => (took: number) => `${Math.round(count / took)} orders/s`;
  await measure(
    `write ${bulk} orders, ${batch} at a time`,
    async () => {
      for (let first = 1; first <= bulk; first += batch) {
        const day = Math.floor((1_095 * first) / orders);
        await write(Array.from({ length: batch }, (_, n) => anOrder(roll, first + n, day)));
      }
    },
    perSecond(bulk),
  );

  for (const statement of fillStatements(bulk + 1, orders)) await client.query(statement);
  const filled = await client.query('select count(*) from line_fact');
  await client.query('vacuum analyze');
  print(`filled: ${orders} orders, lines`, filled.rows[0].count);
  await measure('rebuild everything derived, all customers too', () => facts.rebuildDerived(defaultShopSettings));
  await measure('again, when customers are right', () => facts.rebuildDerived(defaultShopSettings));
  await measure('compare everything derived', () => facts.compareDerived(defaultShopSettings, 10));
  await client.query('vacuum analyze');

  let last = orders;
  const next = () => {
    last += 1;
    return last;
  };
  const times: number[] = [];
  const idle: number[] = [];
  await measure('write 300 orders, one after the other', async () => {
    for (let count = 0; count < 300; count += 1) {
      times.push((await seconds(() => write([anOrder(roll, next(), 1_095)]))) * 1_000);
      idle.push((await seconds(nothing)) * 1_000);
    }
  });
  print('one of them, and an empty unit', `${median(times).toFixed(2)} ms, ${median(idle).toFixed(2)} ms`);
  await measure('move what they added', () => facts.refresh());
  await measure(
    `write ${20 * batch} more orders into all that`,
    async () => {
      for (let count = 0; count < 20; count += 1) {
        await write(Array.from({ length: batch }, () => anOrder(roll, next(), 1_096)));
      }
    },
    perSecond(20 * batch),
  );
  for (const [name, apart] of [
    ['one day', 0],
    ['eight days', 1],
  ] as const) {
    const each = 150;
    await measure(
      `eight writers on ${name}`,
      () =>
        Promise.all(
          Array.from({ length: 8 }, async (_, writer) => {
            for (let count = 0; count < each; count += 1) await write([anOrder(roll, next(), 1_097 + writer * apart)]);
          }),
        ),
      perSecond(8 * each),
    );
  }
} finally {
  await client.end().catch(() => {});
  await (await database).close();
  await server.stop();
}
