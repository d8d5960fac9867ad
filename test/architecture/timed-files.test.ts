import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { timedFiles } from '../support/timed-files.ts';
import { readSources, root } from './rules/sources.ts';

/** An expectation that something took less than a time, or a measured task of a page. */
const bound =
  /\blongestTask\(page|expect\([^;]*?(?:performance\.now\(\)|\b(?:millis|milliseconds|seconds|elapsed|lasted|waits|pauses|times|p99)\b)[^;]*?\)\s*\.toBeLessThan(?:OrEqual)?\(/;

it('every file of tests with an upper bound on elapsed time is run as such', () => {
  const bounded = readSources().filter(({ path, text }) => path.endsWith('.test.ts') && bound.test(text));
  expect(bounded.length).toBeGreaterThan(0);
  expect(bounded.map(({ path }) => path).filter((path) => !timedFiles.includes(path))).toEqual([]);
});

it('every file that is run as such exists', () => {
  expect(timedFiles.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
