import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Answered, Client } from '../../support/client.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

const csv = { 'content-type': 'text/csv' };
/** A table with the usual line ends. */
const table = (...rows: readonly string[]) => rows.map((row) => `${row}\r\n`).join('');
const send = (client: Client, text: string | Uint8Array, query = '') =>
  client.ask('POST', `/items/import${query}`, { text, headers: csv });
const exported = async (client: Client, query = '') => (await client.get(`/items/export?format=csv${query}`)).text;
const report = (changes: object) => ({
  dry_run: false,
  ...{ total: 0, created: 0, updated: 0, unchanged: 0, failed: 0, errors: [], operations: 0 },
  ...changes,
});
const countOf = async ({ ada }: World, path: string) => Number((await ada.get(path)).headers['x-total-count']);

const header =
  'sku,name,description,category_path,unit,quantity_decimals,quantity,location,reorder_level,default_location,barcode,price,cost,allow_negative,archived';

onEveryDatabase('items as tables', (world) => {
  const { parse } = JSON;

  it('are made, changed and left alone by rows', async () => {
    const { ada } = world();
    const first = table('sku,name,quantity,price', 'T-1,Table,5,12.5', 'T-2,Chair,,3', 'T-3,Lamp,0,');
    expect(await send(ada, first)).toMatchObject({
      status: 200,
      body: report({ total: 3, created: 3, operations: 1 }),
    });
    expect(await send(ada, first)).toMatchObject({ body: report({ total: 3, unchanged: 3 }) });
    const second = table('sku,name,quantity,price', 't-1,Big table,7,', 'T-2,,,\\N', 'T-4,Shelf,1,');
    expect(await send(ada, second)).toMatchObject({
      body: report({ total: 3, updated: 2, created: 1, operations: 2 }),
    });
    const { body } = await ada.list('/items?ids=1,2,3,4');
    expect(body.map(({ sku, name, quantity, price }) => [sku, name, quantity, price])).toEqual([
      ['T-1', 'Big table', 7, '12.50'],
      ['T-2', 'Chair', 0, null],
      ['T-3', 'Lamp', 0, null],
      ['T-4', 'Shelf', 1, null],
    ]);
    const { body: operations } = await ada.list('/operations?sku=T-1');
    expect(operations).toMatchObject([
      { type: 'count', quantity: 7, delta: 2, reason: 'import', source: 'import', username: 'ada' },
      { type: 'count', quantity: 5, delta: 5, reason: 'import', source: 'import' },
    ]);
  });

  it('are exported as the very bytes that were imported', async () => {
    const { ada } = world();
    const cells = [
      '=1+1',
      "'=x",
      "''@y",
      '-5',
      '+49',
      '@home',
      "'quoted",
      'a, "b"; c',
      '\\N',
      '\\\\N',
      'true',
      '007',
      'ünï ✓',
    ];
    for (const [index, name] of cells.entries()) {
      const attributes = { text: name, number: -index / 4, flag: index % 2 === 0, none: null, [`only_${index}`]: 'x' };
      const made = { sku: `R-${index}`, name, description: `${name}\nand "more"\n`, attributes, quantity: index };
      expect(await ada.post('/items', made)).toMatchObject({ status: 201 });
    }
    const words = {
      number_like: '12.5',
      json: '"x"',
      flag_like: 'false',
      blank: '',
      spaces: ' a ',
      null_like: '\\N',
      minus: '-1',
      blank_formula: ' =1+1',
      nbsp_formula: '\u00a0-1',
      zero_width_formula: '\u200b@x',
      wide_formula: '＝1+1',
      marked_formula: "' =1+1",
    };
    expect(await ada.post('/items', { sku: 'R-words', name: 'Words', attributes: words })).toMatchObject({
      status: 201,
    });
    const before = await exported(ada, '&q=R-');
    expect(before).toContain("\r\nR-0,'=1+1,");
    expect(before).toContain("\r\nR-1,''=x,");
    for (const cell of ["' =1+1", "'\u00a0-1", "'\u200b@x", "'＝1+1", "'' =1+1"]) expect(before).toContain(`,${cell}`);
    expect(await send(ada, before)).toMatchObject({ body: report({ total: 14, unchanged: 14 }) });
    const { body: items } = await ada.list('/items?q=R-');
    for (const { id } of items) await ada.delete(`/items/${id}?force=true`);
    const renamed = before.replaceAll('\r\nR-', '\r\nS-');
    expect(await send(ada, renamed)).toMatchObject({ body: report({ total: 14, created: 14, operations: 12 }) });
    expect((await exported(ada, '&q=S-')).replaceAll('\r\nS-', '\r\nR-')).toBe(before);
    const { body: again } = await ada.list('/items?q=S-words');
    expect(again[0]).toMatchObject({ attributes: words });
  });

  it('make missing categories and locations only on request', async () => {
    const { ada } = world();
    const text = table(
      'sku,name,category_path,location,quantity,default_location',
      'C-1,One,Tools > Hand \\> held > Saws,SHELF-1,3,',
      'C-2,Two,tools > Hand \\> held,shelf-1,4,',
      'C-3,Three,Tools > a>b,,2,SHELF-2',
    );
    const refused = await send(ada, text);
    expect(refused).toMatchObject({ body: report({ total: 3, failed: 3, errors: expect.anything() }) });
    expect(refused.body.errors.map(({ field, code }) => [field, code])).toEqual([
      ['category_path', 'category_not_found'],
      ['category_path', 'category_not_found'],
      ['default_location', 'location_not_found'],
    ]);
    expect(await send(ada, text, '?create_missing=true')).toMatchObject({
      body: report({ total: 3, created: 3, operations: 3 }),
    });
    const lines = (await exported(ada, '&q=C-')).split('\r\n');
    expect(lines[0]?.startsWith(header)).toBe(true);
    expect(lines.slice(1, 4).map((line) => line.split(',').filter((_, index) => [3, 6, 7, 9].includes(index)))).toEqual(
      [
        ['Tools > Hand \\> held > Saws', '0', 'MAIN', 'MAIN'],
        ['Tools > Hand \\> held', '0', 'MAIN', 'MAIN'],
        ['Tools > a\\>b', '2', 'SHELF-2', 'SHELF-2'],
      ],
    );
    expect(
      (await exported(ada, '&location=shelf-1'))
        .split('\r\n')
        .slice(1, 3)
        .map((line) => line.split(',').slice(6, 8)),
    ).toEqual([
      ['3', 'SHELF-1'],
      ['4', 'SHELF-1'],
    ]);
    expect(await send(ada, text, '?create_missing=true')).toMatchObject({ body: report({ total: 3, unchanged: 3 }) });
  });

  it('change nothing at all when one row fails, unless it is to be skipped', async () => {
    const { ada, contents } = world();
    const text = table(
      'sku,name,quantity,price,barcode,category_path',
      'A-1,Good,2,,B1,New',
      'A-2,,1,,,',
      'A-3,Bad,-1,,,',
      'A-4,Bad,1.00001,nine,,',
      'a-1,Twice,,,,',
      'A-5,Other,,,B1,',
      'A-6,Short',
      'sku,name,quantity,price,barcode,category_path',
    );
    const before = await contents();
    const refused = await send(ada, text, '?create_missing=true');
    expect(refused).toMatchObject({
      status: 200,
      body: { total: 8, created: 0, unchanged: 1, failed: 7, operations: 0 },
    });
    const faults = [
      [3, 'name', 'required'],
      [4, 'quantity', 'out_of_range'],
      [5, 'price', 'invalid_format'],
      [5, 'quantity', 'too_many_decimals'],
      [6, 'sku', 'duplicate_sku'],
      [7, 'barcode', 'barcode_taken'],
      [8, '', 'invalid_format'],
      [9, '', 'invalid_format'],
    ];
    const reported = ({ body }: Answered) =>
      (body.errors as unknown as { row: number; field: string; code: string }[]).map(({ row, field, code }) => [
        row,
        field,
        code,
      ]);
    expect(reported(refused)).toEqual(faults);
    expect(withoutAudit(await contents())).toBe(withoutAudit(before));
    const trial = await send(ada, text, '?create_missing=true&on_error=skip&dry_run=true');
    expect(withoutAudit(await contents())).toBe(withoutAudit(before));
    const done = await send(ada, text, '?create_missing=true&on_error=skip');
    expect(done).toMatchObject({ body: { total: 8, created: 1, failed: 7, operations: 1 } });
    expect(reported(done)).toEqual(faults);
    expect({ ...parse(trial.text), dry_run: false }).toEqual(parse(done.text));
  });

  it.each([
    ['unknown columns', 'sku,nmae,colour\r\n', 422, 'validation_failed'],
    ['one unknown column', 'sku,nmae\r\nx,y\r\n', 422, 'unknown_field'],
    ['a column twice', 'sku,name,name\r\n', 422, 'duplicate_parameter'],
    ['no sku', 'name\r\nx\r\n', 422, 'validation_failed'],
    ['nothing', ' \r\n', 422, 'validation_failed'],
    ['an open quote', 'sku,name\r\nx,"y\r\n', 400, 'malformed_csv'],
    ['a quote in the middle', 'sku,name\r\nx,"y"z\r\n', 400, 'malformed_csv'],
    ['NUL', 'sku,name\r\nx,y\0\r\n', 400, 'malformed_csv'],
    ['an enormous cell', `sku,name\r\nx,${'y'.repeat(70_000)}\r\n`, 413, 'payload_too_large'],
    ['an enormous header', `sku,${'y'.repeat(70_000)}`, 413, 'payload_too_large'],
  ])('are refused with %s', async (_, text, status, code) => {
    expect(await send(world().ada, text)).toMatchObject({ status, body: { code } });
  });

  it.each([
    ['Latin 1', Buffer.from('sku,name\r\nL-1,B\xfcro\r\n', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFFsku,name\r\nL-1,x\r\n', 'utf16le')],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 3, 0xff, 0xfe])],
  ])('are refused as %s', async (_, bytes) => {
    expect(await send(world().ada, bytes)).toMatchObject({ status: 400, body: { code: 'malformed_csv' } });
  });

  it.each([
    ['semicolons', 'sku;name\nD-1;"a;b, c"\n'],
    ['tabs', 'sku\tname\rD-1\t"a;b, c"\r'],
    ['a byte order mark', '\uFEFFsku,name\r\nD-1,"a;b, c"'],
    ['blank lines', '\uFEFFsku,name\r\n\r\nD-1,"a;b, c"\r\n,\r\n\r\n'],
  ])('are read with %s', async (_, text) => {
    const { ada } = world();
    expect(await send(ada, text)).toMatchObject({ status: 200, body: { total: 1, failed: 0 } });
    expect((await ada.get('/items/lookup?code=D-1')).body).toMatchObject({ name: 'a;b, c' });
  });

  it('are accepted in a form as well', async () => {
    const { ada } = world();
    const form = (file: string) =>
      `--xyz\r\ncontent-disposition: form-data; name="comment"\r\n\r\nhello\r\n--xyz\r\ncontent-disposition: form-data; name="file"; filename="items.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--xyz--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=xyz' };
    const ask = (text: string) => ada.ask('POST', '/items/import', { text, headers });
    expect(await ask(form(table('sku,name', 'F-1,"From a\r\nform"')))).toMatchObject({ body: { total: 1, failed: 1 } });
    expect(await ask(form(table('sku,name', 'F-1,From a form')))).toMatchObject({ body: { total: 1, created: 1 } });
    expect(await ask('--xyz--\r\n')).toMatchObject({ status: 422, body: { code: 'body_required' } });
    expect(await ask('--xyz\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nsku')).toMatchObject({
      status: 400,
      body: { code: 'malformed_csv' },
    });
    expect(
      await ada.ask('POST', '/items/import', { text: 'x', headers: { 'content-type': 'multipart/form-data' } }),
    ).toMatchObject({ status: 400 });
  });

  it('are taken once with a key, however often they are sent', async () => {
    const { ada } = world();
    const text = table('sku,name,quantity', 'K-1,Kept,4');
    const headers = { ...csv, 'idempotency-key': 'import-1' };
    const ask = (body: string) => ada.ask('POST', '/items/import', { text: body, headers });
    expect(await ask(text)).toMatchObject({ body: { created: 1, operations: 1 } });
    const again = await ask(text);
    expect(again).toMatchObject({ body: { created: 1, operations: 1 }, headers: { 'idempotent-replayed': 'true' } });
    expect(await ask(table('sku,name,quantity', 'K-1,Kept,5'))).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  });

  it('keep to what may be done with items', async () => {
    const { ada } = world();
    const rows = [
      'sku,name,quantity,archived,quantity_decimals,allow_negative',
      'M-1,Has stock,2.5,,,',
      'M-2,Old,,true,,',
      'M-3,Debt,-3,,,true',
    ];
    expect(await send(ada, table(...rows))).toMatchObject({
      body: { failed: 1, errors: [{ row: 4, field: 'quantity' }] },
    });
    expect(await send(ada, table(...rows.slice(0, 3), 'M-3,Debt,,,,true'))).toMatchObject({ body: { created: 3 } });
    await ada.post('/operations', { sku: 'M-3', type: 'issue', quantity: 3 });
    const bad = await send(
      ada,
      table('sku,quantity,archived,quantity_decimals,allow_negative', 'M-1,,true,,', 'M-2,1,,,', 'M-3,,,,FALSE'),
    );
    expect(bad.body.errors).toMatchObject([
      { row: 2, field: 'archived', code: 'item_has_stock' },
      { row: 3, code: 'item_archived' },
      { row: 4, field: 'allow_negative', code: 'negative_stock_exists' },
    ]);
    expect((await send(ada, table('sku,quantity_decimals', 'M-1,0'))).body.errors).toMatchObject([
      { code: 'decimals_in_use' },
    ]);
    const good = table(
      'sku,quantity,archived,quantity_decimals,allow_negative',
      'M-1,0,true,0,',
      'M-2,1,false,,',
      'M-3,0,,,FALSE',
    );
    expect(await send(ada, good)).toMatchObject({ body: report({ total: 3, updated: 3, operations: 3 }) });
    expect(await send(ada, good)).toMatchObject({ body: report({ total: 3, unchanged: 3 }) });
  });

  it('can be only made, or only changed', async () => {
    const { ada } = world();
    expect(await send(ada, table('sku,name', 'O-1,One'), '?mode=update')).toMatchObject({
      body: { failed: 1, errors: [{ row: 2, field: 'sku', code: 'item_not_found' }] },
    });
    expect(await send(ada, table('sku,name', 'O-1,One'), '?mode=create')).toMatchObject({ body: { created: 1 } });
    expect(await send(ada, table('sku,name', 'o-1,One'), '?mode=create')).toMatchObject({
      body: { failed: 1, errors: [{ row: 2, field: 'sku', code: 'sku_taken' }] },
    });
  });

  it('are sent as JSON, as CSV, or not at all, by the Accept header', async () => {
    const { ada } = world();
    const typeFor = async (accept: string, query = '') => {
      const { status, headers } = await ada.get(`/items/export${query}`, { accept });
      return [status, headers['content-type'], headers.vary?.includes('Accept') ?? false];
    };
    const type = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json; charset=utf-8' };
    expect(await typeFor('text/csv')).toEqual([200, type.csv, true]);
    expect(await typeFor('text/csv, */*')).toEqual([200, type.csv, true]);
    expect(await typeFor('*/*')).toEqual([200, type.json, true]);
    expect(await typeFor('application/json, text/csv;q=0.5')).toEqual([200, type.json, true]);
    expect(await typeFor('application/json', '?format=csv')).toEqual([200, type.csv, true]);
    expect(await typeFor('image/png')).toContain(406);
    const { headers, text } = await ada.get('/items/export?format=csv&bom=true&q=nothing-like-this');
    expect(headers).toMatchObject({ 'content-disposition': 'attachment; filename="items.csv"' });
    expect(headers).not.toHaveProperty('etag');
    // Readers of text drop the mark.
    expect([text, headers['content-length']]).toEqual([`${header}\r\n`, undefined]);
    const marked = await fetch(`${world().url}/items/export?format=csv&bom=true`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect([...new Uint8Array(await marked.arrayBuffer()).slice(0, 6)]).toEqual([0xef, 0xbb, 0xbf, 0x73, 0x6b, 0x75]);
    expect((await ada.get('/items/export?q=nothing-like-this')).body).toEqual([]);
    const head = await ada.ask('HEAD', '/items/export?format=csv');
    expect([head.status, head.headers['content-type'], head.text]).toEqual([200, type.csv, '']);
  });

  it('have every item once, also behind the first portion', async () => {
    const { ada } = world();
    const rows = Array.from({ length: 1_250 }, (_, n) => `N-${n},Number ${n},${n}`);
    expect(await send(ada, table('sku,name,quantity', ...rows))).toMatchObject({
      body: report({ total: 1_250, created: 1_250, operations: 1_249 }),
    });
    const { body } = await ada.list('/items/export?q=N-');
    expect(body.map(({ sku }) => sku)).toEqual(Array.from({ length: 1_250 }, (_, n) => `N-${n}`));
    expect((await exported(ada, '&q=N-')).split('\r\n')).toHaveLength(1_252);
    expect(await countOf(world(), '/items?q=N-')).toBe(1_250);
  });
});

/** What imports leave in the audit log also when nothing else changes. */
const withoutAudit = (digest: string): string =>
  digest
    .split('\n')
    .filter((line) => !line.startsWith('audit'))
    .join('\n');

describe('the limits of tables', () => {
  onEveryDatabase('stand', (world) => {
    it('at 50,000 rows', async () => {
      const text = table('sku', ...Array.from({ length: 50_001 }, (_, n) => `${n}`));
      expect(await send(world().ada, text)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    });

    it.each([
      ['blank lines', '\r\n'],
      ['rows of blank cells', ' , \r\n'],
    ])('at 50,000 rows, of which %s count', async (_, row) => {
      const rows = (count: number) => `sku,name\r\n${row.repeat(count)}`;
      expect(await send(world().ada, rows(50_001))).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
      expect(await send(world().ada, rows(50_000))).toMatchObject({ status: 200, body: { total: 0, failed: 0 } });
    });

    it('at 10 MiB', async () => {
      const row = `x,${'y'.repeat(1_000)}\r\n`;
      const answer = await send(world().ada, `sku,name\r\n${row.repeat(10_500)}`);
      expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    });

    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nsku,name\r\nZ-1,Zipped\r\n';
    const blanks = ' '.repeat(16 * 1_048_576);
    it.each([
      ['before its file', `${blanks}\r\n${head}--x--\r\n`],
      ['in its file', `${head}${blanks}\r\n--x--\r\n`],
      ['in another field', `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${blanks}\r\n${head}\r\n--x--\r\n`],
      ['behind its file', `${head}\r\n--x--\r\n${blanks}`],
    ])('at 10 MiB of an inflated form, of which nothing is kept: %s', async (_, form) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' };
      const answer = await world().ada.ask('POST', '/items/import', { text: gzipSync(form), headers });
      expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
      expect(await world().ada.get('/items/lookup?code=Z-1')).toMatchObject({ status: 404 });
    });
  });
});
