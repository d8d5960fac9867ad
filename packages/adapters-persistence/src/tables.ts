import type { EntitySchemaWithMeta } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/sql';
import type { catalogRows, factRows, orderRows, stockroomRows } from './rows/index.ts';

/** The tables of the entities, as the query builder knows them: columns by the names they have in the database. */
export type TablesOf<Row extends EntitySchemaWithMeta> = InferKyselyDB<Row>;

/** All tables, as the query builder knows them. */
export interface Tables
  extends TablesOf<(typeof stockroomRows)[number]>,
    TablesOf<(typeof catalogRows)[number]>,
    TablesOf<(typeof orderRows)[number]>,
    TablesOf<(typeof factRows)[number]> {}
