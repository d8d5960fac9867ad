import { createServer } from 'node:http';
import { JoseTokenSigner, ringFromSecret } from '@backroom/adapters-node';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import pg from 'pg';

// What our routes are held against: the same authentication and the same statements, written by hand with `pg` behind Koa.
const [url = '', secret = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 20 });
const signer = new JoseTokenSigner(ringFromSecret(secret));

const entry = {
  type: 'text',
  item_id: 'int',
  sku: 'text',
  item_name: 'text',
  quantity: 'numeric',
  delta: 'numeric',
  location_id: 'int',
  location: 'text',
  balance_before: 'numeric',
  balance_after: 'numeric',
  item_balance_after: 'numeric',
  user_id: 'int',
  username: 'text',
  occurred_at: 'timestamptz',
  recorded_at: 'timestamptz',
  source: 'text',
};
const names = Object.keys(entry).join(', ');
const typed = Object.entries(entry).map((column) => column.join(' '));
const table = (parameter: string, columns: string) =>
  `(select * from jsonb_to_recordset(${parameter}::jsonb) as r (${columns}) limit 1)`;

/** The statements of the stores. */
const texts = {
  user: `select u.user_id, u.username, u.role, u.is_active, u.must_change_password, u.is_system, u.deleted_at, u.token_version, r.token_id
    from app_user u left join revoked_token r on r.token_id = $2 where u.user_id = $1`,
  item: `select i.id, i.sku, i.name, i.description, i.category_id, i.unit, s.quantity_decimals, i.reorder_level, i.default_location_id,
      i.barcode, i.price, s.cost, s.allow_negative, i.attributes, i.archived, i.created_by, i.created_at, i.updated_at, i.version,
      s.quantity, s.reserved, s.stock_version, (select coalesce(jsonb_agg(jsonb_build_object('location_id', l.id,
        'location', l.code, 'quantity', v.quantity::text) order by l.code_key), '[]')
      from stock_level v join location l on l.id = v.location_id where v.item_id = i.id and v.quantity <> 0) as levels
    from item i join item_stock s on s.item_id = i.id where i.id = $1`,
  hold: `select i.id, i.sku, i.name, s.archived, s.allow_negative, s.quantity_decimals, s.cost, i.reorder_level,
      s.quantity as item_quantity, l.id as location_id, l.code, l.archived as location_archived, v.quantity
    from item i join item_stock s on s.item_id = i.id join location l on l.id = i.default_location_id
    join stock_level v on v.item_id = i.id and v.location_id = l.id where i.id = $1
    for key share of l for no key update of s, v`,
  append: `with balance as (
      update stock_level v set quantity = b.quantity
      from ${table('$1', 'item_id int, location_id int, quantity numeric')} b
      where v.item_id = b.item_id and v.location_id = b.location_id
    ), total as (
      update item_stock s set quantity = t.quantity, stock_version = s.stock_version + 1, operation_count = s.operation_count + 1
      from ${table('$2', 'item_id int, quantity numeric')} t where s.item_id = t.item_id
    ) insert into operation (${names}) select ${names} from ${table('$3', typed.join(', '))} line returning id`,
} as const;

const ask = (client: pg.Pool | pg.PoolClient, name: keyof typeof texts, values: unknown[]) =>
  client.query({ name, text: texts[name], values });

interface User {
  readonly user_id: number;
  readonly username: string;
}

async function authenticate(header: string | undefined): Promise<User | undefined> {
  const names = { issuer: 'inventory', audience: 'inventory-api' };
  const verified = await signer.verify(header?.replace(/^Bearer /, '') ?? '', { now: new Date(), ...names });
  if (verified.fault !== undefined) return undefined;
  const { sub, jti } = verified.claims;
  return (await ask(pool, 'user', [Number(sub), jti])).rows[0];
}

async function record(user: User, body: { item_id: number; type: string; quantity: number }): Promise<object> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const held = (await ask(client, 'hold', [body.item_id])).rows[0];
    const delta = body.type === 'issue' ? -body.quantity : body.quantity;
    const after = Number(held.quantity) + delta;
    const total = Number(held.item_quantity) + delta;
    const now = new Date();
    const { item_id, type, quantity } = body;
    const { location_id, sku, name: item_name, code: location } = held;
    const line = {
      type,
      item_id,
      sku,
      item_name,
      quantity,
      delta,
      location_id,
      location,
      user_id: user.user_id,
      username: user.username,
    };
    const balances = { balance_before: held.quantity, balance_after: after, item_balance_after: total };
    const { rows } = await ask(client, 'append', [
      JSON.stringify([{ item_id, location_id, quantity: after }]),
      JSON.stringify([{ item_id, quantity: total }]),
      JSON.stringify([{ ...line, ...balances, occurred_at: now, recorded_at: now, source: 'api' }]),
    ]);
    await client.query('commit');
    return { id: rows[0].id, ...line, ...balances };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const app = new Koa();
app.use(bodyParser());
app.use(async (context) => {
  const user = await authenticate(context.headers.authorization);
  if (!user) {
    context.status = 401;
    return;
  }
  if (context.method === 'GET') {
    context.body = (await ask(pool, 'item', [Number(context.path.split('/')[2])])).rows[0];
  } else {
    context.body = await record(user, context.request.body as { item_id: number; type: string; quantity: number });
    context.status = 201;
  }
});
const server = createServer(app.callback());
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
