import { createServer } from 'node:http';
import { JoseTokenSigner, ringFromSecret } from '@backroom/adapters-node';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import pg from 'pg';

// What our routes are held against: the same authentication and the same statements, written by hand with `pg` behind Koa.
const [url = '', secret = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 20 });
const signer = new JoseTokenSigner(ringFromSecret(secret));

const texts = {
  user: `select u.user_id, u.username, u.role, u.is_active, u.must_change_password, u.is_system, u.deleted_at, u.token_version, r.token_id
    from app_user u left join revoked_token r on r.token_id = $2 where u.user_id = $1`,
  item: `select i.*, s.quantity, s.reserved, s.stock_version, (select coalesce(jsonb_agg(jsonb_build_object('location_id', l.id,
      'location', l.code, 'quantity', v.quantity::text) order by l.code_key), '[]')
    from stock_level v join location l on l.id = v.location_id where v.item_id = i.id and v.quantity <> 0) as levels
    from item i join item_stock s on s.item_id = i.id where i.id = $1`,
  hold: `select i.id, i.sku, i.name, s.archived, s.allow_negative, s.quantity_decimals, s.cost, s.quantity as item_quantity,
      l.id as location_id, l.code, l.archived as location_archived, v.quantity
    from item i join item_stock s on s.item_id = i.id join location l on l.id = i.default_location_id
    join stock_level v on v.item_id = i.id and v.location_id = l.id where i.id = $1
    for no key update of s, v for key share of l`,
  append: `with balance as (update stock_level set quantity = $3 where item_id = $1 and location_id = $2),
    total as (update item_stock set quantity = $4, stock_version = stock_version + 1, operation_count = operation_count + 1 where item_id = $1)
    insert into operation (type, item_id, sku, item_name, quantity, delta, location_id, location, balance_before, balance_after,
      item_balance_after, user_id, username, occurred_at, recorded_at, source)
    values ($5, $1, $6, $7, $8, $9, $2, $10, $11, $3, $4, $12, $13, now(), now(), 'api') returning id`,
} as const;

const ask = (client: pg.Pool | pg.PoolClient, name: keyof typeof texts, values: unknown[]) =>
  client.query({ name, text: texts[name], values });

interface User {
  readonly user_id: number;
  readonly username: string;
}

async function authenticate(header: string | undefined): Promise<User | undefined> {
  const opened = await signer.open(header?.replace(/^Bearer /, '') ?? '');
  if ('fault' in opened) return undefined;
  const { sub, jti } = opened.claims;
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
    const values = [
      body.item_id,
      held.location_id,
      after,
      total,
      body.type,
      held.sku,
      held.name,
      body.quantity,
      delta,
      held.code,
      held.quantity,
      user.user_id,
      user.username,
    ];
    const { rows } = await ask(client, 'append', values);
    await client.query('commit');
    return { id: rows[0].id, ...body, delta, balance_after: after, item_balance_after: total };
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
