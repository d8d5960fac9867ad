/**
 * Runs one PostgreSQL server for the tests, and streaming replicas of it on request:
 * `node postgres-supervisor.ts <installed|npm|any> [durable] [replicas=2] [synchronous] [mortal]`. A commit on a synchronous
 * one waits for a replica; a mortal one may be killed without the end of the others.
 *
 * It prints one line of JSON when the server is ready (or cannot be), and stops the server when its standard input
 * closes. That happens in every case when the process that started it ends, even by kill -9, so no server survives.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { copyPackagedPrograms, findInstalledPrograms, findPackagedFolder, programPath } from './postgres-binaries.ts';

interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

const wanted = process.argv[2] ?? 'any';
let folder: string | undefined;
const children: ChildProcess[] = [];
let stopping = false;

process.stdin.resume();
process.stdin.once('close', () => void stop());
process.once('SIGTERM', () => void stop());
// Ctrl-C reaches the whole group; the parent process decides when the server ends.
process.on('SIGINT', () => {});
// The reader may have ended already.
process.stdout.on('error', () => {});

try {
  answer(await start());
} catch (error) {
  answer({ error: error instanceof Error ? error.message : String(error) });
  await stop();
}

function answer(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function start(): Promise<object> {
  const user = serverUser();
  folder = mkdtempSync(join(temporaryFolder(user), 'backroom-postgres-'));
  const { source, programs } = preparePrograms(folder);
  const data = join(folder, 'data');
  const socketFolder = join(folder, 'socket');
  mkdirSync(data, { mode: 0o700 });
  mkdirSync(socketFolder, { mode: 0o755 });
  if (user !== undefined) giveAway(folder, user);

  const settings = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const initdb = run(programPath(programs, 'initdb'), ['-D', data, ...settings], folder, user);
  const code = await initdb.ended;
  if (code !== 0) throw new Error(`initdb ended with code ${code}:\n${initdb.output()}`);

  // A copy of data that no server has touched yet is one of a server that has written nothing.
  const copies = Array.from({ length: replicasWanted() }, (_, index) => copyOf(data, index, user));
  const places = { programs, socketFolder, user };
  const isMortal = process.argv.includes('mortal');
  const more = [
    ...(process.argv.includes('synchronous') ? ['synchronous_standby_names=*'] : []),
    // A server that is killed leaves shared memory behind; as files it is removed with its folder.
    ...(isMortal ? ['dynamic_shared_memory_type=mmap'] : []),
  ];
  const { server, port } = await serveFrom({ ...places, data, more });
  void server.ended.then((exitCode) => {
    if (stopping || isMortal) return;
    process.stderr.write(`The test PostgreSQL ended with code ${exitCode}:\n${server.output()}\n`);
    void stop();
  });
  const from = `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`;
  const replicas: { readonly url: string; readonly pid: number | undefined }[] = [];
  for (const copy of copies) {
    // Not an argument, which could not be changed later.
    appendFileSync(join(copy, 'postgresql.conf'), from);
    const replica = await serveFrom({ ...places, data: copy, more: [] });
    replicas.push({ url: urlAt(replica.port), pid: replica.server.pid });
  }
  const version = spawnSync(programPath(programs, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout;
  return {
    ...{ url: urlAt(port), port, pid: server.pid, socketFolder, source },
    ...{ version: /\d+(\.\d+)*/.exec(version)?.[0] ?? 'unknown', replicas },
  };
}

function urlAt(port: number): string {
  return `postgresql://postgres@127.0.0.1:${port}/postgres`;
}

interface Serving {
  readonly programs: string;
  readonly socketFolder: string;
  readonly user: ServerUser | undefined;
  readonly data: string;
  readonly more: readonly string[];
}

async function serveFrom({
  programs,
  socketFolder,
  user,
  data,
  more,
}: Serving): Promise<{ server: Run; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const given = [...serverArguments(data, socketFolder, port), ...more.flatMap((setting) => ['-c', setting])];
    const server = run(programPath(programs, 'postgres'), given, dirname(data), user);
    const ready = server.printed(/database system is ready to accept (read-only )?connections/);
    const ended = await Promise.race([ready, server.ended]);
    if (ended === 'printed') return { server, port };
    // Between choosing the port and taking it, another process may have taken it.
    const portTaken = /could not bind|Address already in use/.test(server.output());
    if (!portTaken || attempt === 5) throw new Error(`the server ended with code ${ended}:\n${server.output()}`);
  }
}

function replicasWanted(): number {
  return Number(process.argv.find((each) => each.startsWith('replicas='))?.slice('replicas='.length) ?? 0);
}

function copyOf(data: string, index: number, user: ServerUser | undefined): string {
  const copy = `${data}-replica-${index + 1}`;
  cpSync(data, copy, { recursive: true });
  chmodSync(copy, 0o700);
  writeFileSync(join(copy, 'standby.signal'), '');
  if (user !== undefined) giveAway(copy, user);
  return copy;
}

/** PostgreSQL refuses to run as root: then it runs as the user it has on this machine, or as the one without rights. */
function serverUser(): ServerUser | undefined {
  if (process.getuid === undefined) return undefined;
  if (process.getuid() === 0) {
    for (const name of ['postgres', 'nobody']) {
      const uid = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout || NaN);
      const gid = Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout || NaN);
      if (uid > 0 && gid > 0) return { uid, gid };
    }
    throw new Error('we run as root, which PostgreSQL refuses, and there is neither a user "postgres" nor "nobody"');
  }
  try {
    userInfo();
  } catch {
    throw new Error(`the user id ${process.getuid()} has no name on this machine, and initdb does not run without one`);
  }
  return undefined;
}

/** The system's temporary folder, unless that one is closed to the user the server runs as. */
function temporaryFolder(user: ServerUser | undefined): string {
  const usual = tmpdir();
  if (user === undefined) return usual;
  for (let path = usual; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return '/tmp';
    if (dirname(path) === path) return usual;
  }
}

function preparePrograms(target: string): { source: string; programs: string } {
  if (wanted !== 'npm') {
    const programs = findInstalledPrograms();
    if (programs !== undefined) return { source: 'installed', programs };
    if (wanted === 'installed') throw new Error('no PostgreSQL 15 or newer is installed on this machine');
  }
  const native = findPackagedFolder();
  if (native === undefined) {
    throw new Error(
      `there is no npm package of PostgreSQL for ${process.platform}-${process.arch}: please install PostgreSQL`,
    );
  }
  return { source: 'npm', programs: copyPackagedPrograms(native, join(target, 'native')) };
}

function giveAway(path: string, user: ServerUser): void {
  chownSync(path, user.uid, user.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) giveAway(join(path, entry.name), user);
    else if (entry.isFile()) chownSync(join(path, entry.name), user.uid, user.gid);
  }
}

function serverArguments(data: string, socketFolder: string, port: number): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    'max_connections=300',
    'timezone=UTC',
    // Nothing here has to survive a power cut, unless it is measured what that costs.
    ...(process.argv.includes('durable') ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  if (process.platform !== 'win32') settings.push(`unix_socket_directories=${socketFolder}`);
  return ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
}

interface Run {
  readonly pid: number | undefined;
  readonly ended: Promise<number>;
  output(): string;
  printed(text: RegExp): Promise<'printed'>;
}

function run(program: string, args: string[], cwd: string, user: ServerUser | undefined): Run {
  if (stopping) throw new Error('stopped before it was ready');
  // Nothing of the caller's environment: PGPORT, PGDATA and their like would change the result.
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', HOME: cwd, ...windowsEnvironment() };
  const started = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...user });
  children.push(started);
  let text = '';
  const listeners = new Set<() => void>();
  const collect = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-20_000);
    for (const listener of listeners) listener();
  };
  started.stdout.on('data', collect);
  started.stderr.on('data', collect);
  return {
    pid: started.pid,
    ended: new Promise((resolve, reject) => {
      started.once('error', reject);
      started.once('close', (code) => resolve(code ?? 1));
    }),
    output: () => text.trim().split('\n').slice(-20).join('\n'),
    printed: (pattern) =>
      new Promise((resolve) => {
        const listener = (): void => {
          if (!pattern.test(text)) return;
          listeners.delete(listener);
          resolve('printed');
        };
        listeners.add(listener);
        listener();
      }),
  };
}

function windowsEnvironment(): Record<string, string> {
  const systemRoot = process.env.SystemRoot;
  return process.platform === 'win32' && systemRoot !== undefined ? { SystemRoot: systemRoot } : {};
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  const gone = new Promise((resolve) => server.once('close', resolve));
  // SIGQUIT is PostgreSQL's "immediate": its data is thrown away with it, so nothing needs to be written first.
  server.kill('SIGQUIT');
  const harder = setTimeout(() => server.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(harder);
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.all(children.map(end));
  if (folder !== undefined && existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit();
}
