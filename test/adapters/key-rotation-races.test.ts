import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ringFromFile } from '@backroom/adapters-node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshSecret } from '../support/token-rings.ts';

const built = pathToFileURL(join(import.meta.dirname, '../../packages/adapters-node/dist/index.js')).href;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'races-'));
  path = join(folder, 'keys.json');
  await writeFile(path, JSON.stringify({ keys: [{ kid: 'first', alg: 'HS256', state: 'sign', key: freshSecret() }] }));
});
afterEach(() => rm(folder, { recursive: true }));

/** A child process that rotates a number of times, and prints each new key once it is in place. */
function rotate(times: number) {
  const script = `const { FileTokenKeys } = await import(${JSON.stringify(built)});
    const keys = await FileTokenKeys.inKeysFile(${JSON.stringify(path)}, () => {});
    for (let index = 0; index < ${times}; index += 1)
      console.log((await keys.rotate(new Date(), new Date(0))).added.kid);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  const closed = once(child, 'close');
  return {
    kill: () => child.kill('SIGKILL'),
    begun: once(child.stdout, 'data'),
    reported: async () => {
      await closed;
      // A line that was cut off by a kill is ignored.
      return out.split('\n').slice(0, -1);
    },
  };
}

it('loses no key when several processes rotate at once', async () => {
  const reported = (await Promise.all(Array.from({ length: 4 }, () => rotate(8).reported()))).flat();
  const { keys } = await ringFromFile(path);
  expect([reported.length, [...keys.keys()].toSorted()]).toEqual([32, ['first', ...reported].toSorted()]);
  expect([...keys.values()].filter(({ state }) => state === 'sign')).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['keys.json']);
});

it('loses no acknowledged key when rotating processes are killed, and never leaves half a file', async () => {
  const reported: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const processes = [rotate(1_000), rotate(1_000)];
    await Promise.all(processes.map(({ begun }) => begun));
    await setTimeout(Math.random() * 60);
    for (const { kill } of processes) kill();
    reported.push(...(await Promise.all(processes.map((each) => each.reported()))).flat());
    await ringFromFile(path);
  }
  reported.push(...(await rotate(1).reported()));
  const { keys } = await ringFromFile(path);
  expect(reported.filter((kid) => !keys.has(kid))).toEqual([]);
});
