import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../architecture/rules/sources.ts';

const folder = join(root, 'packages/desk/src');
const sheets = globSync('**/*.css', { cwd: folder }).map((path) => ({
  path,
  text: readFileSync(join(folder, path), 'utf8'),
}));
const faults = (pattern: RegExp, except: readonly string[] = []) =>
  sheets
    .filter(({ path }) => !except.includes(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );

describe('style sheets', () => {
  it('are read', () => {
    expect(sheets.length).toBeGreaterThan(10);
  });

  it('use logical properties', () => {
    expect(
      faults(
        /^\s*(?:(?:margin|padding|border)-(?:left|right|top|bottom)|left|right|top|bottom|width|height|(?:min|max)-(?:width|height))\s*:/,
      ),
    ).toEqual([]);
    expect(faults(/(?:text-align|float|clear):\s*(?:left|right)/)).toEqual([]);
  });

  it('use colours of the tokens only', () => {
    expect(faults(/#[0-9a-f]{3,8}\b|\brgb\(|\bhsl\(/i, ['tokens.css'])).toEqual([]);
  });

  it('need no !important', () => {
    expect(faults(/!important/)).toEqual([]);
  });

  it('are in a layer', () => {
    const outside = sheets.filter(
      ({ path, text }) => path.endsWith('.module.css') && !/^@layer (?:kit|screen) \{/.test(text),
    );
    expect(outside.map(({ path }) => path)).toEqual([]);
  });
});
