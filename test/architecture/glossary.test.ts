import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './rules/sources.ts';

/** A longer list is not read: everything else has its standard name. */
const mostWords = 80;

const sections = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) =>
    [...section.matchAll(/^- \*\*([^*]+)\*\*: (\S.*)$/gm)].map(
      ([, word = '', meaning = '']) => [word, meaning] as const,
    ),
  );
const words = sections.flat().map(([word]) => word);

describe('the glossary', () => {
  it(`has at most ${mostWords} words, each explained once`, () => {
    expect(words.length).toBeGreaterThan(0);
    expect(words.length).toBeLessThanOrEqual(mostWords);
    expect(new Set(words.map((word) => word.toLowerCase())).size).toBe(words.length);
  });

  it('is in alphabetical order within its sections', () => {
    for (const section of sections) {
      const names = section.map(([word]) => word);
      expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
    }
  });

  it('explains each word in one sentence that does not repeat it', () => {
    for (const [word, meaning] of sections.flat()) {
      expect(meaning, word).toMatch(/\.$/);
      expect(meaning.toLowerCase().startsWith(word.toLowerCase()), word).toBe(false);
    }
  });
});
