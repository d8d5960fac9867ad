import { describe, expect, it } from 'vitest';
import { allParsed, linesOf, type Parsed, parse, type Violation, violation } from './rules/sources.ts';
import { isNode, listOf, nameOf } from './rules/tree.ts';

const hooks: readonly unknown[] = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];

/** Hooks at the top of a module that tests share: a process loads it once, so only its first file would have them. */
const sharedHooks = (source: Parsed): readonly Violation[] =>
  listOf(source.program.body)
    .map(({ expression }) => expression)
    .filter(isNode)
    .filter(({ callee }) => hooks.includes(nameOf(callee)))
    .map(({ start }) => violation(source, start, 'a hook that only one file would have'));

describe('modules that tests share', () => {
  it('are found out when they declare a hook', () => {
    const text =
      "import { beforeEach } from 'vitest';\nbeforeEach(() => {});\nexport const hook = () => beforeEach(() => {});";
    expect(linesOf(sharedHooks(parse({ path: 'test/a.ts', text })))).toEqual([
      'test/a.ts:2 a hook that only one file would have',
    ]);
  });

  it('leave hooks to the tests', () => {
    const shared = allParsed().filter(({ path }) => path.startsWith('test/') && !path.endsWith('.test.ts'));
    expect(linesOf(shared.flatMap(sharedHooks))).toEqual([]);
  });
});
