import { openDatabase } from '@backroom/adapters-persistence';
import pg from 'pg';
import { MikroFactStore, sqlOf } from '../support/persistence.ts';
import { measureImport } from './commerce.ts';

type Print = (text: string) => void;

/** From this number of orders on, sampling takes hours. */
const MOST_SAMPLED = 1_000_000;
/** The length of a sample in days. */
const DAYS = 1_096;

/** A sampled shop; a larger one has copies of its customers and orders in the years before, at the same density. */
export async function makeShop(url: string, orders: number, print: Print): Promise<void> {
  const parts = Math.ceil(orders / MOST_SAMPLED);
  await measureImport(url, Math.round(orders / parts), print);
  if (parts > 1) await copyShop(url, parts - 1, print);
}

/** Copies all customers, orders and facts of a shop into earlier years, and rebuilds what is derived. */
export async function copyShop(url: string, copies: number, print: Print): Promise<void> {
  const since = performance.now();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ customers: number; orders: number; zone: string }>(
      `select (select max(id) from customer) as customers, (select max(id) from shop_order_id) as orders,
        coalesce((select document ->> 'timeZone' from shop_setting), 'UTC') as zone`,
    );
    const [step] = rows;
    if (!step) throw new Error('The shop has no settings.');
    for (let copy = 1; copy <= copies; copy += 1)
      for (const [table, changed] of Object.entries(changedColumns({ ...step, copy })))
        await copyRows(client, { table, changed, most: step });
    for (const table of ['customer', 'shop_order_id'])
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
    await client.query('vacuum analyze');
    await client.query('update fact_rules set rebuild_from = 0');
  } finally {
    await client.end();
  }
  await rebuildDerived(url);
  print(`copied ${copies} times in SQL, rebuilt: ${((performance.now() - since) / 1_000).toFixed(1)} s`);
}

/** Rebuilds what is derived from facts, which themselves are right. */
async function rebuildDerived(url: string): Promise<void> {
  const database = await openDatabase({ kind: 'server', url, poolSize: 4 });
  const facts = new MikroFactStore(sqlOf(database));
  while (await facts.goOnRebuilding());
  await facts.refresh();
  await database.close();
}

interface Step {
  /** The highest ids of the sample. */
  readonly customers: number;
  readonly orders: number;
  readonly zone: string;
  readonly copy: number;
}

type Columns = Readonly<Record<string, string>>;

/** The columns that differ in a copy, in the order in which rows can be inserted. */
function changedColumns({ customers, orders, zone, copy }: Step): Readonly<Record<string, Columns>> {
  const days = DAYS * copy;
  const columns = (names: readonly string[], change: (name: string) => string): Columns =>
    Object.fromEntries(names.map((name) => [name, change(name)]));
  // On the clock of the shop, so that a day stays a day.
  const instants = (...names: readonly string[]) =>
    columns(names, (name) => `((${name} at time zone '${zone}') - interval '${days} days') at time zone '${zone}'`);
  // By way of the instant, because the clock leaves out an hour in spring.
  const local = (...names: readonly string[]) =>
    columns(names, (name) => `((${name} - interval '${days} days') at time zone '${zone}') at time zone '${zone}'`);
  const ofDays = (...names: readonly string[]) => columns(names, (name) => `${name} - ${days}`);
  const id = (name: string, step: number) => ({ [name]: `${name} + ${step * copy}` });
  const order = id('order_id', orders);
  const customer = id('customer_id', customers);
  const three = ['created_day', 'paid_day', 'completed_day'];
  return {
    customer: {
      ...id('id', customers),
      ...instants('created_at', 'modified_at', 'registered_at', 'last_active_at'),
      ...{ user_id: 'null', username: 'null', username_key: 'null' },
    },
    shop_order_id: id('id', orders),
    shop_order: {
      ...id('id', orders),
      ...customer,
      ...instants('created_at', 'paid_at', 'completed_at', 'modified_at'),
      user_id: 'null',
    },
    shop_refund: { ...id('id', orders), ...order, ...instants('created_at') },
    order_fact: {
      ...order,
      ...customer,
      ...instants('created_utc'),
      ...local('created_at', 'paid_at', 'completed_at'),
      ...ofDays(...three, 'counted_day', 'previous_day'),
      parent_id: `case when parent_id > 0 then parent_id + ${orders * copy} else 0 end`,
    },
    line_fact: { ...order, ...customer, ...ofDays(...three) },
    coupon_fact: { ...order, ...ofDays(...three) },
    tax_fact: { ...order, ...ofDays(...three) },
  };
}

interface CopiedRows {
  readonly table: string;
  readonly changed: Columns;
  readonly most: Pick<Step, 'customers' | 'orders'>;
}

async function copyRows(client: pg.Client, { table, changed, most }: CopiedRows): Promise<void> {
  const { fields } = await client.query(`select * from ${table} limit 0`);
  const names = fields.map(({ name }) => name);
  const values = names.map((name) => changed[name] ?? name);
  const [key] = Object.keys(changed);
  const last = table === 'customer' ? most.customers : most.orders;
  await client.query(
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} where ${key} <= ${last}`,
  );
}
