import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { type DatabaseOptions, openWith } from '../support/persistence.ts';
import { type ThingTables, things } from '../support/things.ts';

vi.setConfig({ testTimeout: 60_000 });

const full = sql`do $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`;
const refusal = { kind: 'unavailable', code: 'storage_full', details: { retryAfter: 30 }, isRoutine: true };

const places: readonly { name: string; open(): Promise<{ options: DatabaseOptions; remove(): Promise<void> }> }[] = [
  { name: 'embedded', open: async () => ({ options: { kind: 'memory' }, remove: async () => {} }) },
  {
    name: 'postgres',
    async open() {
      const name = await createDatabase();
      return { options: { kind: 'server', url: serverUrl(name) }, remove: () => dropDatabase(name) };
    },
  },
];

describe.each(places)('a database on $name that reports a full disk', ({ open }) => {
  it('refuses with storage_full everywhere, reports the outage once, and its end once', async () => {
    const { options, remove } = await open();
    const heard: unknown[] = [];
    const database = await openWith<ThingTables>(
      { ...options, onStorage: ({ isFull, cause }) => heard.push([isFull, (cause as { code?: string })?.code]) },
      things,
    );
    try {
      await expect(full.execute(database.kysely())).rejects.toMatchObject(refusal);
      await expect(database.unitOfWork.run(() => full.execute(database.kysely()))).rejects.toMatchObject(refusal);
      const byEntities = database.unitOfWork.run(async () => {
        await database.session().execute(full.compile(database.kysely()).sql);
      });
      await expect(byEntities).rejects.toMatchObject({ kind: 'unavailable', code: 'storage_full' });
      expect(database.storage.isFull).toBe(true);
      expect(heard).toEqual([[true, '53100']]);
      await vi.waitFor(() => expect(database.storage.isFull).toBe(false), { timeout: 30_000 });
      expect(heard).toEqual([
        [true, '53100'],
        [false, undefined],
      ]);
    } finally {
      await database.close();
      await remove();
    }
  });
});
