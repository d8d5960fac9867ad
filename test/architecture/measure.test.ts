import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportedNames } from '../../scripts/measure/exported-names.ts';
import { measures } from '../../scripts/measure/measures.ts';
import { reportOf } from '../../scripts/measure/report.ts';
import { allParsed, type Parsed, parse, root } from './rules/sources.ts';

const sourcesOf = (texts: Readonly<Record<string, string>>): readonly Parsed[] =>
  Object.entries(texts).map(([path, text]) => parse({ path, text }));

function measured(title: string, texts: Readonly<Record<string, string>>): number | undefined {
  return measures.find((each) => each.title.includes(title))?.measure(sourcesOf(texts)).value;
}

describe('measures of the sources', () => {
  it('add up the lines of the interface stack only', () => {
    const texts = {
      'packages/core/src/rest/a.ts': 'f();\n\nf();\n',
      'packages/core/src/interface/b.ts': 'f();\n',
      'packages/core/src/kernel/records/c.ts': 'f();\n',
      'packages/core/src/kernel/d.ts': 'f();\n',
      'packages/adapters-http/src/e.ts': 'f();\n',
    };
    expect(measured('interface stack', texts)).toBe(6);
  });

  it('count schema languages by file, and leave the printed OpenAPI out', () => {
    const texts = {
      'packages/core/src/rest/param.ts': 'export interface Descriptor {}\nexport type OtherDescriptor = 1;\n',
      'packages/core/src/kernel/codec.ts': 'export interface Codec<T> {}\ninterface InnerSchema {}\n',
      'packages/core/src/rest/openapi-document.ts': 'export type Schema = 1;\n',
      'packages/adapters-http/src/a.ts': 'export type Schema = 1;\n',
    };
    expect(measured('schema languages', texts)).toBe(2);
  });

  it('count dispatchers by the name of their file', () => {
    const texts = { 'packages/core/src/rest/dispatch.ts': '', 'packages/core/src/rest/dispatching.ts': '' };
    expect(measured('dispatchers', texts)).toBe(1);
  });

  it('count a type name once, however often one file declares it', () => {
    const texts = {
      'packages/core/src/a.ts': 'interface Row {}\nexport type Row = 1;\ntype Own = 1;\n',
      'packages/core/src/b.ts': 'export interface Row {}\n',
      'test/core/c.test.ts': 'type Own = 1;\n',
    };
    expect(measured('type names', texts)).toBe(1);
  });

  it('count lines of comments, not words, and no code', () => {
    const texts = {
      'packages/core/src/a.ts':
        '// Nobody tells whoever asks.\n/**\n * Told so\n * many times, so many.\n */\nconst told = 1;\n',
      'packages/core/src/b.ts': '// The teller is untold.\n',
    };
    expect(measured('comment lines', texts)).toBe(3);
  });

  it('count destructured list literals and spread object literals', () => {
    const text =
      'const [a, b] = [1, 2];\nconst [c] = list;\nf({ ...{ a, b }, ...rest });\nf([...[1]], { ...(x ? { a } : {}) });\n';
    expect(measured('list literals', { 'packages/core/src/a.ts': text })).toBe(2);
  });

  it('count folders with more than 25 files, without migrations and generated ones', () => {
    const files = (folder: string, count: number, text = '') =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`packages/core/src/${folder}/f${at}.ts`, text]));
    expect(measured('folders', files('kernel', 25))).toBe(0);
    expect(measured('folders', files('kernel', 26))).toBe(1);
    expect(measured('folders', files('migrations', 26))).toBe(0);
    expect(measured('folders', files('kernel', 26, '/** Made by scripts/write.ts. */\n'))).toBe(0);
  });

  it('are printed with their aims, one line each and their parts below', () => {
    const lines = reportOf(measures, allParsed());
    for (const { title, aim } of measures) {
      expect(lines.filter((line) => line.includes(`≤ ${aim}  ${title}`))).toHaveLength(1);
    }
  });
});

describe('exported names of a module', () => {
  it('are those of declarations, lists and of modules behind a star, once each', () => {
    const sources = sourcesOf({
      'a/index.ts': "export * from './b.ts';\nexport { x as y, type Z } from './c.ts';\nexport const own = 1;\n",
      'a/b.ts': "export * from './d/index.ts';\nexport type T = 1;\nexport function f() {}\nconst inner = 1;\n",
      'a/d/index.ts':
        "export * from '../b.ts';\nexport * as ns from './e.ts';\nexport class C {}\nexport { f } from '../b.ts';\n",
    });
    expect(exportedNames(sources, 'a/index.ts')).toEqual(['C', 'T', 'Z', 'f', 'ns', 'own', 'y']);
  });

  it('are not guessed where a module is missing', () => {
    expect(() => exportedNames([], 'a.ts')).toThrow('a.ts is not among the sources');
  });
});

describe('npm run check', () => {
  it('takes no argument except --measure', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'check', '--all'], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('check runs several programs: it takes no arguments except --measure.');
  });

  it.each([
    'schema languages',
    'dispatchers',
    'names exported by the first door',
    'type names declared',
    'comment lines',
    'destructured list literals',
    'folders with more',
  ])('keep to the aim that is met: %s', (title) => {
    const measure = measures.find((each) => each.title.includes(title));
    expect(measure?.measure(allParsed()).value).toBeLessThanOrEqual(measure?.aim ?? 0);
  });
});
