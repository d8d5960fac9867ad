import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backroom, dataTemplate, type Ended, serving, type Typing } from './terminal.ts';

// Each of them starts a server or opens data.
vi.setConfig({ testTimeout: 90_000 });

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

type Run = (argv: readonly string[], typing?: Typing) => Promise<Ended>;
const rows = ['sku,name,quantity', 'P-1,=Lamp,3', 'P-2,"Table, big",0'].join('\r\n');
const many = ['sku,name,quantity', ...Array.from({ length: 3_000 }, (_, n) => `Q-${n},Number ${n},${n % 7}`)].join(
  '\n',
);

async function tables(run: Run, folder: string): Promise<void> {
  const file = join(folder, 'rows.csv');
  await writeFile(file, rows);
  const trial = await run(['items', 'import', file, '--dry-run', '--json']);
  expect(trial.json()).toMatchObject({ dry_run: true, created: 2, operations: 1 });
  const taken = await run(['items', 'import', '-'], { input: rows });
  expect([taken.code, taken.err]).toEqual([0, '']);
  expect(taken.out).toMatch(/^total +2\ncreated +2\n/);
  expect((await run(['items', 'import', file, '--json'])).json()).toMatchObject({ unchanged: 2, operations: 0 });

  const bad = await run(['items', 'import', '-', '--on-error', 'skip'], { input: 'sku,quantity\nP-1,4\nP-9,1\n' });
  expect([bad.code, bad.out]).toEqual([5, expect.stringMatching(/row +column +code +message\n3 +name +required /)]);
  const unknown = await run(['items', 'import', '-', '--json'], { input: 'sku,colour\nP-1,red\n' });
  expect([unknown.code, unknown.problem()]).toMatchObject([
    5,
    { code: 'unknown_field', errors: [{ field: 'colour' }] },
  ]);

  const csv = await run(['items', 'export', '--q', 'P-']);
  expect(csv.out.split('\r\n').map((line) => line.split(',').slice(0, 2))).toEqual([
    ['sku', 'name'],
    ['P-1', "'=Lamp"],
    ['P-2', '"Table'],
    [''],
  ]);
  expect((await run(['items', 'export', '--json', '--q', 'P-'])).json()).toMatchObject([
    { sku: 'P-1' },
    { sku: 'P-2' },
  ]);
  const moved = 'sku,type,quantity,idempotency_key\nP-1,issue,4,k1\nP-2,receipt,2,k2\n';
  expect((await run(['operations', 'import', '-', '--json'], { input: moved })).json()).toMatchObject({
    operations: 2,
  });
  expect((await run(['operations', 'import', '-', '--json'], { input: moved })).json()).toMatchObject({ unchanged: 2 });
  const ledger = await run(['operations', 'export', '--type', 'issue,receipt']);
  expect(ledger.out.split('\r\n')).toHaveLength(4);

  const shown = await run(['items', 'import', '-'], { input: many, isWatched: true });
  expect(shown.err).toContain('Importing  [#######################-]  99 %  3000 rows');
  expect((await run(['items', 'export'])).out.split('\r\n')).toHaveLength(3_004);
}

describe('tables', () => {
  it('are written to and read from data without a server', async () => {
    const folder = await template.copy('tables');
    const run: Run = (argv, typing) => backroom(argv, { ...typing, environment: { DATA_DIR: folder } });
    const taken = await run(['items', 'import', '-', '--json'], { input: many, isWatched: true });
    expect([taken.json(), taken.err]).toMatchObject([{ created: 3_000 }, '']);
    expect((await run(['items', 'export'])).out.split('\r\n')).toHaveLength(3_002);
  });

  it('are imported into and exported from a running server', async () => {
    const folder = await template.copy('served');
    await using server = await serving(folder);
    await tables((argv, typing) => server.run(argv, typing), folder);
  });

  it('are not taken from a file that is not there', async () => {
    const folder = await template.copy('missing');
    const environment = { DATA_DIR: folder };
    const { code, out, err } = await backroom(['items', 'import', join(folder, 'no.csv')], { environment });
    expect([code, out, err]).toEqual([3, '', expect.stringContaining('no.csv cannot be read')]);
  });
});
