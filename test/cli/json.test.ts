import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backroom, dataTemplate, serving, temporaryFolder } from './terminal.ts';

vi.setConfig({ testTimeout: 60_000 });

let template: Awaited<ReturnType<typeof dataTemplate>>;
let server: Awaited<ReturnType<typeof serving>>;
beforeAll(async () => {
  template = await dataTemplate();
  server = await serving(await template.copy('json'));
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await template?.[Symbol.asyncDispose]();
});

describe('--json', () => {
  it.each([
    ['analytics failed'],
    ['analytics verify'],
    ['app-passwords list admin'],
    ['audit list'],
    ['call --list'],
    ['call /items'],
    ['config check'],
    ['items export'],
    ['jobs list'],
    ['jobs watch'],
    ['keys list'],
    ['ldap show'],
    ['openapi'],
    ['operations export'],
    ['report'],
    ['report orders'],
    ['report orders/stats --help'],
    ['settings show'],
    ['stock links'],
    ['stock verify'],
    ['users list'],
    ['users show admin'],
    ['version'],
  ])('is one document of %s, without messages', async (line) => {
    const { code, err, json } = await server.run([...line.split(' '), '--json']);
    expect([code, err, typeof json()]).toEqual([0, '', 'object']);
  });

  it('counts the records of an exported file', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'shop.ndjson');
    const { code, json } = await server.run(['export', file, '--json']);
    expect([code, json()]).toEqual([0, { file, records: expect.any(Number) }]);
  });

  it('ends with 78 where the data folder is below a file', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'file'), '');
    const environment = { DATA_DIR: join(folder.path, 'file', 'data') };
    const { code, err } = await backroom(['migrate'], { environment });
    expect([code, err]).toEqual([78, expect.stringContaining('ENOTDIR')]);
  });
});
