import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { demandRun, root } from '../packages/programs.ts';
import { launch } from './processes.ts';
import { dataTemplate } from './terminal.ts';

const counting = { NODE_OPTIONS: `--import ${new URL('../support/count-modules.ts', import.meta.url).href}` };

/** How many modules of the workspace's packages a command loads. */
async function loadedBy(argv: readonly string[], environment = {}): Promise<number> {
  await using command = launch(argv, { environment: { ...environment, ...counting } });
  const { code, err } = await command.ended;
  expect(code, err).toBe(0);
  return Number(/^own modules: (\d+)$/m.exec(err)?.[1]);
}

describe('the built program', () => {
  it('loads few files for a command', async () => {
    const loaded = await loadedBy(['--version']);
    expect(loaded).toBeGreaterThan(0);
    expect(loaded).toBeLessThan(120);
  });

  it('loads few files for a command that opens the database', async () => {
    await using template = await dataTemplate();
    expect(await loadedBy(['users', 'list'], { DATA_DIR: await template.copy('loading') })).toBeLessThan(150);
  });
});

describe('the stack trace of an error', () => {
  const program = `import { planSample } from '@backroom/core/sample';
    try { planSample({ orders: 1, years: 1, seed: 1, until: 'never' }); } catch (error) { console.log(error.stack); }`;
  const trace = (flags: readonly string[]) =>
    demandRun(process.execPath, [...flags, '--input-type=module', '--eval', program], root);

  it('names functions, and the bundle names the source of each line', async () => {
    const [, bundle = '', line] = /at planSample \((file:.*?):(\d+):\d+\)/.exec(await trace([])) ?? [];
    const before = readFileSync(fileURLToPath(bundle), 'utf8').split('\n').slice(0, Number(line));
    expect(before.findLast((each) => each.startsWith('// src/'))).toBe('// src/sample/plan.ts');
  });

  it('names sources where source maps are on', async () => {
    const [, source = '', line] = /at planSample \((.*?):(\d+):\d+\)/.exec(await trace(['--enable-source-maps'])) ?? [];
    expect(source).toMatch(/packages\/core\/src\/sample\/plan\.ts$/);
    expect(readFileSync(source, 'utf8').split('\n')[Number(line) - 1]).toContain('refuseUnless(');
  });
});
