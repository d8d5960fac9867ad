import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExtensionFolders } from '../support/extensions/extension-folders.ts';
import { callRoute, extensionProcesses, type Started, withRoutes } from '../support/extensions/processes.ts';

const isLinux = process.platform === 'linux';
const callMs = 500;
/** Three times the limit of a call. */
const longer = 1_500;

const routes = {
  pid: 'return process.pid;',
  pause: `await new Promise((resolve) => setTimeout(resolve, 100)); return 'done';`,
  work: `const { cpuUsage } = process;
    const since = cpuUsage();
    const spent = ({ user, system }) => user + system;
    while (spent(cpuUsage(since)) < 120_000);
    return 'done';`,
  ask: `return context.store.get('a');`,
  fetch: `return context.fetch('https://shop.example/');`,
  never: 'await new Promise(() => {});',
};
const routeOf = (name: keyof typeof routes) => Object.keys(routes).indexOf(name);

describe('a call into an extension', { timeout: 60_000 }, () => {
  let folders: ExtensionFolders;
  let folder: string;
  const { start, endAll } = extensionProcesses();
  beforeAll(async () => {
    folders = await ExtensionFolders.make();
    folder = await folders.write('timed', withRoutes(routes));
  });
  afterAll(async () => {
    await endAll();
    await folders.remove();
  });

  const call = (started: Started, name: keyof typeof routes) => callRoute(started, routeOf(name));
  const pidOf = async (started: Started) => (await call(started, 'pid')) as number;
  const answersLate = (value: unknown) => async () => wait(longer, value);
  const never = () => new Promise<never>(() => {});

  it.runIf(isLinux)('may take longer while the process is suspended from outside', async () => {
    const started = await start(folder, { callMs });
    const pid = await pidOf(started);
    const answer = call(started, 'pause');
    process.kill(pid, 'SIGSTOP');
    await wait(longer);
    process.kill(pid, 'SIGCONT');
    expect(await answer).toBe('done');
  });

  it.runIf(isLinux)('may take longer while other processes take the processors', async () => {
    const started = await start(folder, { callMs: 360 });
    const hogs: ChildProcess[] = [];
    try {
      // With the priority of the extension each gets the same share: a fifth of a processor.
      for (let count = 0; count < 4 * availableParallelism(); count += 1) {
        const hog = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
        hogs.push(hog);
        setPriority(hog.pid ?? 0, constants.priority.PRIORITY_LOW);
      }
      await wait(500);
      const since = performance.now();
      expect(await call(started, 'work').catch(async () => started.ended)).toBe('done');
      expect(performance.now() - since).toBeGreaterThan(360);
    } finally {
      for (const hog of hogs) hog.kill('SIGKILL');
    }
  });

  it('may take longer while the server is held up', async () => {
    const started = await start(folder, { callMs });
    const answer = call(started, 'pause');
    await wait(50);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, longer);
    expect(await answer).toBe('done');
  });

  it('may take longer while the server works on its request', async () => {
    const started = await start(folder, { callMs, serve: answersLate('kept') });
    expect(await call(started, 'ask')).toBe('kept');
  });

  it.each([
    ['waits for a server that it has chosen', 'fetch', Number.POSITIVE_INFINITY, 0.5],
    ['never answers', 'never', Number.POSITIVE_INFINITY, 0.5],
    ['waits for this server without end', 'ask', longer, 1.5],
  ] as const)('that %s ends the process in bounded time', async (_, name, longestCallMs, seconds) => {
    const started = await start(folder, { callMs, longestCallMs, serve: never });
    const since = performance.now();
    await expect(call(started, name)).rejects.toMatchObject({ code: 'extension_unavailable' });
    expect(await started.ended).toBe('did not answer within 0.5 seconds');
    expect(performance.now() - since).toBeGreaterThan(seconds * 1_000);
  });

  it.runIf(isLinux)('ends a process that is suspended for good', async () => {
    const started = await start(folder, { callMs, longestCallMs: longer });
    process.kill(await pidOf(started), 'SIGSTOP');
    await expect(call(started, 'pause')).rejects.toMatchObject({ code: 'extension_unavailable' });
    expect(await started.ended).toBe('did not answer within 0.5 seconds');
  });

  it('is refused when the process has to end and it takes longer than a call may', async () => {
    const started = await start(folder, { callMs, serve: never });
    const answer = call(started, 'ask');
    const refused = expect(answer).rejects.toMatchObject({ code: 'extension_unavailable' });
    await started.process.end();
    await refused;
  });
});
