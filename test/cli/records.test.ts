import { execFileSync, spawn } from 'node:child_process';
import { readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openDatabase } from '@backroom/adapters-persistence';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sqlOf } from '../support/persistence.ts';
import { backroom, dataTemplate, type Ended, serving, type Typing } from './terminal.ts';

// Each of them starts a server or opens data.
vi.setConfig({ testTimeout: 240_000 });

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

/** The output of an import. */
interface Imported {
  readonly files: readonly {
    readonly stored: number;
    readonly failed: number;
    readonly problems: readonly { readonly line: number; readonly code: string }[];
  }[];
}

type Run = (argv: readonly string[], typing?: Typing) => Promise<Ended>;
const category = (id: number, more = {}) =>
  JSON.stringify({ kind: 'category', id, name: `C ${id}`, slug: `c-${id}`, ...more });
const anInstant = '2025-01-02T03:04:05Z';
const order = (id: number) =>
  JSON.stringify({
    kind: 'order',
    ...{
      id,
      status: 'completed',
      currency: 'EUR',
      billing: { email: 'ana@example.test' },
      created_at: anInstant,
    },
    ...{ total: '12.10', total_tax: '2.10', shipping_total: '0', shipping_tax: '0', discount_total: '0', lines: [] },
  });

/** What holds whether a server has the data open or not. */
async function wholeLife(run: Run, folder: string): Promise<void> {
  const at = (name: string) => join(folder, name);
  const made = await run(['sample', '--orders', '150', '--years', '1', '--json']);
  expect([made.code, made.json()]).toMatchObject([
    0,
    { failed: 0, files: [{ records: { order: 150, category: 60 } }] },
  ]);
  expect((await run(['analytics', 'verify', '--json'])).json()).toMatchObject({ orders: 150, differing: 0 });

  expect(await run(['export', at('first.ndjson.gz')])).toMatchObject({ code: 0 });
  const first = gunzipSync(await readFile(at('first.ndjson.gz'))).toString();
  const again = await run(['import', at('first.ndjson.gz'), '--json']);
  expect(again.json()).toMatchObject({ failed: 0 });
  await symlink('real.ndjson', at('linked.ndjson'));
  // The file is made by the first export, and replaced by the second one.
  for (const _ of ['first', 'second']) {
    expect(await run(['export', at('linked.ndjson')])).toMatchObject({ code: 0 });
    expect(await readlink(at('linked.ndjson'))).toBe('real.ndjson');
    expect((await readFile(at('real.ndjson'), 'utf8')) === first).toBe(true);
  }
  execFileSync('mkfifo', [at('pipe')]);
  const reader = spawn('cat', [at('pipe')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const received = text(reader.stdout);
  try {
    expect(await run(['export', at('pipe')])).toMatchObject({ code: 0 });
    expect((await stat(at('pipe'))).isFIFO()).toBe(true);
    expect((await received) === first).toBe(true);
  } finally {
    reader.kill();
  }
  const out = await run(['export', '-']);
  expect(out.out === first).toBe(true);

  const rebuilt = await run(['analytics', 'rebuild', '--json']);
  expect([rebuilt.code, rebuilt.json()]).toMatchObject([0, { orders: 150, changed: 0 }]);
  const before = (await run(['settings', 'show'])).out;
  const tried = await run(['settings', 'set', 'time_zone=America/New_York', '--dry-run']);
  expect(tried.out).toMatch(/^time_zone .* America\/New_York$/m);
  expect(tried.out).toContain('Recomputes facts and sums. Nothing is stored.');
  expect((await run(['settings', 'show'])).out).toBe(before);
  const set = await run(['settings', 'set', 'time_zone=America/New_York', 'excluded_statuses=failed', '--json']);
  expect(set.json()).toMatchObject({ time_zone: 'America/New_York', excluded_statuses: ['failed'] });
  expect((await run(['settings', 'show'])).out).toMatch(/^time_zone +America\/New_York$/m);
  expect((await run(['analytics', 'verify', '--json'])).json()).toMatchObject({ differing: 0 });
}

describe('records', () => {
  it('are written to and read from data without a server', async () => {
    const folder = await template.copy('alone');
    await wholeLife((argv, typing) => backroom(argv, { ...typing, environment: { DATA_DIR: folder } }), folder);
  });

  it('are imported into and exported from a running server', async () => {
    const folder = await template.copy('served');
    await using server = await serving(folder);
    await wholeLife((argv, typing) => server.run(argv, typing), folder);
  });
});

describe('an import', () => {
  let folder: string;
  const run: Run = (argv, typing) => backroom(argv, { ...typing, environment: { DATA_DIR: folder } });
  const exported = async () => (await run(['export', '-'])).out;
  const spoil = async (statement: string) => {
    const database = await openDatabase({ kind: 'embedded', folder });
    await sql.raw(statement).execute(sqlOf(database).kysely());
    await database.close();
  };
  beforeAll(async () => {
    folder = await template.copy('imports');
  });

  it('keeps nothing of a file with a bad line', async () => {
    const before = await exported();
    const ended = await run(['import', '-'], { input: `${category(1)}\n{"kind":"category","id":0}\n${category(2)}\n` });
    expect([ended.code, ended.out]).toEqual([
      5,
      expect.stringMatching(/file +line +member +code +reason\n- +2 +id +out_of_range/),
    ]);
    expect(ended.err).toContain('Nothing of - was kept.');
    expect(await exported()).toBe(before);
  });

  it('keeps the good lines with --on-error skip', async () => {
    const input = `${category(1)}\nno JSON\n\n${category(2, { parent_id: 99 })}\n${category(3, { color: 'red' })}\n`;
    const ended = await run(['import', '-', '--on-error', 'skip', '--json'], { input });
    expect([ended.code, ended.json()]).toMatchObject([
      5,
      {
        stored: 2,
        failed: 2,
        files: [{ problems: [{ line: 2 }, { line: 4, member: 'parent_id' }], unknown_members: { color: 1 } }],
      },
    ]);
    expect(await exported()).toMatch(/"id":1,.*\n.*"id":3,/);
  });

  it('keeps nothing in a dry run', async () => {
    const before = await exported();
    const ended = await run(['import', '-', '--dry-run', '--json'], { input: `${category(50)}\n${order(1)}\n` });
    expect([ended.code, ended.json()]).toMatchObject([
      0,
      { dry_run: true, stored: 0, files: [{ kept: false, records: { order: 1 } }] },
    ]);
    expect(await exported()).toBe(before);
  });

  it('reads packed files, several of them, and the last line without its end', async () => {
    const [one, two] = [join(folder, 'one.ndjson'), join(folder, 'two.ndjson.gz')];
    await writeFile(one, `${category(60)}\r\n${category(61)}`);
    await writeFile(two, gzipSync(`${category(62)}\n`));
    const ended = await run(['import', one, two, '--json']);
    expect(ended.json()).toMatchObject({ stored: 3, files: [{ stored: 2 }, { stored: 1 }] });
    const packed = await run(['import', '-', '--json'], { input: '' });
    expect(packed.json()).toMatchObject({ stored: 0, failed: 0 });
  });

  it('reports missing and broken files', async () => {
    expect(await run(['import', join(folder, 'nowhere')])).toMatchObject({ code: 3 });
    const broken = join(folder, 'broken.gz');
    await writeFile(broken, gzipSync(category(70)).subarray(0, 25));
    const ended = await run(['import', broken, '--json']);
    const problems = [{ line: 1, code: 'invalid_file' }];
    expect([ended.code, ended.json()]).toMatchObject([5, { stored: 0, files: [{ kept: false, problems }] }]);
  });

  it('keeps what precedes the break of a truncated archive only with --on-error skip', async () => {
    const broken = join(folder, 'cut.gz');
    const lines = Array.from({ length: 40 }, (_, n) => category(80_000 + n, { name: `${n} ${Math.sin(n)}` }));
    await writeFile(broken, gzipSync(lines.join('\n')).subarray(0, -60));
    const before = await exported();
    expect(await run(['import', broken])).toMatchObject({ code: 5, out: expect.stringContaining('invalid_file') });
    expect(await exported()).toBe(before);
    const other = join(folder, 'other.ndjson');
    await writeFile(other, 'no JSON\n');
    const ended = await run(['import', other, broken, '--on-error', 'skip', '--json']);
    const [first, second] = (ended.json() as unknown as Imported).files;
    expect([ended.code, first?.failed, second?.problems.at(-1)]).toMatchObject([5, 1, { code: 'invalid_file' }]);
    expect(second?.problems.at(-1)?.line).toBe((second?.stored ?? 0) + 1);
    expect(second?.stored).toBeGreaterThan(0);
  });

  it('reports faults in the order of the lines', async () => {
    const product = (id: number, more: object) =>
      JSON.stringify({
        kind: 'product',
        id,
        type: 'simple',
        status: 'publish',
        name: 'P',
        created_at: anInstant,
        ...more,
      });
    const variation = JSON.stringify({ kind: 'variation', id: 990, product_id: 999_999, attributes: {} });
    const input = `${variation}\n${product(991, { category_ids: [99_999_999] })}\nno JSON\n`;
    const ended = await run(['import', '-', '--on-error', 'skip', '--json'], { input });
    const [file] = (ended.json() as unknown as Imported).files;
    expect(file?.problems.map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  it('leaves the facts to a rebuild on request', async () => {
    expect(await run(['import', '-', '--no-facts'], { input: order(7) })).toMatchObject({ code: 0 });
    expect(await run(['analytics', 'verify'])).toMatchObject({ code: 5, out: expect.stringContaining('order_fact') });
    expect(await run(['analytics', 'verify', '--fix'])).toMatchObject({ code: 0 });
    expect(await run(['analytics', 'verify'])).toMatchObject({ code: 0 });
  });

  it('lists the orders of which no facts could be made', async () => {
    expect(await run(['analytics', 'failed'])).toMatchObject({ code: 0, out: 'No order has failed.\n' });
    await spoil("insert into failed_order (order_id, error, failed_at) values (9, 'It has no lines.', now())");
    const ended = await run(['analytics', 'failed', '--json']);
    expect([ended.code, ended.json()]).toMatchObject([
      5,
      [{ order_id: 9, error: 'It has no lines.', is_retried: false }],
    ]);
    await spoil('delete from failed_order');
  });

  it('distinguishes what is being recomputed from what is wrong', async () => {
    await run(['import', '-'], { input: order(8) });
    await spoil('update fact_rules set rebuild_from = 0, recount_no = recount_no + 1, recount_after = 0');
    const ended = await run(['analytics', 'verify']);
    expect(ended.code).toBe(0);
    expect(ended.out + ended.err).toContain('A recount is under way');
    expect(ended.out + ended.err).toContain('A rebuild is under way');
    expect((await run(['analytics', 'verify', '--json'])).json()).toMatchObject({
      differing: 0,
      under_way: { recount_after: 0, rebuild_from: 0 },
    });
    expect(await run(['analytics', 'verify', '--fix'])).toMatchObject({ code: 0 });
    expect((await run(['analytics', 'verify', '--json'])).json()).toMatchObject({
      differing: 0,
      under_way: { recount_after: null, rebuild_from: null },
    });
  });

  it('shows a bar on a terminal', async () => {
    const lines = Array.from({ length: 2_000 }, (_, n) => category(1_000 + n)).join('\n');
    const file = join(folder, 'many.ndjson');
    await writeFile(file, lines);
    const ended = await run(['import', file], { isWatched: true });
    expect(ended.err).toMatch(/Importing {2}\[#+-+\] +\d\d? % {2}\d+ records(.|\n|\r)*Committing {2}2000 records/);
  });
});

describe('a sample', () => {
  it('is written to a file, whole or not at all', async () => {
    const folder = await template.copy('sample');
    const file = join(folder, 'sample.ndjson');
    const ended = await backroom(['sample', '--orders', '20', '--out', file]);
    expect([ended.code, ended.out]).toEqual([0, '']);
    expect(
      (await readFile(file, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    ).toContain('order');
    expect(await backroom(['sample', '--orders', '20', '--out', join(folder, 'no', 'such')])).toMatchObject({
      code: 6,
    });
    await expect(stat(join(folder, 'no'))).rejects.toThrow();
  });

  it('is the same for the same seed', async () => {
    const said = async (seed: string) =>
      (await backroom(['sample', '--orders', '5', '--seed', seed, '--out', '-'])).out;
    expect(await said('3')).toBe(await said('3'));
    expect(await said('4')).not.toBe(await said('3'));
  });
});

describe('a setting', () => {
  it.each([['nonsense'], ['no_such=1'], ['time_zone=Nowhere'], ['price_decimals=9']])(
    'is refused: %s',
    async (word) => {
      const folder = await template.copy(`settings-${word.split('=')[0]}`);
      expect([2, 5]).toContain((await backroom(['settings', 'set', word], { environment: { DATA_DIR: folder } })).code);
    },
  );
});
