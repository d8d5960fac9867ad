import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './rules/sources.ts';

const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** The files of one part of a row, each with the titles that are named behind it. */
function named(part: string): readonly (readonly [string, readonly string[]])[] {
  return part.split('`').reduce<[string, string[]][]>((found, text, index) => {
    if (index % 2 === 1) found.push([text, []]);
    else for (const [, title = ''] of text.matchAll(/"([^"]+)"/g)) found.at(-1)?.[1].push(title);
    return found;
  }, []);
}

const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('`test/'));
const files = rows.flatMap((row) => named(row.split(' | ')[2] ?? ''));

describe('the page about security', () => {
  it('has the requirements in rows', () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(files.map(([file, titles]) => ({ file, titles })))('names tests that are in $file', ({ file, titles }) => {
    expect(existsSync(join(root, file))).toBe(true);
    const source = readFileSync(join(root, file), 'utf8');
    expect(titles.filter((title) => !source.includes(title.replaceAll('"', '\\"')) && !source.includes(title))).toEqual(
      [],
    );
  });
});
