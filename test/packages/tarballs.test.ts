import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackages, publishedPackages, type Tarball } from '../../scripts/packing/pack-packages.ts';
import { isWhole } from '../support/how-long.ts';
import { foreignImports } from './declarations.ts';
import { blockIn, catalogVersion, root, run } from './programs.ts';

const packages = publishedPackages();
/** Packages that programs import; the desk has files for browsers. */
const libraries = packages.filter(({ manifest }) => manifest.name !== '@backroom/desk');
const names = libraries.map(({ manifest }) => manifest.name);

describe('the manifests of the packages', () => {
  it('agree in version, licence and engines', async () => {
    const shared = packages.map(({ manifest: { version, license, engines, type, publishConfig } }) =>
      JSON.stringify({ version, license, engines, type, publishConfig }),
    );
    expect(new Set(shared).size).toBe(1);
    expect(packages[0]?.manifest).toMatchObject({ license: 'MIT', type: 'module', engines: { node: '>=22.19.0' } });
  });

  it.each(libraries.map(({ manifest, folder }) => [manifest.name, manifest, folder] as const))(
    '%s names its folder, its entry points and what it is',
    (_, manifest, folder) => {
      expect(JSON.stringify(manifest)).not.toContain('.example');
      expect(manifest).toMatchObject({
        name: `@backroom/${folder.split(/[\\/]/).at(-1)}`,
        description: expect.stringMatching(/\.$/),
        sideEffects: expect.anything(),
        files: ['dist/**/*.js', 'dist/**/*.d.ts'],
      });
      for (const target of Object.values(manifest.exports))
        if (typeof target !== 'string') expect(Object.keys(target)).toEqual(['types', 'default']);
    },
  );
});

describe('the tarballs of the packages', () => {
  let folder: string;
  let tarballs: ReadonlyMap<string, Tarball>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backroom-tarballs-'));
    tarballs = new Map((await packPackages(folder)).map((tarball) => [tarball.name, tarball]));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const tarballOf = (name: string) => tarballs.get(name) as Tarball;

  it.each(names)('%s has its build, its README and the licence, and neither sources nor maps', (name) => {
    const paths = tarballOf(name).files.map(({ path }) => path);
    const others = paths.filter((path) => !/^dist\/.*\.(?:js|d\.ts)$/.test(path));
    expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(paths).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts']));
  });

  it.each(libraries.map(({ manifest }) => [manifest.name, manifest] as const))(
    '%s names files with side effects that it has',
    (name, { sideEffects }) => {
      const paths = tarballOf(name).files.map(({ path }) => `./${path}`);
      expect(paths).toEqual(expect.arrayContaining([...(sideEffects || [])]));
    },
  );

  it('@backroom/desk has its built files, its README and the licence, and neither sources nor maps', () => {
    const paths = tarballOf('@backroom/desk').files.map(({ path }) => path);
    const others = paths.filter((path) => !path.startsWith('dist/'));
    expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(paths).toEqual(expect.arrayContaining(['dist/files.json', 'dist/index.html', 'dist/index.html.br']));
    expect(paths.filter((path) => /\.(?:map|tsx?)$/.test(path))).toEqual([]);
  });

  it.each(names)('%s names no source map in its files', async (name) => {
    const { stdout } = await run('tar', ['-xzOf', tarballOf(name).filename], folder);
    expect(stdout).toContain('export');
    expect(stdout).not.toContain('sourceMappingURL');
  });

  it.each([...names, '@backroom/desk'])('%s is clean for publint', async (name) => {
    const file = await readFile(tarballOf(name).filename);
    const tarball = file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer;
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });

  // Packages are ES modules: the profile leaves out resolution by `require` and by versions of Node before 12.
  it.each(isWhole ? names : ['@backroom/composition'])('%s has types that every resolution finds', async (name) => {
    const checker = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const { code, stdout, stderr } = await run(
      process.execPath,
      [checker, '--profile', 'esm-only', tarballOf(name).filename],
      folder,
    );
    expect(code, `${stdout}${stderr}`).toBe(0);
  });
});

describe('the declarations of the packages', () => {
  const mayBeNamed: Readonly<Record<string, readonly string[]>> = {
    '@backroom/adapters-http': ['@koa/router', 'koa', 'prom-client'],
    '@backroom/adapters-node': ['jose'],
    '@backroom/composition': ['valibot'],
  };

  it.each(packages.map(({ manifest, folder }) => [manifest.name, folder, manifest] as const))(
    '%s name no driver',
    (name, folder, manifest) => {
      const foreign = foreignImports(folder, manifest);
      expect(foreign.filter((each) => !mayBeNamed[name]?.includes(each))).toEqual([]);
      for (const each of foreign.filter((one) => one === 'koa'))
        expect(manifest.dependencies).toHaveProperty(`@types/${each}`);
    },
  );
});

describe('the documentation of the packages', () => {
  it('names the Node that the manifests demand', async () => {
    const page = await readFile(join(root, 'docs/embedding.md'), 'utf8');
    expect(page).toContain('Node.js **22.19 or newer**');
    expect(page).toContain(`backroom-core-${packages[0]?.manifest.version}.tgz`);
    for (const { folder } of packages)
      expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain('Node.js 22.19 or newer');
  });

  it('shows the program with the desk that the README of its package runs', () => {
    expect(blockIn('docs/embedding.md', 'js desk')).toBe(blockIn('packages/desk/README.md', 'js'));
  });

  it('shows the contract that the README of its package runs', () => {
    expect(blockIn('docs/embedding.md', 'js testing')).toBe(blockIn('packages/testing/README.md', 'js'));
  });

  it('tries its frameworks in versions of the catalog', () => {
    for (const name of ['express', 'fastify', 'hono']) expect(catalogVersion(name)).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
