import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackages, publishedPackages, type Tarball } from '../../scripts/packing/pack-packages.ts';
import { isWhole } from '../support/how-long.ts';
import { type Dependencies, npm, type PackageManager, pnpm, yarnClassic, yarnModern } from './managers.ts';
import { blockIn, catalogVersion, demandRun, nodeOf, root, run } from './programs.ts';
import { everyEntry, strictSettings, typedProgram } from './typed-program.ts';

/** The Node versions that docs/embedding.md names. */
const nodes = isWhole ? ['22.19.0', '24.21.0', '26.10.0'] : [process.versions.node];
const managers: readonly PackageManager[] = isWhole ? [npm, pnpm, yarnClassic, yarnModern] : [npm];

const others = ['koa', 'express', 'fastify', 'hono', 'typescript', '@types/node', ...(isWhole ? ['vitest'] : [])];
/** Without vitest the contracts are left out. */
const packages = publishedPackages().filter(({ manifest }) => isWhole || manifest.name !== '@backroom/testing');

const isWanted = ({ name }: Tarball) => packages.some(({ manifest }) => manifest.name === name);

const readme = () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  return /^#+ .*embed.*$[\s\S]*?^```ts\n([\s\S]*?)^```$/im.exec(text)?.[1] ?? '';
};

/** Programs in JavaScript, with a pattern of what they print. */
const programs: Readonly<Record<string, readonly [source: () => string, printed: RegExp]>> = {
  readme: [readme, /^10 on hand$/m],
  express: [() => blockIn('docs/embedding.md', 'js express'), /^200$/m],
  fastify: [() => blockIn('docs/embedding.md', 'js fastify'), /^200$/m],
  hono: [() => blockIn('docs/embedding.md', 'js hono'), /^200$/m],
  desk: [() => blockIn('docs/embedding.md', 'js desk'), /^200$/m],
};

/** Whether a message of the compiler is about our declarations, and not about those of other packages. */
const isOurs = (line: string): boolean => /^(?!\s|node_modules\/)./.test(line) || line.includes('/@backroom/');

let folder: string;
let dependencies: Dependencies;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backroom-packages-'));
  const tarballs = await packPackages(join(folder, 'packed'));
  dependencies = {
    packed: Object.fromEntries(tarballs.filter(isWanted).map(({ name, filename }) => [name, filename])),
    others: Object.fromEntries(others.map((name) => [name, catalogVersion(name)])),
  };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const cells = nodes.flatMap((version) => managers.map((manager) => ({ version, manager, name: manager.name })));

describe.each(cells)('packages installed by $name on Node $version', { timeout: 600_000 }, ({ version, manager }) => {
  let node: string;
  let project: string;
  const runs = async (file: string) => run(node, [file], project);

  beforeAll(async () => {
    node = await nodeOf(version);
    project = await mkdtemp(join(folder, 'project-'));
    await manager.install(node, project, dependencies);
  }, 600_000);
  afterAll(() => rm(project, { recursive: true, force: true }));

  it.each(Object.entries(programs))('run the program %s', async (name, [source, printed]) => {
    await writeFile(join(project, `${name}.mjs`), source());
    expect(await runs(`${name}.mjs`)).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(printed) });
  });

  it('compile a program with types, and all declarations, and run it', async () => {
    await writeFile(join(project, 'typed.ts'), typedProgram);
    await writeFile(join(project, 'entries.ts'), everyEntry(packages));
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(strictSettings));
    const compiler = join(project, 'node_modules/typescript/bin/tsc');
    const compiled = await run(node, [compiler, '-p', '.'], project);
    expect(compiled.stdout.split('\n').filter(isOurs)).toEqual([]);
    const { stdout, stderr } = await runs('typed.js');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      quantity: 10,
      at: '2026-11-20T12:00:00.000Z',
      code: 'not_found',
      status: 200,
    });
  });

  it.runIf(manager === npm)('serve no desk without its package', async () => {
    const installed = join(project, 'node_modules/@backroom/desk');
    await rename(installed, join(project, 'elsewhere'));
    await writeFile(join(project, 'bare.mjs'), blockIn('docs/embedding.md', 'js desk'));
    expect(await runs('bare.mjs')).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/^404$/m) });
    await rename(join(project, 'elsewhere'), installed);
  });

  it.runIf(manager === npm)('run the example of the README of each package', async () => {
    for (const { folder: home, manifest } of packages) {
      const example = /^```js\n([\s\S]*?)^```$/m.exec(await readFile(join(home, 'README.md'), 'utf8'))?.[1] ?? '';
      if (manifest.name === '@backroom/testing') {
        await writeFile(join(project, 'clock.test.js'), example);
        await demandRun(node, [join(project, 'node_modules/vitest/vitest.mjs'), 'run', '--root', project], project);
        continue;
      }
      await writeFile(join(project, 'example.mjs'), example);
      expect(await runs('example.mjs'), manifest.name).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringMatching(/./),
      });
    }
  });
});
