import { describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';

describe.each(databases)('the schema on $name', ({ open }) => {
  it('matches the entities, and no migration is pending', async () => {
    const database = await open();
    try {
      expect(await database.schemaDifference()).toBe('');
      expect(await database.pendingMigrations()).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
