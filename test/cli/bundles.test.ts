import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { demandRun, root } from '../packages/programs.ts';
import { launch } from './processes.ts';
import { dataTemplate } from './terminal.ts';

const counting = { NODE_OPTIONS: `--import ${new URL('../support/count-modules.ts', import.meta.url).href}` };

interface Loaded {
  /** Number of modules of the workspace's packages. */
  readonly own: number;
  /** Names of other packages. */
  readonly others: readonly string[];
}

async function loadedBy(argv: readonly string[], environment = {}): Promise<Loaded> {
  await using command = launch(argv, { environment: { ...environment, ...counting } });
  const { code, err } = await command.ended;
  expect(code, err).toBe(0);
  const [, own, others = ''] = /^own modules: (\d+)\nother packages: (.*)$/m.exec(err) ?? [];
  return { own: Number(own), others: others.split(' ') };
}

describe('the built program', () => {
  it('loads few files for a command', async () => {
    const { own } = await loadedBy(['--version']);
    expect(own).toBeGreaterThan(0);
    expect(own).toBeLessThan(120);
  });

  it('loads few files, and no HTTP framework, for a command that opens the database', async () => {
    await using template = await dataTemplate();
    const { own, others } = await loadedBy(['users', 'list'], { DATA_DIR: await template.copy('loading') });
    expect(own).toBeLessThan(150);
    expect(others).toContain('kysely');
    for (const name of ['koa', 'prom-client', 'qrcode']) expect(others).not.toContain(name);
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
