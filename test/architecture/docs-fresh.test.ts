import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorOf } from '../../scripts/docs/markdown.ts';
import { makePages, type Page, stalePages, writePages } from '../../scripts/docs/pages.ts';
import { migratedTemplate, ours } from '../support/templates.ts';
import { root, type Source } from './rules/sources.ts';
import { trackedTexts } from './rules/texts.ts';

describe('documentation that is made from the sources', () => {
  let pages: readonly Page[];
  let folder: string;
  beforeAll(async () => {
    const place = { kind: 'memory' as const, template: await migratedTemplate(ours) };
    pages = await makePages(place);
    folder = mkdtempSync(join(tmpdir(), 'backroom-docs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is up to date', () => {
    expect(stalePages(root, pages), 'not up to date: run `npm run docs`').toEqual([]);
  });

  it('is the same each time it is made', async () => {
    expect(await makePages()).toEqual(pages);
  });

  it('is missed where it is not', () => {
    expect(stalePages(folder, pages)).toEqual(pages.map(({ path }) => path));
  });

  it('is known to be stale after a change', () => {
    writePages(folder, pages);
    expect(stalePages(folder, pages)).toEqual([]);
    const path = join(folder, 'docs/errors.md');
    writeFileSync(path, readFileSync(path, 'utf8').replace('`sku_taken`', '`sku_is_taken`'));
    expect(stalePages(folder, pages)).toEqual(['docs/errors.md']);
  });
});

describe('links of the documentation', () => {
  it('lead somewhere', () => {
    const pages = trackedTexts().filter(({ path }) => path.endsWith('.md'));
    expect(pages.map(({ path }) => path)).toContain('ARCHITECTURE.md');
    expect(pages.flatMap((page) => brokenLinks(page, root))).toEqual([]);
  });

  it.each([
    ['[a](docs/nothing.md)', ['README.md: docs/nothing.md']],
    ['[a]( ./docs/errors.md#nowhere )', ['README.md: ./docs/errors.md#nowhere']],
    ['[a](#nowhere)', ['README.md: #nowhere']],
    ['![a](picture.png "A title")', ['README.md: picture.png']],
    ['[a]: nothing.md', ['README.md: nothing.md']],
    ['# A heading, here\n\n[a](#a-heading-here) [b](docs/errors.md#404-not-found) [c](packages/core)', []],
    ['[a](https://example.org/nothing.md) <mailto:a@example.org>', []],
    ['```sh\n[a](nothing.md)\n```\n`[a](nothing.md)`', []],
  ])('in %j are checked', (text, broken) => {
    expect(brokenLinks({ path: 'README.md', text }, root)).toEqual(broken);
  });
});

describe('words that do not belong here', () => {
  const acme = nameFinder(new Map([[8, [digestOf('acmeshop')]]]));

  it('are in no file', () => {
    const texts = trackedTexts();
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.flatMap((text) => strayWords(text))).toEqual([]);
  });

  it.each([
    ['the name of a peer', 'Better than Acme Shop, and cheaper.'],
    ['the name of a peer', 'const isAcmeShopOrder = 1;'],
    ['the name of a peer', 'https://acmeshop.example'],
    ['a path of one machine', ['see ', 'work', 'main/README.md'].join('/')],
    ['a path of one machine', `"${['', 'root', '.config'].join('/')}"`],
    ['the host of a package registry', ['https://registry', 'example', 'com/a'].join('.')],
    ['the host of a package registry', ['https://npm', 'example', 'com/a'].join('.')],
  ])('are found: %s', (what, text) => {
    expect(strayWords({ path: 'a.md', text: `First line.\n${text}\n` }, acme)).toEqual([`a.md:2 has ${what}`]);
  });

  it.each([
    'An acme of a workshop.',
    'homework/main',
    'import a from "npm:a";',
    'the registry.',
    'https://example.org/npm',
  ])('are not seen in %j', (text) => {
    expect(strayWords({ path: 'a.md', text }, acme)).toEqual([]);
  });
});

/** Links of a page that lead to no file, or to no heading of one. */
function brokenLinks({ path, text }: Source, base: string): readonly string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const targets = [
    ...[...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g)].map((match) => match[1] ?? ''),
    ...[...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)].map((match) => match[1] ?? ''),
  ];
  return targets
    .filter((target) => !/^[a-z]+:/i.test(target) && !leadsSomewhere(target, { path, text }, base))
    .map((target) => `${path}: ${target}`);
}

function leadsSomewhere(target: string, { path, text }: Source, base: string): boolean {
  const [file = '', heading] = target.split('#', 2);
  const place = join(base, dirname(path), decodeURI(file));
  if (file !== '' && !existsSync(place)) return false;
  if (heading === undefined) return true;
  const page = file === '' ? text : statSync(place).isFile() ? readFileSync(place, 'utf8') : '';
  return [...page.matchAll(/^#+ (.+)$/gm)].some(([, title = '']) => anchorOf(title.trim()) === heading);
}

/** Names of products by length; as digests, so that they are in no file, not even here. */
type Digests = ReadonlyMap<number, readonly string[]>;

/** Other products of the kind. */
const peers: Digests = new Map([
  [7, ['2c96c4dc757597cc']],
  [9, ['576473d6a73d7f55']],
  [10, ['ac4d35d196e5a990']],
  [11, ['36546d452b5919ce']],
]);

const digestOf = (word: string): string => createHash('sha256').update(word).digest('hex').slice(0, 16);

/** Makes a question: whether a word, in small letters, has one of these names in it. */
function nameFinder(names: Digests): (word: string) => boolean {
  const has = (word: string) =>
    [...names].some(([length, digests]) =>
      Array.from({ length: Math.max(0, word.length - length + 1) }, (_, start) =>
        digestOf(word.slice(start, start + length)),
      ).some((digest) => digests.includes(digest)),
    );
  // Most words of a repository occur there often.
  const known = new Map<string, boolean>();
  return (word) => {
    const answer = known.get(word) ?? has(word);
    known.set(word, answer);
    return answer;
  };
}

const namesPeer = nameFinder(peers);
const longest = Math.max(...peers.keys());

const ownPath = /(?:^|[^a-z.])\/(?:work|farm|root|home|Users)\/[a-z.]/;
const registryHost =
  /\b(?:https?:\/\/(?:[a-z0-9-]+\.)*(?:registry|npm|npmjs|pypi|artifactory|nexus)\.[a-z0-9-]+|registry\.[a-z0-9-]+\.[a-z]{2,})/i;

/** What in a text belongs to another product or to one machine. */
const strayWords = ({ path, text }: Source, isName = namesPeer): readonly string[] =>
  text.split('\n').flatMap((line, index) => {
    const words = line.toLowerCase().match(/[a-z]{3,}/g) ?? [];
    const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`);
    const short = pairs.filter(({ length }) => length <= longest);
    return [
      ...([...words, ...short].some(isName) ? ['the name of a peer'] : []),
      ...(ownPath.test(line) ? ['a path of one machine'] : []),
      ...(registryHost.test(line) ? ['the host of a package registry'] : []),
    ].map((what) => `${path}:${index + 1} has ${what}`);
  });
