import { offsetOf, type Page, type PageRequest, type SortKey } from '@backroom/core';
import {
  type Location,
  type LocationFields,
  type LocationRef,
  type LocationSortField,
  type LocationStore,
  locationCodeTaken,
} from '@backroom/core/inventory';
import { fold } from '@backroom/core/kernel';
import { type Selectable, sql } from 'kysely';
import { advisoryLocks } from '../../connection/advisory-locks.ts';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import { contains, every } from '../search.ts';

type LocationRow = Selectable<Tables['location']>;

export const locationColumns = [
  'id',
  'code',
  'name',
  'parent_id',
  'archived',
  'created_at',
  'updated_at',
  'version',
] as const;
const sortColumns = { id: 'id', code: 'code_key', name: 'name_key' } as const satisfies Record<
  LocationSortField,
  keyof LocationRow
>;
const constraintErrors = { location_code_key: locationCodeTaken };

/** Locations in PostgreSQL. */
export class MikroLocationStore implements LocationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(
    filter: { readonly q?: string; readonly archived?: boolean | 'any' },
    sort: readonly SortKey<LocationSortField>[],
    page: PageRequest,
  ): Promise<Page<Location>> {
    const { q, archived = false } = filter;
    const matching = this.#database
      .kysely()
      .selectFrom('location')
      .where((eb) =>
        every(eb, [
          q === undefined ? undefined : eb.or([contains(eb.ref('code_key'), q), contains(eb.ref('name_key'), q)]),
          archived === 'any' ? undefined : eb('archived', '=', archived),
        ]),
      );
    const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    let query = matching.select(locationColumns).limit(page.perPage).offset(offsetOf(page));
    for (const { field, descending } of sort) query = query.orderBy(sortColumns[field], descending ? 'desc' : 'asc');
    const rows = await query.orderBy('id').execute();
    return { entries: rows.map(toLocation), total };
  }

  async find(ref: LocationRef): Promise<Location | undefined> {
    const row = await this.#database
      .kysely()
      .selectFrom('location')
      .select(locationColumns)
      .where((eb) => ('id' in ref ? eb('id', '=', ref.id) : eb('code_key', '=', codeKey(ref.code))))
      .executeTakeFirst();
    return row && toLocation(row);
  }

  async holdTree(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.locationTree})`.execute(this.#database.kysely());
  }

  async findForChange(id: number): Promise<Location | undefined> {
    const row = await this.#database
      .kysely()
      .selectFrom('location')
      .select(locationColumns)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row && toLocation(row);
  }

  async insert(location: LocationFields, now: Date): Promise<Location> {
    const row = await mapConstraintErrors(
      constraintErrors,
      this.#database
        .kysely()
        .insertInto('location')
        .values({
          code: location.code,
          code_key: codeKey(location.code),
          name: location.name,
          name_key: fold(location.name),
          parent_id: location.parentId,
          archived: location.archived,
          created_at: now,
          updated_at: now,
        })
        .returning(locationColumns)
        .executeTakeFirstOrThrow(),
    );
    return toLocation(row);
  }

  async update(id: number, changes: Partial<LocationFields>, now: Date): Promise<Location> {
    const { code, name, parentId, archived } = changes;
    const row = await mapConstraintErrors(
      constraintErrors,
      this.#database
        .kysely()
        .updateTable('location')
        .set({
          ...(code !== undefined && { code, code_key: codeKey(code) }),
          ...(name !== undefined && { name, name_key: fold(name) }),
          ...(parentId !== undefined && { parent_id: parentId }),
          ...(archived !== undefined && { archived }),
          updated_at: now,
          version: sql`version + 1`,
        })
        .where('id', '=', id)
        .returning(locationColumns)
        .executeTakeFirstOrThrow(),
    );
    return toLocation(row);
  }

  async remove(id: number): Promise<void> {
    const db = this.#database.kysely();
    await db.deleteFrom('stock_level').where('location_id', '=', id).execute();
    await db.deleteFrom('location').where('id', '=', id).execute();
  }

  async usesOf(id: number): Promise<{ history: boolean; stock: boolean; items: boolean; children: boolean }> {
    const { rows } = await sql<{ history: boolean; stock: boolean; items: boolean; children: boolean }>`
      select exists (select from operation where location_id = ${id})
          or exists (select from operation where to_location_id = ${id}) as history,
        exists (select from stock_level where location_id = ${id} and quantity <> 0) as stock,
        exists (select from item where default_location_id = ${id}) as items,
        exists (select from location where parent_id = ${id}) as children`.execute(this.#database.kysely());
    return rows[0] ?? { history: false, stock: false, items: false, children: false };
  }

  async isWithin(id: number, ancestor: number): Promise<boolean> {
    const { rows } = await sql<{ within: boolean }>`
      with recursive above as (
        select id, parent_id from location where id = ${id}
        union select l.id, l.parent_id from location l join above a on l.id = a.parent_id
      ) select exists (select from above where id = ${ancestor}) as within`.execute(this.#database.kysely());
    return rows[0]?.within ?? false;
  }
}

/** The normalised location code, on which the unique index is. */
export const codeKey = (code: string): string => code.toLowerCase();

export const toLocation = (row: Pick<LocationRow, (typeof locationColumns)[number]>): Location => ({
  id: row.id,
  code: row.code,
  name: row.name,
  parentId: row.parent_id,
  archived: row.archived,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
});
