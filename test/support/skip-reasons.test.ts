import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { reasonFor, skippedLines, skipReasons } from './skip-reasons.ts';

const tests = fileURLToPath(new URL('../', import.meta.url));
const conditional = globSync('**/*.ts', {
  cwd: tests,
  exclude: ['**/node_modules/**', 'support/skip-reasons*'],
}).filter((file) => /\.(?:skipIf|runIf)\(/.test(readFileSync(`${tests}${file}`, 'utf8')));

it('every file whose tests can be left out has a reason, and every reason a file', () => {
  expect(conditional.filter((file) => reasonFor(file) === undefined)).toEqual([]);
  const unused = skipReasons
    .flatMap(({ files }) => files)
    .filter((start) => !conditional.some((file) => file.startsWith(start)));
  expect(unused).toEqual([]);
});

it('tests that were left out are counted by reason', () => {
  const skipped = new Map([
    ['browser/phones.test.ts', 4],
    ['browser/themes.test.ts', 2],
    ['adapters/migrating.test.ts', 1],
    ['core/other.test.ts', 1],
  ]);
  expect(skippedLines(skipped)).toEqual([
    'Skipped 6 (no Chromium was found: install chromium): browser/phones.test.ts, browser/themes.test.ts',
    'Skipped 1 (only long forms: BACKROOM_LONG=1): adapters/migrating.test.ts',
    'Skipped 1 (marked in the file): core/other.test.ts',
  ]);
});
