import { attributeExists } from '@backroom/core/catalog';
import type { Attribute } from '@backroom/core/commerce';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import { lastById, raisedSequence } from './record-writes.ts';

/** All attributes by id, with their terms by position. */
export async function selectAttributes(db: Kysely<Tables>): Promise<readonly Attribute[]> {
  const { rows } = await sql<Attribute>`
    select a.id, a.name, a.key, coalesce(t.terms, '[]'::json) as terms
    from product_attribute a left join lateral (
      select json_agg(json_build_object('id', id, 'name', name, 'slug', slug) order by position) as terms
      from product_attribute_term where attribute_id = a.id
    ) t on true order by a.id`.execute(db);
  return rows;
}

/**
 * Upserts attributes and replaces their terms.
 * @throws DomainError `attributeExists` when a key is taken, or a term id belongs to an attribute outside of the batch
 */
export async function upsertAttributes(db: Kysely<Tables>, attributes: readonly Attribute[]): Promise<void> {
  const unique = lastById(attributes);
  const records = unique.map(({ id, name, key }) => ({ id, name, key }));
  const saved = sql`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as g (id int, name text, key text)
    ), ${raisedSequence('product_attribute')}
    insert into product_attribute (id, name, key) select id, name, key from input cross join raised order by id
    on conflict (id) do update set name = excluded.name, key = excluded.key`.execute(db);
  await mapConstraintErrors({ product_attribute_key_key: attributeExists }, saved);
  await upsertTerms(db, unique);
}

async function upsertTerms(db: Kysely<Tables>, attributes: readonly Attribute[]): Promise<void> {
  const ids = attributes.map(({ id }) => id);
  const terms = lastById(
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
  // The upsert skips terms of attributes outside of the batch.
  if (rows.length !== terms.length) throw attributeExists();
}
