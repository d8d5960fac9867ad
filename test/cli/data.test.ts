import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@backroom/adapters-persistence';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { lockDataFolder, migrations, sqlOf } from '../support/persistence.ts';
import { backroom, dataTemplate, serving, temporaryFolder } from './terminal.ts';

// Each of them makes a database or two, or starts a process or three.
vi.setConfig({ testTimeout: 90_000 });

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

const steps = migrations.map(({ name }) => name);

describe('migrate', () => {
  it('lists pending migrations, applies them, and then has nothing to do', async () => {
    await using folder = await temporaryFolder();
    const environment = { DATA_DIR: join(folder.path, 'data') };
    const run = async (...argv: readonly string[]) =>
      (await backroom(['migrate', ...argv, '--json'], { environment })).json();
    expect(await run('--dry-run')).toEqual({ applied: [], pending: steps });
    expect(await run('status')).toEqual({ applied: [], pending: steps });
    expect(await run()).toEqual({ applied: steps, pending: [] });
    expect(await run('up')).toEqual({ applied: [], pending: [] });
    const { out, err } = await backroom(['migrate', 'status'], { environment });
    expect([out, err]).toEqual(['', 'The schema is up to date.\n']);
  });

  it('is required by commands that need it, with 78', async () => {
    await using folder = await temporaryFolder();
    const environment = { DATA_DIR: join(folder.path, 'data') };
    for (const argv of [
      ['users', 'list'],
      ['serve', '--port', '0'],
    ]) {
      const { code, err } = await backroom(argv, { environment });
      expect([code, err]).toEqual([78, expect.stringContaining('backroom migrate')]);
    }
  });

  it('explains why it does nothing beside a running server', async () => {
    const folder = await template.copy('beside');
    await using server = await serving(folder);
    const { code, err } = await server.run(['migrate']);
    expect([code, err]).toEqual([7, expect.stringContaining(`process ${process.pid}`)]);
    expect(err).toContain('up-to-date schema');
  });
});

describe('stock links', () => {
  it('are made, listed and removed', async () => {
    const folder = await template.copy('links');
    const environment = { DATA_DIR: folder };
    const run = async (...argv: readonly string[]) => backroom(['stock', ...argv, '--json'], { environment });
    const product = { id: 41, type: 'simple', name: 'Mug', status: 'publish', created_at: '2025-01-01T00:00:00Z' };
    const file = join(folder, 'products.ndjson');
    await writeFile(file, `${JSON.stringify({ kind: 'product', ...product })}\n`);
    const imported = await backroom(['import', file], { environment });
    expect(imported.code, imported.out).toBe(0);
    expect(await backroom(['call', 'POST', '/items', 'name=Chair'], { environment })).toMatchObject({ code: 0 });
    const link = { product_id: 41, item_id: 1, units_per_sale: 6 };
    expect((await run('link', '41', '1', '--units', '6')).json()).toEqual(link);
    expect((await run('links', '--item', '1')).json()).toMatchObject([{ ...link, product_name: 'Mug' }]);
    expect(await run('link', '42', '1')).toMatchObject({ code: 3 });
    expect(await run('unlink', '41')).toMatchObject({ code: 0 });
    expect(await run('unlink', '41')).toMatchObject({ code: 3 });
    expect((await run('links')).json()).toEqual([]);
  });
});

describe('stock verify', () => {
  const distort = async (folder: string) => {
    const database = await openDatabase({ kind: 'embedded', folder });
    await sql`update stock_level set quantity = quantity + 2.5 where item_id = 1`.execute(sqlOf(database).kysely());
    await database.close();
  };

  it('finds balances that differ from the ledger, and sets them right', async () => {
    const folder = await template.copy('stock');
    const run = (...argv: readonly string[]) => backroom(argv, { environment: { DATA_DIR: folder } });
    await run('call', 'POST', '/items', 'name=Chair', 'quantity=3');
    const good = await run('stock', 'verify', '--json');
    expect([good.code, good.json()]).toEqual([0, { differences: [], fixed: false }]);

    await distort(folder);
    const bad = await run('stock', 'verify', '--json');
    expect([bad.code, bad.err]).toEqual([5, '']);
    expect(bad.json()).toEqual({ differences: [{ item_id: 1, location_id: 1, stored: 5.5, ledger: 3 }], fixed: false });
    const shown = await run('stock', 'verify');
    expect([shown.code, shown.out]).toEqual([5, 'item  location  stored  ledger\n1     1         5.5     3\n']);

    const fixed = await run('stock', 'verify', '--fix', '--json');
    expect([fixed.code, fixed.json()]).toMatchObject([0, { fixed: true, differences: [{ item_id: 1 }] }]);
    expect(await run('stock', 'verify')).toMatchObject({
      code: 0,
      out: '',
      err: 'Every balance is what the ledger says.\n',
    });
    expect((await run('call', '/items/1')).json()).toMatchObject({ quantity: 3 });
  });
});

describe('data that another process has open', () => {
  it('is waited for a while, then the process is named, with 7', async () => {
    await using folder = await temporaryFolder();
    const lock = await lockDataFolder(folder.path);
    try {
      const ended = await backroom(['users', 'list', '--json'], { environment: { DATA_DIR: folder.path } });
      expect(ended).toMatchObject({ code: 7, out: '' });
      expect(ended.problem()).toMatchObject({
        code: 'data_folder_in_use',
        detail: expect.stringContaining(`process ${process.pid}`),
      });
    } finally {
      await lock.release();
    }
  });

  it('is used by commands one after the other', async () => {
    const environment = { DATA_DIR: await template.copy('together') };
    const all = await Promise.all(
      [1, 2, 3].map((number) => backroom(['users', 'create', `user${number}`, '--generate'], { environment })),
    );
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
  });

  it('cannot be served a second time', async () => {
    const folder = await template.copy('twice');
    await using server = await serving(folder);
    const { code, err } = await server.run(['serve', '--port', '0']);
    expect([code, err]).toEqual([7, expect.stringContaining(`process ${process.pid}`)]);
  });
});

describe('a folder that cannot be used', () => {
  it('ends a command with a short reason', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'data', 'secrets.json'), { recursive: true });
    const { code, out, err } = await backroom(['users', 'list'], {
      environment: { DATA_DIR: join(folder.path, 'data') },
    });
    expect([code, out]).toEqual([78, '']);
    expect(err.length).toBeLessThan(500);
  });
});

describe('a PostgreSQL server', () => {
  const secret = { JWT_SECRET: 'a-secret-that-is-long-enough-for-a-key' };

  it('is named on the command line, in place of the environment', async () => {
    const name = await createDatabase();
    try {
      const run = (...argv: readonly string[]) =>
        backroom([...argv, '--database-url', serverUrl(name)], { environment: secret });
      expect((await run('migrate', '--json')).json()).toEqual({ applied: steps, pending: [] });
      expect((await run('users', 'create', 'anna', '--admin', '--generate')).code).toBe(0);
      expect((await run('users', 'list')).out).toMatch(/anna +admin/);
    } finally {
      await dropDatabase(name);
    }
  });

  it('ends a command with 7 when it cannot be reached, and keeps its password to itself', async () => {
    const argv = ['users', 'list', '--database-url', 'postgres://anna:hush@127.0.0.1:1/shop', '--json'];
    const ended = await backroom(argv, { environment: secret });
    expect([ended.code, ended.problem().code]).toEqual([7, 'database_unavailable']);
    expect(ended.err).not.toContain('hush');
  });

  it('ends a command with 78 when it has no such database', async () => {
    const { code, err } = await backroom(['users', 'list', '--database-url', serverUrl('no_such_database')], {
      environment: secret,
    });
    expect([code, err]).toEqual([78, expect.stringContaining('no_such_database')]);
  });

  it('is not contacted at an invalid address', async () => {
    const { code, err } = await backroom(['users', 'list', '--database-url', 'mysql://anna:hush@db/shop'], {
      environment: secret,
    });
    expect([code, err.includes('hush')]).toEqual([78, false]);
  });
});
