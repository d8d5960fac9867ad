import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { type DatabaseOptions, migrations, openWith, rows, type Tables, templateOf } from '../support/persistence.ts';
import { emptyTemplate } from '../support/templates.ts';

const upTo = migrations.findIndex(({ name }) => name.endsWith('-content'));
const before = { entities: rows, migrations: migrations.slice(0, upTo) };
const after = { entities: rows, migrations };

const names: Readonly<Record<number, string>> = {
  1: 'Blue mug',
  2: 'Blue Mug!',
  3: 'Blue mug 2',
  4: 'blue-mug',
  5: '???',
  6: '!!!',
  7: 'Чайник',
};
const slugs = ['blue-mug', 'blue-mug-2', 'blue-mug-2-3', 'blue-mug-4', 'product', 'product-6', 'чайник'];

/** Products and a variation as they were stored before there were slugs. */
async function fill(place: DatabaseOptions): Promise<Uint8Array | undefined> {
  const database = await openWith<Tables>(place, before);
  const columns = sql.raw('id, parent_id, type, name, name_key, status, manage_stock, stock_status, backorders');
  const stored = [...Object.entries(names).map(([id, name]) => [id, null, name]), [20, 1, 'Blue mug, L']] as const;
  try {
    await database.migrate();
    for (const [id, parent, name] of stored)
      await sql`
        insert into product (${columns}, search_text, document, created_at, modified_at)
        values (${Number(id)}, ${parent}, ${parent === null ? 'simple' : 'variation'}, ${name}, ${name}, 'publish', false,
          'instock', 'no', '', '{}', now(), now())`.execute(database.kysely());
    return place.kind === 'memory' ? await templateOf(database) : undefined;
  } finally {
    await database.close();
  }
}

async function slugsIn(place: DatabaseOptions): Promise<readonly (string | null)[]> {
  const database = await openWith<Tables>(place, after);
  try {
    await database.migrate();
    const found = await sql<{ slug: string | null }>`select slug from product order by id`.execute(database.kysely());
    return found.rows.map(({ slug }) => slug);
  } finally {
    await database.close();
  }
}

describe('products that were stored before they had slugs', () => {
  it('get unique ones on the embedded database, and variations none', async () => {
    const template = await fill({ kind: 'memory', template: await emptyTemplate() });
    expect(await slugsIn({ kind: 'memory', ...(template && { template }) })).toEqual([...slugs, null]);
  });

  it('get the same ones on PostgreSQL', async () => {
    const name = await createDatabase();
    try {
      await fill({ kind: 'server', url: serverUrl(name) });
      expect(await slugsIn({ kind: 'server', url: serverUrl(name) })).toEqual([...slugs, null]);
    } finally {
      await dropDatabase(name);
    }
  });
});
