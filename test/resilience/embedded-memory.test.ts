import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { launch, launchServer } from '../cli/processes.ts';
import { temporaryFolder } from '../cli/terminal.ts';
import { isLong } from '../support/how-long.ts';
import { serverEnvironment } from '../support/server-environment.ts';

vi.setConfig({ testTimeout: 600_000 });

/** Peak of the resident memory of a process, in MiB. */
const peakOf = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describe.skipIf(!isLong || process.platform !== 'linux')('a server on a new embedded database', () => {
  it('imports 5,000 orders with at most 500 MiB', async () => {
    await using folder = await temporaryFolder('backroom-memory-');
    const environment = { ...serverEnvironment, DATA_DIR: join(folder.path, 'data') };
    await using server = await launchServer(environment, ['--migrate']);
    const imported = await launch(['sample', '--orders', '5000'], { environment }).ended;
    expect(imported.code, imported.err).toBe(0);
    expect(await peakOf(server.pid)).toBeLessThan(500);
  });
});
