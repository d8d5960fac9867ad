import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { launch, launchAtTerminal, launchServer } from './processes.ts';
import { dataTemplate, start } from './terminal.ts';

vi.setConfig({ testTimeout: 90_000 });

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

const category = (id: number) => JSON.stringify({ kind: 'category', id, name: `C ${id}`, slug: `c-${id}` });
const lines = (count: number) => `${Array.from({ length: count }, (_, id) => category(id + 1)).join('\n')}\n`;
const exported = async (folder: string) =>
  (await launch(['export', '-'], { environment: { DATA_DIR: folder } }).ended).out;

/** Input that never ends, line by line; it has to be larger than the buffers of a pipe (about 200 KiB). */
function endless(text: string): PassThrough {
  const stream = new PassThrough();
  for (const line of text.split(/(?<=\n)/)) stream.write(line);
  return stream;
}

/** Waits until the command has read most of its input; the rest fits the buffers of the pipe. */
const consumed = (input: PassThrough) =>
  vi.waitUntil(() => input.readableLength === 0 && input.writableLength === 0, { timeout: 60_000 });

describe('Ctrl-C in an import', () => {
  it('beside a server keeps nothing, ends with 130, and is no error in its log', async () => {
    const folder = await template.copy('beside');
    await using server = await launchServer({ DATA_DIR: folder });
    const before = await exported(folder);
    const input = endless(lines(10_000));
    await using command = launch(['import', '-', '--quiet'], { environment: { DATA_DIR: folder }, input });
    await consumed(input);
    command.kill('SIGINT');
    expect(await command.ended).toMatchObject({
      code: 130,
      out: '',
      err: 'backroom: Interrupted: nothing of - was kept.\n',
    });
    expect(await exported(folder)).toBe(before);
    const { err } = await server.stop();
    expect(err).not.toMatch(/"level":"?(50|error)|error/i);
  });

  it('without a server keeps nothing, of tables neither', async () => {
    const folder = await template.copy('alone');
    const items = Array.from({ length: 20_000 }, (_, id) => `S-${id},Item ${id}`).join('\n');
    for (const [argv, text, outcome] of [
      [['import', '-'], lines(10_000), 'nothing of - was kept'],
      [['items', 'import', '-'], `sku,name\n${items}\n`, 'nothing was kept'],
    ] as const) {
      const input = endless(text);
      await using command = launch([...argv, '--quiet'], { environment: { DATA_DIR: folder }, input });
      await consumed(input);
      command.kill('SIGINT');
      expect(await command.ended).toMatchObject({ code: 130, err: `backroom: Interrupted: ${outcome}.\n` });
    }
    expect(await exported(folder)).not.toContain('"category"');
  });

  it('is a problem document for programs', async () => {
    const folder = await template.copy('json');
    const started = start(['import', '-', '--json'], { environment: { DATA_DIR: folder }, isTerminal: true });
    await vi.waitUntil(() => started.signals.listenerCount('SIGINT') > 0, { timeout: 30_000 });
    started.signals.emit('SIGINT');
    const code = await started.code;
    expect([code, JSON.parse(started.said().err)]).toMatchObject([130, { code: 'interrupted' }]);
  });

  it.skipIf(spawnSync('script', ['--version']).status !== 0)('clears its line on a terminal', async () => {
    const folder = await template.copy('terminal');
    const file = join(folder, 'many.ndjson');
    await writeFile(file, lines(20_000));
    await using command = launchAtTerminal(['import', file, '-'], { DATA_DIR: folder, NO_COLOR: '1' });
    await command.until(/Importing {2}.*records/);
    command.type('\u0003');
    const ended = await command.ended;
    expect([ended.code, ended.out]).toEqual([
      130,
      expect.stringContaining('\r\u001b[Kbackroom: Interrupted: nothing of '),
    ]);
    expect(ended.out).not.toContain('100 %');
    expect((await exported(folder)).match(/"kind":"category"/g)).toBeNull();
  });
});
