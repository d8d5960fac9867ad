import { describe, expect, it } from 'vitest';
import { brokenCitationsOfCode, brokenCitationsOfPage, sectionsOf } from './rules/citations.ts';
import { allParsed, linesOf, parse } from './rules/sources.ts';
import { trackedTexts } from './rules/texts.ts';

const texts = trackedTexts();
const sections = sectionsOf(texts);
const pages = texts.filter(({ path }) => path.endsWith('.md'));

describe('citations of the specifications', () => {
  it('name a file and a section that exist, in comments', () => {
    expect(linesOf(brokenCitationsOfCode(allParsed(), sections))).toEqual([]);
  });

  it('name a file and a section that exist, in the documentation', () => {
    expect(linesOf(pages.flatMap((page) => brokenCitationsOfPage(page, sections)))).toEqual([]);
  });

  it('are looked up in the headings of all four', () => {
    expect([...sections.keys()].toSorted()).toEqual([
      'README',
      'analytics',
      'commerce-data',
      'inventory',
      'shop-platform',
    ]);
    for (const [name, number] of [
      ['analytics', '5.16'],
      ['inventory', '16.4'],
      ['shop-platform', '1.10'],
      ['commerce-data', '4'],
    ] as const) {
      expect(sections.get(name)?.has(number), `${name} ${number}`).toBe(true);
    }
  });

  it.each([
    ['docs/spec/analytics.md 99.1', 'docs/spec/analytics.md 99.1, which does not exist'],
    ['docs/spec/inventory.md 3.3, 13 and 99', 'docs/spec/inventory.md 99, which does not exist'],
    ['docs/spec/nothing.md 1', 'docs/spec/nothing.md, which does not exist'],
    ['docs/spec/analytics.md', 'without a section'],
    ['(analytics.md, 5.4)', 'without its folder'],
    ['(house, 3.3)', 'name a file of the repository'],
  ])('are refused: %s', (cited, message) => {
    const source = parse({
      path: 'packages/core/src/a.ts',
      text: `/** A row. See ${cited}. */\nexport const a = 1;\n`,
    });
    expect(linesOf(brokenCitationsOfCode([source], sections))[0]).toContain(message);
    expect(
      linesOf(brokenCitationsOfPage({ path: 'docs/a.md', text: `# A\n\nSee ${cited}.\n` }, sections))[0],
    ).toContain(message);
  });

  it('are refused where a specification refers to a section that it does not have', () => {
    const page = { path: 'docs/spec/analytics.md', text: '# A\n\nSee section 99 and section 2.2.\n' };
    expect(linesOf(brokenCitationsOfPage(page, sections))).toEqual([
      'docs/spec/analytics.md:3 refers to section 99, which it does not have',
    ]);
  });

  it.each(['docs/spec/analytics.md 5.4', 'docs/spec/inventory.md 1, 3.3, 13 and 14', 'docs/spec/README.md'])(
    'are accepted: %s',
    (cited) => {
      expect(brokenCitationsOfPage({ path: 'docs/a.md', text: `See (${cited}).\n` }, sections)).toEqual([]);
    },
  );
});
