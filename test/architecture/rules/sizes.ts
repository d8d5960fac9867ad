import { fitsAny } from './paths.ts';
import { type Parsed, type Violation, violation } from './sources.ts';
import { childrenOf, isFunction, isNode, listOf, type Node, nodesOf } from './tree.ts';

/** Maximum sizes (CONTRIBUTING.md, "Names and sizes"). */
export const limits = {
  file: 300,
  /** Declaration tables, maps of rows, tests, and scripts, which have to be self-contained. */
  table: 400,
  function: 40,
  /** A component with its markup. */
  component: 80,
  /** Parameters that a caller has to give; optional ones and those with a default come on top. */
  parameters: 3,
  allParameters: 5,
  nesting: 3,
  /** Statements, not lines: the formatter breaks long ones, and what matters is the number of imported modules. */
  imports: 18,
  /** A component also imports its parts and its texts. */
  componentImports: 26,
} as const;

/** The contracts of ports are tests, too. */
const tests = ['test/**', 'packages/testing/**'];

const tables = [
  'packages/core/src/*/rest/routes*.ts',
  'packages/core/src/*/rest/shapes.ts',
  'packages/core/src/*/rest/presenters.ts',
  'packages/core/src/**ports.ts',
  'packages/adapters-persistence/src/rows/**',
  'packages/adapters-persistence/src/migrations/**',
  'packages/**/index.ts',
  'packages/desk/src/words/*/**',
  'scripts/**',
  ...tests,
];
/** A migration is one long statement, texts of a language one long record; a test file is one long `describe`. */
const withoutFunctions = ['packages/desk/src/words/*/**', 'packages/adapters-persistence/src/migrations/**', ...tests];

/** What is larger than it may be. */
export const oversized = (sources: readonly Parsed[]): readonly Violation[] =>
  sources.flatMap((source) => {
    const isTest = fitsAny(tests, source.path);
    const functions = fitsAny(withoutFunctions, source.path) ? [] : nodesOf(source.program).filter(isFunction);
    return [
      ...longFile(source),
      ...(isTest ? [] : manyImports(source)),
      ...functions.flatMap((each) => [
        ...longFunction(source, each),
        ...manyParameters(source, each),
        ...deepNesting(source, each),
      ]),
    ];
  });

function longFile(source: Parsed): readonly Violation[] {
  const lines = source.text.replace(/\n$/, '').split('\n').length;
  const limit = fitsAny(tables, source.path) ? limits.table : limits.file;
  return lines <= limit ? [] : [violation(source, source.text.length - 1, `has ${lines} lines; at most ${limit}`)];
}

function manyImports(source: Parsed): readonly Violation[] {
  const statements = listOf(source.program.body).filter(({ type }) => type === 'ImportDeclaration');
  const limit = source.path.endsWith('.tsx') ? limits.componentImports : limits.imports;
  if (statements.length <= limit || /\/index\.ts$/.test(source.path)) return [];
  return [violation(source, 0, `imports from ${statements.length} modules; at most ${limit}`)];
}

function longFunction(source: Parsed, node: Node): readonly Violation[] {
  const lines = source.lineOf(node.end) - source.lineOf(node.start) + 1;
  const limit = source.path.endsWith('.tsx') ? limits.component : limits.function;
  return lines <= limit ? [] : [violation(source, node.start, `is a function of ${lines} lines; at most ${limit}`)];
}

function manyParameters(source: Parsed, node: Node): readonly Violation[] {
  const parameters = listOf(node.params);
  const asked = parameters.filter(
    ({ type, optional }) => type !== 'AssignmentPattern' && type !== 'RestElement' && optional !== true,
  );
  if (asked.length <= limits.parameters && parameters.length <= limits.allParameters) return [];
  return [
    violation(
      source,
      node.start,
      `asks for ${asked.length} of ${parameters.length} parameters; at most ${limits.parameters}, then one object`,
    ),
  ];
}

const nesters = new Set([
  'IfStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
  'TryStatement',
]);

function deepNesting(source: Parsed, node: Node): readonly Violation[] {
  const depth = isNode(node.body) ? depthOf(node.body) : 0;
  return depth <= limits.nesting
    ? []
    : [violation(source, node.start, `nests ${depth} deep; at most ${limits.nesting}`)];
}

/** How deep statements nest in a function; functions inside count for themselves, and `else if` is not deeper. */
function depthOf(node: Node): number {
  const inside = childrenOf(node).map((child) => {
    if (isFunction(child)) return 0;
    const isElseIf = node.type === 'IfStatement' && child === node.alternate && child.type === 'IfStatement';
    return isElseIf ? depthOf(child) - 1 : depthOf(child);
  });
  return Math.max(0, ...inside) + (nesters.has(node.type) ? 1 : 0);
}
