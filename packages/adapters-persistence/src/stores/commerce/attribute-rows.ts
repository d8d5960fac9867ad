import { type Attribute, attributeExists } from '@backroom/core';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { refusing } from '../constraint-errors.ts';
import { lastOfEach, raisedAbove } from './record-writes.ts';

/** All attributes with their terms, each in its own order. */
export async function selectAttributes(db: Kysely<Tables>): Promise<readonly Attribute[]> {
  const { rows } = await sql<Attribute>`
    select a.id, a.name, a.key, coalesce(t.terms, '[]'::json) as terms
    from product_attribute a left join lateral (
      select json_agg(json_build_object('id', id, 'name', name, 'slug', slug) order by position) as terms
      from product_attribute_term where attribute_id = a.id
    ) t on true order by a.id`.execute(db);
  return rows;
}

/** Keeps attributes with their terms in place of what was there. */
export async function keepAttributes(db: Kysely<Tables>, attributes: readonly Attribute[]): Promise<void> {
  const kept = lastOfEach(attributes);
  const records = kept.map(({ id, name, key }) => ({ id, name, key }));
  const saved = sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as g (id int, name text, key text)
    ), ${raisedAbove('product_attribute')}
    insert into product_attribute (id, name, key) select id, name, key from given cross join raised order by id
    on conflict (id) do update set name = excluded.name, key = excluded.key`.execute(db);
  await refusing({ product_attribute_key_key: attributeExists }, saved);
  await keepTerms(db, kept);
}

async function keepTerms(db: Kysely<Tables>, attributes: readonly Attribute[]): Promise<void> {
  const ids = attributes.map(({ id }) => id);
  const terms = lastOfEach(
    attributes.flatMap(({ id: attribute_id, terms }) =>
      terms.map(({ id, name, slug }, position) => ({ id, attribute_id, name, slug, position })),
    ),
  );
  await sql`delete from product_attribute_term
    where attribute_id = any(${ids}::int[]) and id <> all(${terms.map(({ id }) => id)}::int[])`.execute(db);
  const { rows } = await sql`
    insert into product_attribute_term as t (id, attribute_id, name, slug, position)
    select * from json_to_recordset(${JSON.stringify(terms)}::json)
      as g (id int, attribute_id int, name text, slug text, position int)
    on conflict (id) do update set attribute_id = excluded.attribute_id, name = excluded.name, slug = excluded.slug,
      position = excluded.position
    where t.attribute_id = any(${ids}::int[]) returning id`.execute(db);
  // A term of an attribute that is not among these stays where it is.
  if (rows.length !== terms.length) throw attributeExists();
}
