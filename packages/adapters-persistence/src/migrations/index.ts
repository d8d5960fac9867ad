import { Identity } from './0001-identity.ts';
import { Inventory } from './0002-inventory.ts';

/** Every change of the schema in order; forward only, and never edited once released. */
export const migrations = [
  { name: '0001-identity', class: Identity },
  { name: '0002-inventory', class: Inventory },
];
