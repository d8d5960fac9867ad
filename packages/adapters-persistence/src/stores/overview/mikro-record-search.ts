import { fold } from '@backroom/core/kernel';
import type {
  CustomerHit,
  ItemHit,
  OrderHit,
  ProductHit,
  RecordSearch,
  SearchKind,
  SearchRequest,
  SearchResult,
} from '@backroom/core/overview';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database.ts';
import { emailKey } from '../commerce/customer-rows.ts';
import { productSkuKey } from '../commerce/product-rows.ts';
import { skuKey } from '../inventory/item-rows.ts';
import {
  itemWords,
  lastNameKey,
  orderEmailKey,
  orderNumberKey,
  productWords,
  type WordColumn,
} from './search-indexes.ts';

/** One way to find records: rows or a predicate, and the order in which an index gives them. */
interface HitSource {
  readonly rows?: RawBuilder<unknown>;
  readonly where?: RawBuilder<unknown>;
  readonly order: string;
}

/** Matches by words that are put in order; the index of words has none. */
const MOST_BY_WORDS = 200;
const MOST_WORDS = 5;
/** Records, the newest, that are compared before the index is asked. */
const NEWEST = 1_000;

/** Predicate: a column with the collation `C` begins with a text. A range can use its index in every cached plan; `like` cannot. */
const begins = (column: string, text: string): RawBuilder<unknown> =>
  sql`(${sql.raw(column)}) >= ${text} and (${sql.raw(column)}) < ${`${text}\u{10FFFF}`}`;

const beginning = (column: string, text: string, order = column): HitSource => ({ where: begins(column, text), order });

/** Search over records in PostgreSQL by indexes; needs no extension of the database. */
export class MikroRecordSearch implements RecordSearch {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(text: string, { kinds, most }: SearchRequest): Promise<SearchResult> {
    const lists = kinds.map((kind) => sql`(${searches[kind](text, most)}) as ${sql.id(kind)}`);
    const { rows } = await sql<SearchResult>`select ${sql.join(lists)}`.execute(this.#database.kysely());
    const [{ orders, ...others } = {}] = rows;
    return { ...(orders && { orders: orders.map(dated) }), ...others };
  }
}

/** In JSON, a moment is a number of milliseconds. */
const dated = (order: OrderHit): OrderHit => ({ ...order, createdAt: new Date(order.createdAt) });

/** JSON of a list of found records, whose members are SQL expressions on `r`; the best are first. */
function listed<T>(
  table: string,
  members: { readonly [K in keyof T & string]: string },
  { sources, most }: { readonly sources: readonly HitSource[]; readonly most: number },
): RawBuilder<unknown> {
  const parts = sources.map(({ rows = sql.raw(table), where = sql`true`, order }, place) => {
    return sql`(select id, ${sql.lit(place * 1_000)} + row_number() over (order by ${sql.raw(order)}) as place
      from ${rows} where ${where} order by ${sql.raw(order)} limit ${sql.lit(most)})`;
  });
  const object = Object.entries(members).map(([name, expression]) => `'${name}', ${expression}`);
  return sql`select coalesce(json_agg(json_build_object(${sql.raw(object.join(', '))}) order by h.place), '[]')
    from (select id, min(place) as place from (${sql.join(parts, sql` union all `)}) f group by id order by place limit ${sql.lit(most)}) h
    join ${sql.raw(table)} r on r.id = h.id`;
}

type HitQuery = (text: string, most: number) => RawBuilder<unknown>;

const searches: Readonly<Record<SearchKind, HitQuery>> = { orders, customers, products, items };

function orders(text: string, most: number): RawBuilder<unknown> {
  const key = fold(text);
  const sources = [
    beginning(orderNumberKey, key.replace(/^#(?=.)/, '')),
    beginning(orderEmailKey, key, `${orderEmailKey}, created_at desc, id desc`),
  ];
  return listed<OrderHit>(
    'shop_order',
    {
      id: 'r.id',
      number: 'r.number',
      status: 'r.status',
      createdAt: 'floor(extract(epoch from r.created_at) * 1000)',
      total: `(r.document ->> 'total')::bigint`,
      currency: 'r.currency',
      customerId: 'r.customer_id',
      name: `trim(concat(r.document #>> '{billing,firstName}', ' ', r.document #>> '{billing,lastName}'))`,
      email: `coalesce(r.document #>> '{billing,email}', '')`,
    },
    { sources, most },
  );
}

function customers(text: string, most: number): RawBuilder<unknown> {
  const key = fold(text);
  const sources = [
    beginning('email_key', emailKey(text)),
    beginning('name_key', key),
    beginning(lastNameKey, key),
    beginning('username_key', key),
  ];
  return listed<CustomerHit>(
    'customer',
    {
      id: 'r.id',
      name: `trim(concat(r.first_name, ' ', r.last_name))`,
      email: 'r.email',
      username: 'r.username',
    },
    { sources, most },
  );
}

const wordedProducts: Worded = {
  table: 'product',
  only: 'parent_id is null',
  newest: 'created_at desc, id desc',
  words: productWords,
};
const wordedItems: Worded = { table: 'item', only: 'true', newest: 'id desc', words: itemWords };

function products(text: string, most: number): RawBuilder<unknown> {
  const named = wordsIn(text);
  const sources = [beginning('sku_key', productSkuKey(text)), ...(named ? [byWords(wordedProducts, named, most)] : [])];
  const members = { id: 'r.id', productId: 'r.parent_id', name: 'r.name', sku: 'r.sku', status: 'r.status' };
  return listed<ProductHit>('product', members, { sources, most });
}

function items(text: string, most: number): RawBuilder<unknown> {
  const named = wordsIn(text);
  const sources = [
    { where: sql`barcode = ${text}`, order: 'id' },
    beginning('sku_key', skuKey(text)),
    ...(named ? [byWords(wordedItems, named, most)] : []),
  ];
  const members = { id: 'r.id', sku: 'r.sku', name: 'r.name', barcode: 'r.barcode', archived: 'r.archived' };
  return listed<ItemHit>('item', members, { sources, most });
}

/** Records with words, and the order of an index that gives the newest first. */
interface Worded {
  readonly table: string;
  readonly only: string;
  readonly newest: string;
  readonly words: WordColumn;
}

/**
 * Records by words; short names are better matches. A word that many records have is found among the newest ones, and the
 * index, which would collect all of them, is asked only where those are too few.
 */
function byWords({ table, only, newest, words }: Worded, named: readonly string[], most: number): HitSource {
  const likes = named.map((word) => sql`${sql.raw(words.compared)} like ${`% ${word}%`}`);
  const query = named.map((word) => `${word}:*`).join(' & ');
  const from = sql.raw(table);
  return {
    rows: sql`(
      with near as materialized (
        select id, name_key from (
          select * from ${from} where ${sql.raw(only)} order by ${sql.raw(newest)} limit ${sql.lit(NEWEST)}
        ) n where ${sql.join(likes, sql` and `)}
      )
      select id, name_key from near
      union (
        select id, name_key from ${from}
        where (select count(*) from near) < ${sql.lit(most)} and ${sql.raw(only)}
          and ${sql.raw(words.indexed)} @@ to_tsquery('simple', ${query})
        limit ${sql.lit(MOST_BY_WORDS)}
      )) m`,
    order: 'length(name_key), id',
  };
}

const between = /[^\p{L}\p{N}]+/u;

/** The words of at least two characters of a text; undefined if it has none. */
function wordsIn(text: string): readonly string[] | undefined {
  const found = fold(text)
    .split(between)
    .filter((word) => word.length > 1);
  return found.length === 0 ? undefined : found.slice(0, MOST_WORDS);
}
