import { describe, expect, it } from 'vitest';
import { emptyNames, poorDocstrings, poorExports, wordsOf } from './rules/docstrings.ts';
import { allParsed, linesOf, parse } from './rules/sources.ts';

const at = (text: string, path = 'packages/core/src/identity/user.ts') => [parse({ path, text })];

describe('docstrings', () => {
  it('precede ports, their methods and use cases, and repeat no name', () => {
    expect(linesOf(poorDocstrings(allParsed()))).toEqual([]);
  });

  it.each([
    ['no docstring on a use case', 'export const limit = 1;'],
    ['a comment that is none', '// Most lines.\nexport const limit = 1;'],
    ['a docstring of something else', '/** Most lines. */\nconst a = 1;\nexport const limit = a;'],
    ['no full stop', '/** Most lines of a batch */\nexport const limit = 1;'],
    ['only tags', '/** @throws DomainError when. */\nexport const limit = 1;'],
    ['nothing but the name', '/** The user store. */\nexport class UserStore {}'],
    ['no docstring on a function', 'export function limit() {}'],
    ['no docstring on a type', 'export type Limit = 1;'],
    ['no docstring on an interface', 'export interface Limit {}'],
    ['no docstring where it is declared', 'const limit = 1;\nexport { limit };'],
  ])('are missed: %s', (_, text) => {
    expect(poorDocstrings(at(text, 'packages/core/src/identity/use-cases/limit.ts'))).toHaveLength(1);
    expect(poorDocstrings(at(text, 'packages/core/src/identity/ports.ts'))).toHaveLength(1);
  });

  it('may be left out elsewhere', () => {
    expect(poorDocstrings(at('export const limit = 1;'))).toEqual([]);
  });

  it.each([
    '/** Most lines of one batch. */\nexport const limit = 1;',
    '/**\n * Reads a decimal (`-12.5`)\n * from a text. And more\n */\nexport const limit = 1;',
    '/** One of a kind. */\nexport function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: never) { return a; }',
    '/** Most lines of one batch. */\nconst limit = 1;\nexport { limit };',
    "export { limit } from './limit.ts';",
    'const inside = 1;',
  ])('are accepted: %j', (text) => {
    expect(linesOf(poorDocstrings(at(text)))).toEqual([]);
  });

  it('are required for the methods of a port', () => {
    const port =
      '/** The accounts. */\nexport interface UserStore {\n  find(id: number): User;\n  readonly ready: () => boolean;\n  readonly size: number;\n}';
    expect(linesOf(poorDocstrings(at(port, 'packages/core/src/identity/ports.ts')))).toEqual([
      expect.stringContaining('find has no docstring'),
      expect.stringContaining('ready has no docstring'),
    ]);
  });

  it('begin every index with what is behind it', () => {
    expect(poorDocstrings(at("export { a } from './a.ts';", 'packages/core/src/identity/index.ts'))).toHaveLength(1);
    expect(
      poorDocstrings(at("/** Who people are. */\nexport { a } from './a.ts';", 'packages/core/src/identity/index.ts')),
    ).toEqual([]);
  });
});

describe('names', () => {
  it('describe the thing, everywhere', () => {
    expect(linesOf(emptyNames(allParsed()))).toEqual([]);
  });

  it.each([
    'export class UserManager {}',
    'const dateHelper = 1;',
    'interface UserService {}',
    'type UserData = 1;',
    'type ErrorInfo = 1;',
    'function requestHandler() {}',
    'class BaseStore {}',
    'class AbstractStore {}',
    'class StoreImpl {}',
  ])('are refused: %s', (text) => {
    expect(emptyNames(at(text))).toHaveLength(1);
  });

  it.each(['utils', 'types', 'constants', 'helpers', 'user-service', 'date.util'])(
    'are refused for a file: %s.ts',
    (file) => {
      expect(emptyNames(at('', `packages/core/src/identity/${file}.ts`))).toHaveLength(1);
    },
  );

  it.each(['class DataFolderLock {}', 'class Database {}', 'const info = 1;', 'function manage() {}'])(
    'are accepted: %s',
    (text) => {
      expect(emptyNames(at(text))).toEqual([]);
    },
  );

  it('are read word by word', () => {
    expect(wordsOf('JSONInfoOf2Things')).toEqual(['JSON', 'Info', 'Of', '2', 'Things']);
  });
});

describe('exports', () => {
  it('have names, and are handed on by indexes only', () => {
    expect(linesOf(poorExports(allParsed()))).toEqual([]);
  });

  it.each([
    'export default 1;',
    'const a = 1;\nexport { a as default };',
    "export * from './a.ts';",
    "export { a } from './a.ts';",
  ])('are refused: %j', (text) => {
    expect(poorExports(at(text))).toHaveLength(1);
  });

  it('are handed on by an index', () => {
    expect(poorExports(at("export * from './a.ts';", 'packages/core/src/identity/index.ts'))).toEqual([]);
  });
});
