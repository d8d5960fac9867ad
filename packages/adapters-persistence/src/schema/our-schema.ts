import { migrations } from '../migrations/index.ts';
import { rows } from '../rows/index.ts';
import type { OrmSchema } from './orm-options.ts';

/** The entities and migrations of Backroom. */
export const ourSchema: OrmSchema = { entities: rows, migrations };
