import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { migrations, type OrmSchema, openWith, rows, type Tables, templateOf } from './persistence.ts';

declare const WebAssembly: { compile(program: Uint8Array): Promise<object> };

/**
 * The program of the embedded database. Databases of this process share what was compiled of it for as long as one of them
 * holds it; otherwise each one would be compiled again, which takes longer than most tests.
 */
const compiled = readFile(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then((bytes) =>
  WebAssembly.compile(bytes),
);

/** The schema of Backroom. */
export const ours: OrmSchema = { entities: rows, migrations };

/** An embedded database with an up-to-date schema; it is kept under the text of the migrations that made it. */
export const migratedTemplate = (schema: OrmSchema): Promise<Uint8Array> =>
  kept(nameOf('migrated', schema), async () => {
    const database = await openWith<Tables>({ kind: 'memory', template: await emptyTemplate() }, schema);
    try {
      await database.migrate();
      return await templateOf(database);
    } finally {
      await database.close();
    }
  });

/** An empty embedded database. */
export const emptyTemplate = (): Promise<Uint8Array> =>
  kept('empty', async () => {
    const database = await openWith<Tables>({ kind: 'memory' }, { entities: [], migrations: [] });
    try {
      // No further database is made inside; without them one is opened in two thirds of the time.
      await sql`update pg_database set datistemplate = false`.execute(database.kysely());
      for (const name of ['template0', 'template1']) {
        await sql`drop database ${sql.ref(name)}`.execute(database.kysely());
      }
      return await templateOf(database);
    } finally {
      await database.close();
    }
  });

/**
 * Makes a data folder at this place, which may not be there yet, with an up-to-date embedded database in it: as if
 * `backroom migrate` had made it, in a small part of the time.
 */
export async function makeDataFolder(target: string): Promise<void> {
  const source = placeOf(nameOf('folder', ours));
  if (!existsSync(source)) {
    const draft = draftOf(source);
    await mkdir(draft, { recursive: true });
    const template = await migratedTemplate(ours);
    const database = await PGlite.create(draft, { loadDataDir: new Blob([new Uint8Array(template)]) });
    await database.close();
    // Another process may have been faster.
    await rename(draft, source).catch(() => rm(draft, { recursive: true }));
  }
  await mkdir(target, { recursive: true, mode: 0o700 });
  await cp(source, `${target}/postgres`, { recursive: true });
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

const nameOf = (kind: string, schema: OrmSchema): string =>
  `${kind} ${schema.migrations.map(({ name, class: migration }) => `${name} ${migration}`).join('\n')}`;

const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

/** The slim ones are of another name than those that runs before this one may have left. */
const placeOf = (kind: string): string =>
  `${cache}database-${sha256(`${import.meta.resolve('@electric-sql/pglite')} slim ${kind}`)}`;

const draftOf = (path: string): string => `${path}.${randomBytes(8).toString('hex')}`;

/** An embedded database takes seconds to make, so the first test of all keeps each kind for those that follow. */
async function kept(kind: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  await compiled;
  const path = `${placeOf(kind)}.tar`;
  const found = await readFile(path).catch(() => undefined);
  if (found !== undefined) return found;
  const made = await make();
  await mkdir(cache, { recursive: true });
  const draft = draftOf(path);
  await writeFile(draft, made);
  await rename(draft, path);
  return made;
}
