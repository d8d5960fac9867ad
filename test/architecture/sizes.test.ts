import { describe, expect, it } from 'vitest';
import { oversized } from './rules/sizes.ts';
import { allParsed, linesOf, parse } from './rules/sources.ts';

const faults = (text: string, path = 'packages/core/src/identity/user.ts') =>
  linesOf(oversized([parse({ path, text })]));
const lines = (count: number, line = 'f();') => Array.from({ length: count }, () => `${line}\n`).join('');

describe('sizes', () => {
  it('are kept by every source', () => {
    expect(linesOf(oversized(allParsed()))).toEqual([]);
  });

  it('refuses a file of 301 lines', () => {
    expect(faults(lines(301))).toEqual([expect.stringContaining('has 301 lines; at most 300')]);
  });

  it('accepts a file of 300 lines', () => {
    expect(faults(lines(300))).toEqual([]);
  });

  it.each([
    'packages/core/src/identity/rest/routes.inventory.ts',
    'packages/core/src/inventory/ports.ts',
    'packages/adapters-persistence/src/rows/user.row.ts',
    'test/core/a.test.ts',
  ])('accepts 400 lines in %s', (path) => {
    expect(faults(lines(400), path)).toEqual([]);
    expect(faults(lines(401), path)).toEqual([expect.stringContaining('at most 400')]);
  });

  it.each([
    ['function f() {\n', '}'],
    ['const f = () => {\n', '}'],
    ['class A { f() {\n', '} }'],
  ])('refuses a function of 41 lines: %j', (head, end) => {
    expect(faults(head + lines(38) + end)).toEqual([]);
    expect(faults(head + lines(39) + end)).toEqual([expect.stringContaining('is a function of 41 lines')]);
  });

  it('refuses a fourth parameter', () => {
    expect(faults('const f = (a: A, b: B, c: C, d: D) => a;')).toEqual([
      expect.stringContaining('asks for 4 of 4 parameters'),
    ]);
  });

  it('accepts an optional fourth parameter', () => {
    expect(faults('function f(a: A, b: B, c: C, d = 1, e?: E) {}')).toEqual([]);
  });

  it('refuses a sixth parameter, given or not', () => {
    expect(faults('function f(a: A, b = 1, c = 1, d = 1, e = 1, g = 1) {}')).toHaveLength(1);
  });

  it('refuses statements that nest four deep', () => {
    const text = 'function f() { for (;;) { if (a) { try { while (b) g(); } catch {} } } }';
    expect(faults(text)).toEqual([expect.stringContaining('nests 4 deep')]);
  });

  it('counts a chain of else if once, and inner functions for themselves', () => {
    expect(faults('function f() { if (a) g(); else if (b) g(); else if (c) g(); else if (d) g(); }')).toEqual([]);
    expect(faults('function f() { if (a) { if (b) { if (c) { list.map(() => { if (d) g(); }); } } } }')).toEqual([]);
  });

  it('refuses a sixteenth import', () => {
    const imports = (count: number) =>
      Array.from({ length: count }, (_, index) => `import { a${index} } from './${index}.ts';\n`).join('');
    expect(faults(imports(18))).toEqual([]);
    expect(faults(imports(19))).toEqual([expect.stringContaining('imports from 19 modules')]);
  });
});
