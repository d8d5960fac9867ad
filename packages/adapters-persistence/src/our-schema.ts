import { migrations } from './migrations/index.ts';
import type { OrmSchema } from './orm-options.ts';
import { rows } from './rows/index.ts';

/** The entities and migrations of Backroom. */
export const ourSchema: OrmSchema = { entities: rows, migrations };
