import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder, openWith } from '../support/persistence.ts';

const source = (path: string): string =>
  JSON.stringify(new URL(`../../packages/adapters-persistence/src/${path}`, import.meta.url).href);

/** The process reads the sources, as the tests do, so it needs no build. */
const withSources = `
  const { registerHooks } = await import('node:module');
  const core = ${JSON.stringify(new URL('../../packages/core/src/index.ts', import.meta.url).href)};
  registerHooks({ resolve: (name, context, next) => next(name === '@backroom/core' ? core : name, context) });`;

/** Starts a process that runs the script; `lines` returns its output. */
function begin(script: string): { child: ChildProcess; lines: AsyncIterator<string> } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', withSources + script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('The process has no output.');
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

const emptySchema = { entities: [], migrations: [] };
const opening = (folder: string): string => `
  const { openWith } = await import(${source('database.ts')});
  const location = { kind: 'embedded', folder: ${JSON.stringify(folder)} };
  const database = await openWith(location, { entities: [], migrations: [] });`;
const locking = (folder: string): string => `
  const { lockDataFolder } = await import(${source('embedded/data-folder-lock.ts')});
  const answer = await lockDataFolder(${JSON.stringify(folder)}).then(() => 'mine', (error) => error.name);
  console.log(answer);
  process.stdin.resume();`;

describe('a data folder', () => {
  let parent: string;
  let folder: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'backroom-'));
    folder = join(parent, 'data');
  });
  afterEach(() => rm(parent, { recursive: true }));

  const write = (count: number): string => `
    const { sql } = await import(${JSON.stringify(import.meta.resolve('kysely'))});
    await sql.raw('create table if not exists written (n int primary key)').execute(database.kysely());
    const { rows } = await sql.raw('select coalesce(max(n), 0) as last from written').execute(database.kysely());
    for (let n = rows[0].last + 1; n <= rows[0].last + ${count}; n += 1) {
      await database.unitOfWork.run(() => sql.raw('insert into written values (' + n + ')').execute(database.kysely()));
      console.log(n);
    }`;

  it('keeps every write that was acknowledged when its process is killed, again and again', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { child, lines } = begin(opening(folder) + write(100_000));
      for (let line = 0; line < 50; line += 1) acknowledged.push((await lines.next()).value);
      child.kill('SIGKILL');
      // The last line it printed still counts.
      for (let next = await lines.next(); next.done !== true; next = await lines.next()) acknowledged.push(next.value);
    }
    const database = await openWith({ kind: 'embedded', folder }, emptySchema);
    const { rows } = await sql<{ n: number }>`select n from written order by n`.execute(database.kysely());
    await database.close();
    const present = new Set(rows.map(({ n }) => String(n)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(150);
    expect(acknowledged.filter((n) => !present.has(n))).toEqual([]);
  }, 60_000);

  it('is refused to a second process until the first has closed it', async () => {
    const database = await openWith({ kind: 'embedded', folder }, emptySchema);
    const { lines } = begin(`try { ${opening(folder)} } catch ({ name, pid }) { console.log(name, pid); }`);
    expect((await lines.next()).value).toBe(`DataFolderInUse ${process.pid}`);
    await expect(openWith({ kind: 'embedded', folder }, emptySchema)).rejects.toThrow(DataFolderInUse);
    await database.close();
    expect(await readdir(folder)).toEqual(['postgres']);
    const next = begin(`${opening(folder)} console.log('open'); await database.close(); console.log('closed');`);
    expect((await next.lines.next()).value).toBe('open');
    expect((await next.lines.next()).value).toBe('closed');
    // Nothing keeps the process that closed its database alive.
    expect(await once(next.child, 'close')).toEqual([0, null]);
  }, 60_000);

  it('is inherited from a killed process by exactly one of many', async () => {
    for (let round = 0; round < 3; round += 1) {
      const first = begin(locking(folder));
      expect((await first.lines.next()).value).toBe('mine');
      first.child.kill('SIGKILL');
      await once(first.child, 'close');
      const heirs = Array.from({ length: 6 }, () => begin(locking(folder)));
      const answers = await Promise.all(heirs.map(async ({ lines }) => (await lines.next()).value));
      expect(answers.sort()).toEqual([...Array.from({ length: 5 }, () => 'DataFolderInUse'), 'mine']);
      for (const { child } of heirs) child.kill('SIGKILL');
      await Promise.all(heirs.map(({ child }) => once(child, 'close')));
    }
    const lock = await lockDataFolder(folder);
    expect(await readdir(folder)).toEqual(['backroom.lock']);
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  }, 60_000);

  it.runIf(process.platform === 'linux')(
    'is inherited from a killed process once its last thread has ended',
    async () => {
      const fill = `globalThis.memory = Array.from({ length: 64 }, () => Buffer.alloc(2 ** 23, 1)); ${locking(folder)}`;
      const { child, lines } = begin(fill);
      expect((await lines.next()).value).toBe('mine');
      // Whether it is exiting, or has ended: field 9 has the flags, with PF_EXITING 4, see proc(5).
      const exits = async () => {
        const status = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => undefined);
        return status === undefined || (Number(status.replace(/.*\)/, '').split(' ')[7]) & 4) !== 0;
      };
      child.kill('SIGKILL');
      while (!(await exits())) await delay(1);
      const lock = await lockDataFolder(folder);
      // The first thread is a zombie at once; the memory of half a gigabyte is freed by the last, some 40 ms later.
      const tasks = await readdir(`/proc/${child.pid}/task`).catch(() => []);
      expect(tasks.length).toBeLessThanOrEqual(1);
      await lock.release();
    },
    60_000,
  );

  it('is inherited when the heir of a killed process was killed too', async () => {
    const lock = await lockDataFolder(folder);
    const held = JSON.parse(await readFile(join(folder, 'backroom.lock'), 'utf8'));
    const dead = (token: string): string => JSON.stringify({ ...held, began: 'long ago', token });
    await writeFile(join(folder, 'backroom.lock'), dead('one'));
    await writeFile(join(folder, 'backroom.lock.one'), dead('two'));
    const heir = await lockDataFolder(folder);
    expect(await readdir(folder)).toEqual(['backroom.lock']);
    // The process that has lost it does not take it from the heir.
    await lock.release();
    await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse);
    await heir.release();
  });

  it.skipIf(process.platform === 'win32')(
    'made beforehand holds files that only their owner can read',
    async () => {
      await mkdir(folder, { mode: 0o755 });
      const database = await openWith({ kind: 'embedded', folder }, emptySchema);
      await sql.raw('create table written as select generate_series(1, 10000) as n').execute(database.kysely());
      const inside = async () => {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        const modes = entries.map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          return [path, (await stat(path)).mode & 0o777, entry.isDirectory() ? 0o700 : 0o600] as const;
        });
        return (await Promise.all(modes)).filter(([, mode, wanted]) => mode !== wanted);
      };
      expect(await inside()).toEqual([]);
      await database.close();
      await (await openWith({ kind: 'embedded', folder }, emptySchema)).close();
      // Whatever the modes of the files, strangers do not get into the folder around them.
      expect((await stat(join(folder, 'postgres'))).mode & 0o777).toBe(0o700);
    },
    60_000,
  );

  it('is open to its owner only', async () => {
    const lock = await lockDataFolder(folder);
    if (process.platform !== 'win32') {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect((await stat(join(folder, 'backroom.lock'))).mode & 0o777).toBe(0o600);
    }
    await lock.release();
    await lock.release();
  });
});
