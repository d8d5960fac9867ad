import { migrations } from './migrations/index.ts';
import type { Schema } from './orm-options.ts';
import { rows } from './rows/index.ts';

/** The entities and migrations of Backroom. */
export const ourSchema: Schema = { entities: rows, migrations };
