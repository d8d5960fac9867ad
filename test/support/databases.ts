import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, type OrmSchema, openWith, type Tables } from './persistence.ts';
import { migratedTemplate, ours } from './templates.ts';

/** One kind of database that contracts are tested on. */
export interface TestDatabase<T = Tables> {
  readonly name: 'embedded' | 'postgres';
  /** Opens a fresh one with an up-to-date schema and, on a server, a maximum of connections; closing it removes it. */
  open(poolSize?: number): Promise<Database<T>>;
}

const migrated = once(() => migratedDatabase(ours));

/** Every kind of database, with the schema of Backroom. */
export const databases: readonly TestDatabase[] = databasesWith<Tables>(ours);

/** Every kind of database, with a schema of the test's own. */
export function databasesWith<T>(schema: OrmSchema): readonly TestDatabase<T>[] {
  const template = once(() => migratedTemplate(schema));
  const source = schema === ours ? migrated : once(() => migratedDatabase(schema));
  return [
    { name: 'embedded', open: async () => openWith<T>({ kind: 'memory', template: await template() }, schema) },
    { name: 'postgres', open: async (poolSize = 10) => openCopy<T>(await source(), schema, poolSize) },
  ];
}

/** The address of a database on the real server of this run. */
export function serverUrl(database = 'postgres'): string {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

/** Makes an empty database on the real server, or a copy of another, and returns its name. */
export async function createDatabase(template = 'template1'): Promise<string> {
  const name = `backroom_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${template}`);
  return name;
}

/** Makes a database with an up-to-date schema on the real server, and returns its name. */
export const createMigratedDatabase = async (): Promise<string> => createDatabase(await migrated());

/** Removes a database on the real server. */
export const dropDatabase = (name: string): Promise<void> => administer(`drop database if exists ${name} with (force)`);

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function openCopy<T>(source: string, schema: OrmSchema, poolSize: number): Promise<Database<T>> {
  const name = await createDatabase(source);
  const database = await openWith<T>({ kind: 'server', url: serverUrl(name), poolSize }, schema);
  const close = once(async () => {
    await end();
    await dropDatabase(name);
  });
  const end = database.close.bind(database);
  return Object.assign(database, { close });
}

async function migratedDatabase(schema: OrmSchema): Promise<string> {
  const name = await createDatabase();
  const database = await openWith({ kind: 'server', url: serverUrl(name) }, schema);
  await database.migrate();
  await database.close();
  return name;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
