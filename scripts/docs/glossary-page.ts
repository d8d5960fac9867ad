import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { code, page, table } from './markdown.ts';

const packages = new URL('../../packages/', import.meta.url);
const core = new URL('core/src/', packages);

/** What the parts of the house are, and the words of each context, from the docstrings of the sources. */
export function glossaryPage(): string {
  const contexts = folders(core).filter((name) => name !== 'rest' && existsSync(new URL(`${name}/index.ts`, core)));
  return page(
    'Glossary',
    '## Packages',
    '',
    ...table(
      ['package', 'what it is'],
      folders(packages).map((name) => [
        code(`@backroom/${name}`),
        firstDocstring(new URL(`${name}/src/index.ts`, packages)),
      ]),
    ),
    '## Words that all contexts share',
    '',
    ...wordsOf(new URL('index.ts', core)),
    ...contexts.flatMap((name) => {
      const index = new URL(`${name}/index.ts`, core);
      return [`## ${titleOf(name)}`, '', firstDocstring(index), '', ...wordsOf(index)];
    }),
    '## Publishing',
    '',
    firstDocstring(new URL('rest/index.ts', core)),
    '',
    ...wordsOf(new URL('rest/index.ts', core)),
  );
}

const folders = (place: URL): readonly string[] =>
  readdirSync(fileURLToPath(place), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .sort();

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const docstring = String.raw`\/\*\*((?:(?!\*\/)[\s\S])*)\*\/`;

/** The first paragraph of a docstring, on one line. */
const paragraphOf = (inside: string): string =>
  (
    inside
      .replace(/^[ \t]*\* ?/gm, '')
      .trim()
      .split(/\n\s*\n|\n\s*@/)[0] ?? ''
  ).replace(/\s+/g, ' ');

/** What an index says about what is behind it. */
function firstDocstring(index: URL): string {
  const found = new RegExp(`^${docstring}`).exec(readFileSync(index, 'utf8'));
  if (!found) throw new TypeError(`${fileURLToPath(index)} does not begin with a docstring.`);
  return paragraphOf(found[1] ?? '');
}

/** The types that an index hands on, with their docstrings; inputs and results stand beside their use cases. */
function wordsOf(index: URL): readonly string[] {
  const exports = [...readFileSync(index, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from '(\.[^']+)';/gm)];
  const rows = exports.flatMap(([, names = '', path = '']) => {
    if (/\/(?:use-cases|rest)\/|\/ports\.ts$/.test(path) && !path.includes('kernel')) return [];
    const text = readFileSync(new URL(path, index), 'utf8');
    return names.split(',').flatMap((each) => {
      const name = each.trim().replace(/^type /, '');
      const meaning = name === '' ? undefined : meaningOf(name, text);
      return meaning === undefined ? [] : [[code(name), meaning]];
    });
  });
  return table(
    ['word', 'meaning'],
    rows.sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );
}

/** The docstring of a type or class. */
function meaningOf(name: string, text: string): string | undefined {
  const found = new RegExp(`${docstring}\\s*export (?:interface|type|class) ${name}\\b`).exec(text);
  return found ? withChoices(paragraphOf(found[1] ?? ''), text) : undefined;
}

/** “One of `operationTypes`.” with the words themselves. */
const withChoices = (meaning: string, text: string): string =>
  meaning.replace(/^One of `(\w+)`/, (whole, name: string) => {
    const list = new RegExp(`const ${name} = \\[([^\\]]*)\\] as const`).exec(text)?.[1];
    return list === undefined
      ? whole
      : `One of ${[...list.matchAll(/'([^']+)'/g)].map(([, word = '']) => code(word)).join(', ')}`;
  });
