import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from './rules/sources.ts';

/** Everything that the repository has at its top; a run of the tests or the server must leave nothing else there. */
const entries = [
  '.changeset',
  '.ci',
  '.editorconfig',
  '.gitattributes',
  '.gitignore',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'biome.json',
  'docs',
  'examples',
  'package.json',
  'packages',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'scripts',
  'test',
  'toolchain',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
];

it('the repository has only its declared top-level entries, tracked or not', () => {
  const paths = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const found = new Set(paths.split('\0').map((path) => path.split('/', 1)[0]));
  expect([...found].filter((name) => name && !entries.includes(name))).toEqual([]);
});
