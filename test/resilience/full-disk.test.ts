import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchServer } from '../cli/processes.ts';
import { makeDataFolder } from '../support/templates.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const password = 'first-light-over-harbour';
const refusal = whyNoMount();
if (refusal !== undefined) process.stderr.write(`Skipped: a full disk, because ${refusal}\n`);

/** Why no file system can be mounted here; undefined where one can. */
function whyNoMount(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can mount a small file system.';
  // The same run on a build machine must not lose the test unnoticed.
  if (process.env.BACKROOM_CI === '1') return undefined;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tmpdir()], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `mounting is not allowed: ${(error as Error).message.split('\n').at(-2)}`;
  }
}

describe.skipIf(refusal !== undefined)('a server on the embedded database whose disk is full', () => {
  let disk: string;
  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'backroom-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]);
    await makeDataFolder(join(disk, 'data'));
  });
  afterEach(async () => {
    execFileSync('umount', ['--lazy', disk]);
    await rmdir(disk);
  });

  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(disk);
    return bavail * bsize;
  };
  const ballast = () => join(disk, 'ballast');
  /** Fills the disk up to the given number of free bytes. */
  const fill = async (left: number) => {
    const file = await open(ballast(), 'w');
    for (let free = await freeBytes(); free > left; free = await freeBytes())
      await file.write(Buffer.alloc(Math.min(free - left, 1 << 20)));
    await file.close();
  };
  const start = async () => {
    const server = await launchServer({
      ...{ DATA_DIR: join(disk, 'data'), LOG_LEVEL: 'error', RATE_LIMIT_API: '0', RATE_LIMIT_WRITE: '0' },
      ...{ LOGIN_MIN_MS: '0', BOOTSTRAP_ADMIN_USERNAME: 'ada', BOOTSTRAP_ADMIN_PASSWORD: password },
    });
    const send = (path: string, token: string, body: object) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const signIn = () => send('/users/login', '', { username: 'ada', password });
    const { access_token: token } = (await (await signIn()).json()) as { access_token: string };
    return {
      ...{ server, signIn },
      add: (name: string) => send('/items', token, { name, quantity: 1, description: 'x'.repeat(1_500) }),
      ready: async () => (await fetch(`${server.url}/health/ready`)).status,
      names: async (): Promise<ReadonlySet<string>> => {
        const names: string[] = [];
        for (let page = 1; ; page += 1) {
          const path = `${server.url}/items?per_page=100&page=${page}`;
          const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
          const items = (await answer.json()) as { name: string }[];
          if (items.length === 0) return new Set(names);
          names.push(...items.map(({ name }) => name));
        }
      },
      logged: () =>
        server
          .said()
          .err.split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as { level: string; msg: string }),
    };
  };

  it.each([
    ['table', 300_000],
    ['write-ahead log', 9_000_000],
  ])(
    'answers 503 storage_full when the %s cannot grow, is not ready, logs it once, and works again with room',
    async (_, left) => {
      const { server, add, signIn, ready, names, logged } = await start();
      await using _server = server;
      expect(await ready()).toBe(200);
      await fill(left);
      const acknowledged: string[] = [];
      let refused: Response | undefined;
      for (let n = 1; refused === undefined; n += 1) {
        const answer = await add(`Lamp ${n}`);
        if (answer.status === 201) acknowledged.push(`Lamp ${n}`);
        else refused = answer;
      }
      const full = { status: 503, code: 'storage_full', retryAfter: '30' };
      const reported = async (answer: Response) => ({
        status: answer.status,
        code: ((await answer.json()) as { code: string }).code,
        retryAfter: answer.headers.get('retry-after'),
      });
      expect(await reported(refused)).toEqual(full);
      for (let n = 0; n < 20; n += 1) expect(await reported(await add(`Lost ${n}`))).toEqual(full);
      // An entry of the audit log may still find a place; no other failure is allowed.
      expect([200, 503]).toContain((await signIn()).status);
      expect(await ready()).toBe(503);
      expect((await fetch(`${server.url}/health`)).status).toBe(200);
      await vi.waitFor(() => expect(logged().map(({ msg }) => msg)).toEqual(['storage full']), 20_000);

      await rm(ballast());
      await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 60_000, interval: 500 });
      expect((await add('Lamp again')).status).toBe(201);
      expect((await signIn()).status).toBe(200);
      const kept = await names();
      expect([...acknowledged, 'Lamp again'].filter((name) => !kept.has(name))).toEqual([]);
      expect([...kept].filter((name) => name.startsWith('Lost'))).toEqual([]);
      expect(logged().map(({ msg }) => msg)).toEqual(['storage full']);
    },
  );
});
