import { posix } from 'node:path';
import { fitsAny } from '../../test/architecture/rules/paths.ts';
import type { Parsed } from '../../test/architecture/rules/sources.ts';
import { isNode, listOf, type Node, nameOf, nodesOf } from '../../test/architecture/rules/tree.ts';
import { exportedNames } from './exported-names.ts';

/** One number about the sources, and the bound that it should keep. */
export interface Measure {
  readonly title: string;
  /** Upper bound that the project aims for. */
  readonly aim: number;
  /** The value, and optionally what it is composed of, largest first. */
  measure(sources: readonly Parsed[]): { readonly value: number; readonly parts?: readonly string[] };
}

/** A type name that is declared by more files than this is listed. */
const listedFrom = 4;
const mostFiles = 25;

const stack = [
  'packages/core/src/rest/**',
  'packages/core/src/interface/**',
  'packages/core/src/kernel/records/**',
  'packages/adapters-http/src/**',
];

/** Everything that `npm run check -- --measure` prints, in this order. */
export const measures: readonly Measure[] = [
  {
    title: 'lines of the interface stack (core rest, interface and kernel/records, adapters-http)',
    aim: 6500,
    measure: (sources) => {
      const lines = (pattern: string) =>
        sum(sources.filter(({ path }) => fitsAny([pattern], path)).map(({ text }) => text.split('\n').length - 1));
      const parts = stack.map((pattern) => [pattern.replace('/**', ''), lines(pattern)] as const);
      return { value: sum(parts.map(([, count]) => count)), parts: listed(parts, 1) };
    },
  },
  {
    title: 'schema languages (files of the core that export a type …Descriptor, …Schema or …Codec)',
    aim: 1,
    measure: (sources) =>
      files(sources, ['packages/core/src/**'], (source) => {
        const isOutput = /\/openapi(?:\/|[^/]*\.ts$)/.test(source.path);
        return !isOutput && exportedTypes(source).some((name) => /(?:Descriptor|Schema|Codec)$/.test(name));
      }),
  },
  {
    title: 'dispatchers (files dispatch.ts of the core)',
    aim: 1,
    measure: (sources) =>
      files(sources, ['packages/core/src/**'], ({ path }) => posix.basename(path) === 'dispatch.ts'),
  },
  {
    title: 'names exported by the first door of @backroom/core',
    aim: 80,
    measure: (sources) => ({ value: exportedNames(sources, 'packages/core/src/index.ts').length }),
  },
  {
    title: 'type names declared in more than one file',
    aim: 15,
    measure: (sources) => {
      const counts = countsOf(
        programOf(sources)
          // The web application declares what it reads by the names of the interfaces.
          .filter(({ path }) => !path.startsWith('packages/desk/'))
          .flatMap((source) => [...new Set(declaredTypes(source))]),
      );
      return { value: counts.filter(([, count]) => count > 1).length, parts: listed(counts, listedFrom) };
    },
  },
  {
    title: 'comment lines (also of tests and scripts) with tell/tells/told, nobody/somebody/whoever, so many',
    aim: 20,
    measure: (sources) => {
      const lines = sources.flatMap(({ comments }) => comments.flatMap(({ value }) => value.split('\n')));
      const words = /\b(tell|tells|told|nobody|somebody|whoever|so many)\b/gi;
      const found = lines.map((line) => new Set([...line.matchAll(words)].map(([word]) => word.toLowerCase())));
      return {
        value: found.filter(({ size }) => size > 0).length,
        parts: listed(countsOf(found.flatMap((each) => [...each])), 1),
      };
    },
  },
  {
    title: 'destructured list literals and spread object literals (const [a, b] = [x, y], ...{ a, b })',
    aim: 0,
    measure: (sources) => {
      const nodes = programOf(sources).flatMap(({ program }) => nodesOf(program));
      const lists = nodes.filter(isListTrick).length;
      const spreads = nodes.flatMap(spreadLiterals).length;
      return { value: lists + spreads, parts: [`lists ${lists}`, `spreads ${spreads}`] };
    },
  },
  {
    title: `folders with more than ${mostFiles} source files (migrations and generated files apart)`,
    aim: 0,
    measure: (sources) => {
      const folders = programOf(sources)
        .filter((source) => !source.path.includes('/migrations/') && !isGenerated(source))
        .map(({ path }) => posix.dirname(path));
      const large = countsOf(folders).filter(([, count]) => count > mostFiles);
      return { value: large.length, parts: listed(large, mostFiles) };
    },
  },
];

/** Sources of all packages. */
const programOf = (sources: readonly Parsed[]): readonly Parsed[] =>
  sources.filter(({ path }) => fitsAny(['packages/*/src/**'], path));

function files(sources: readonly Parsed[], patterns: readonly string[], fits: (source: Parsed) => boolean) {
  const found = sources.filter((source) => fitsAny(patterns, source.path) && fits(source)).map(({ path }) => path);
  return { value: found.length, parts: found };
}

/** Interfaces and type aliases at the top level of a source, exported or not. */
const declaredTypes = ({ program }: Parsed): readonly string[] =>
  listOf(program.body)
    .map((statement) => (isNode(statement.declaration) ? statement.declaration : statement))
    .filter(isType)
    .flatMap(({ id }) => nameOf(id) ?? []);

const exportedTypes = ({ program }: Parsed): readonly string[] =>
  listOf(program.body)
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ declaration }) => (isNode(declaration) && isType(declaration) ? (nameOf(declaration.id) ?? []) : []));

const isType = ({ type }: Node): boolean => type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration';

/** `const [a, b] = [x, y]`: two statements in one. */
const isListTrick = ({ type, id, init }: Node): boolean =>
  type === 'VariableDeclarator' &&
  isNode(id) &&
  id.type === 'ArrayPattern' &&
  isNode(init) &&
  init.type === 'ArrayExpression';

/** `{ ...{ a, b } }`: members of an object in a literal of their own. */
const spreadLiterals = ({ type, properties }: Node): readonly Node[] =>
  type === 'ObjectExpression'
    ? listOf(properties).filter(
        (each) => each.type === 'SpreadElement' && isNode(each.argument) && each.argument.type === 'ObjectExpression',
      )
    : [];

/** Files that a program writes are marked in their first comment. */
const isGenerated = ({ comments }: Parsed): boolean =>
  /^\*?\s*(?:generated|made) by scripts\//i.test(comments[0]?.value ?? '');

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The number of occurrences of each text, the most frequent first. */
function countsOf(texts: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

const listed = (counts: readonly (readonly [string, number])[], from: number): readonly string[] =>
  counts.filter(([, count]) => count >= from).map(([name, count]) => `${name} ${count}`);
