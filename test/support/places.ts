import type { DatabaseLocation } from '@backroom/composition';
import { createMigratedDatabase, dropDatabase, serverUrl } from './databases.ts';
import { migratedTemplate, ours } from './templates.ts';

/** A fresh database with an up-to-date schema for a whole core, by where it is. */
export interface Place {
  readonly name: 'embedded' | 'postgres';
  open(): Promise<{ readonly database: DatabaseLocation; remove(): Promise<void> }>;
}

/** Every kind of place that a core keeps its data in. */
export const places: readonly Place[] = [
  {
    name: 'embedded',
    async open() {
      const database = { kind: 'memory' as const, template: await migratedTemplate(ours) };
      return { database, remove: async () => {} };
    },
  },
  {
    name: 'postgres',
    async open() {
      const name = await createMigratedDatabase();
      return { database: { kind: 'server', url: serverUrl(name), poolSize: 8 }, remove: () => dropDatabase(name) };
    },
  },
];
