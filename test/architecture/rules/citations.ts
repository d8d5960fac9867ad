import { type Parsed, type Source, type Violation, violation } from './sources.ts';

/** Numbers of the sections of each specification, by file name. */
export type Sections = ReadonlyMap<string, ReadonlySet<string>>;

const specification = 'inventory|shop-platform|analytics|commerce-data';
const sectionNumber = String.raw`\d+(?:\.\d+)*`;
/** `docs/spec/analytics.md 5.4`, or with several sections `docs/spec/inventory.md 3.3, 13 and 14`. */
const citation = new RegExp(
  String.raw`docs/spec/([a-z-]+)\.md(?:\s+(?:\*\s+)?(${sectionNumber}(?:(?:, | and )${sectionNumber})*))?`,
  'g',
);
const bare = new RegExp(String.raw`(?<!docs/spec/)\b(?:${specification})\.md\b`, 'g');
/** A document by one word and a section, such as `house, 3.3` in parentheses: it has no path. */
const unnamed = /\([a-z][\w-]*(?:\.md)?, \d+\.\d+\)/g;
const link = /\[[^\]]*\]\([^)]*\)/g;

/** The specifications among these texts, with the numbers of their headings. */
export const sectionsOf = (texts: readonly Source[]): Sections =>
  new Map(
    texts
      .filter(({ path }) => path.startsWith('docs/spec/'))
      .map(({ path, text }) => [
        path.slice('docs/spec/'.length).replace(/\.md$/, ''),
        new Set([...text.matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.? /gm)].map(([, number = '']) => number)),
      ]),
  );

/** Citations in comments and in titles of tests that name no existing section. */
export const brokenCitationsOfCode = (sources: readonly Parsed[], sections: Sections): readonly Violation[] =>
  sources.flatMap((source) =>
    source.comments.flatMap(({ value, start }) =>
      faultsOf(value, sections).map(({ at, message }) => violation(source, start + 2 + at, message)),
    ),
  );

/** Citations in a Markdown page that name no existing section; its links are checked elsewhere. */
export function brokenCitationsOfPage({ path, text }: Source, sections: Sections): readonly Violation[] {
  const prose = text.replace(link, (whole) => ' '.repeat(whole.length));
  const own = sections.get(path.replace(/^docs\/spec\/|\.md$/g, ''));
  return [...faultsOf(prose, sections), ...(own ? faultsInside(prose, own) : [])].map(({ at, message }) => ({
    path,
    line: prose.slice(0, at).split('\n').length,
    message,
  }));
}

interface Fault {
  readonly at: number;
  readonly message: string;
}

function faultsOf(text: string, sections: Sections): readonly Fault[] {
  const cited = [...text.matchAll(citation)].filter(([, name]) => name !== 'README');
  return [
    ...cited.flatMap(({ index, 1: name = '', 2: numbers }) => {
      const known = sections.get(name);
      if (!known) return [{ at: index, message: `cites docs/spec/${name}.md, which does not exist` }];
      if (numbers === undefined) return [{ at: index, message: `cites docs/spec/${name}.md without a section` }];
      return numbers
        .split(/, | and /)
        .filter((number) => !known.has(number))
        .map((number) => ({ at: index, message: `cites docs/spec/${name}.md ${number}, which does not exist` }));
    }),
    ...[...text.matchAll(bare)].map(({ index, 0: name }) => ({
      at: index,
      message: `cites ${name} without its folder: write docs/spec/${name} and a section`,
    })),
    ...[...text.matchAll(unnamed)].map(({ index, 0: whole }) => ({
      at: index,
      message: `cites ${whole}: name a file of the repository`,
    })),
  ];
}

/** `section 2.2` in a specification means its own section. */
const faultsInside = (prose: string, own: ReadonlySet<string>): readonly Fault[] =>
  [...prose.matchAll(/\bsections? (\d+(?:\.\d+)*)/g)]
    .filter(([, number = '']) => !own.has(number))
    .map(({ index, 0: whole }) => ({ at: index, message: `refers to ${whole}, which it does not have` }));
