import type { EntitySchemaWithMeta } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/sql';
import type { catalogRows, factRows, orderRows, stockroomRows } from './rows/index.ts';

/** Tables of the entities in the form of the query builder, with database column names. */
export type TablesOf<Row extends EntitySchemaWithMeta> = InferKyselyDB<Row>;

/** All tables in the form of the query builder. */
export interface Tables
  extends TablesOf<(typeof stockroomRows)[number]>,
    TablesOf<(typeof catalogRows)[number]>,
    TablesOf<(typeof orderRows)[number]>,
    TablesOf<(typeof factRows)[number]> {}
