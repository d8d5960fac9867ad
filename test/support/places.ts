import type { DatabasePlace } from '@backroom/composition';
import { createDatabase, dropDatabase, serverUrl } from './databases.ts';

/** A fresh database for a whole core, by where it is. */
export interface Place {
  readonly name: 'embedded' | 'postgres';
  open(): Promise<{ readonly database: DatabasePlace; remove(): Promise<void> }>;
}

/** Every kind of place that a core keeps its data in. */
export const places: readonly Place[] = [
  { name: 'embedded', open: async () => ({ database: { kind: 'memory' }, remove: async () => {} }) },
  {
    name: 'postgres',
    async open() {
      const name = await createDatabase();
      return { database: { kind: 'server', url: serverUrl(name), poolSize: 8 }, remove: () => dropDatabase(name) };
    },
  },
];
