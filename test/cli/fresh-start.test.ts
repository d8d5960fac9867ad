import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { isLong } from '../support/how-long.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { temporaryFolder } from './terminal.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const timeout = 300_000;

/** Copies the files of a clone: those that git tracks, and new ones that it does not ignore. */
function copySources(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of String(listed).split('\0').filter(Boolean))
    cpSync(join(root, file), join(folder, file), { force: true, errorOnExist: false });
}

/** Resolves when an address answers with 200 and this content. */
async function answered(url: string, content: RegExp, said: () => string): Promise<RegExpExecArray> {
  for (const end = performance.now() + timeout / 2; performance.now() < end; ) {
    const answer = await fetch(url).catch(() => undefined);
    const found = answer?.status === 200 && content.exec(await answer.text());
    if (found) return found;
    if (answer?.status !== 200) await answer?.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} did not answer as expected:\n${said()}`);
}

/** The environment of the server that was started with this port. */
function environmentOfServer(port: number): Readonly<Record<string, string>> {
  const read = (pid: string, file: string): readonly string[] => {
    try {
      return readFileSync(join('/proc', pid, file), 'utf8').split('\0');
    } catch {
      // A process that has ended, or none.
      return [];
    }
  };
  const found = readdirSync('/proc').find(
    (pid) => read(pid, 'environ').includes(`PORT=${port}`) && read(pid, 'cmdline').includes('serve'),
  );
  const variables = found === undefined ? [] : read(found, 'environ');
  return Object.fromEntries(variables.map((each) => [each.split('=', 1)[0], each.slice(each.indexOf('=') + 1)]));
}

// It installs and builds all packages in another folder.
it.runIf(isLong)('npm start builds the server and the desk in a fresh clone', { timeout }, async () => {
  await using folder = await temporaryFolder('backroom-fresh-');
  copySources(folder.path);
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const npm = spawn('npm', ['start'], {
    cwd: folder.path,
    env: { PATH, HOME, PORT: String(port), CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(npm, 'close');
  let said = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  try {
    const desk = `http://127.0.0.1:${port}/desk/`;
    const [, script = ''] = await answered(desk, /<script[^>]+src="([^"]+)"/, () => said);
    await answered(new URL(script, desk).href, /./, () => said);
    if (process.platform === 'linux') expect(environmentOfServer(port)).toMatchObject(serverEnvironment);
    expect(said).not.toMatch(/could not be built|error/i);
  } finally {
    // As Ctrl-C: to all processes of the group.
    if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGINT');
    await ended;
  }
});
