import { describe, expect, it } from 'vitest';
import { forbiddenImports, idleRules, importCircles, importsOf } from './rules/imports.ts';
import { allParsed, demandAll, linesOf, parse, readSources } from './rules/sources.ts';

const at = (path: string, text: string) => parse({ path, text });
const isForbidden = (path: string, text: string) => forbiddenImports([at(path, text)]).length > 0;

describe('the reader', () => {
  it('reads every file that git or the disk lists', () => {
    expect(readSources().length).toBeGreaterThan(50);
  });

  it('fails when it finds nothing', () => {
    expect(() => demandAll([], [])).toThrow('No source was read');
  });

  it('fails when it read less than is there, and names what it missed', () => {
    expect(() =>
      demandAll(['packages/core/src/core.ts'], ['packages/core/src/core.ts', 'packages/cli/src/main.ts']),
    ).toThrow('packages/cli/src/main.ts');
  });

  it('fails on a file that it cannot parse', () => {
    expect(() => at('packages/core/src/broken.ts', "import { from 'koa'; const")).toThrow(
      'packages/core/src/broken.ts',
    );
  });
});

describe('the table of imports', () => {
  it('is kept by every source', () => {
    expect(linesOf(forbiddenImports(allParsed()))).toEqual([]);
  });

  it('has no row without files', () => {
    expect(idleRules(allParsed())).toEqual([]);
  });

  it('reports a row without files', () => {
    expect(
      idleRules(
        [at('packages/a/x.ts', '')],
        [
          { from: 'packages/a/**', mayImport: [] },
          { from: 'packages/b/**', mayImport: [] },
        ],
      ),
    ).toEqual(['packages/b/**']);
  });

  it('refuses a file of a folder that has no row', () => {
    expect(isForbidden('packages/adapters-new/src/index.ts', '')).toBe(true);
  });

  it.each([
    ['a static import', "import { a } from 'koa';"],
    ['an import of a type', "import type { A } from 'koa';"],
    ['an import for its side effect', "import 'koa';"],
    ['an export of names', "export { a } from 'koa';"],
    ['an export of everything', "export * from 'koa';"],
    ['an export of everything under a name', "export * as koa from 'koa';"],
    ['an import while running', "const a = await import('koa');"],
    ['an import while running, in a template', 'const a = await import(`koa`);'],
    ['an import of something computed', "const a = await import('ko' + 'a');"],
    ['require', "const a = require('koa');"],
    ['require.resolve', "const a = require.resolve('koa');"],
    ['import.meta.resolve', "const a = import.meta.resolve('koa');"],
    ['import =', "import a = require('koa');"],
    ['a type import inside a type', "export type A = import('koa').Context;"],
    ['a declaration of the module', "declare module 'koa' { interface A {} }"],
    ['a reference', '/// <reference types="koa" />'],
  ])('finds %s', (_, text) => {
    expect(isForbidden('packages/core/src/identity/user.ts', text)).toBe(true);
  });

  it('does not mistake comments and texts for imports', () => {
    expect(
      importsOf(at('packages/core/src/identity/user.ts', "// import 'koa';\nconst a = \"import 'koa'\";")),
    ).toEqual([]);
  });

  it.each([
    ['the kernel', 'packages/core/src/kernel/actor.ts', '../identity/index.ts'],
    ['the kernel', 'packages/core/src/kernel/actor.ts', '../core.ts'],
    ['the kernel', 'packages/core/src/kernel/actor.ts', 'node:crypto'],
    ['a context', 'packages/core/src/identity/user.ts', '../inventory/item.ts'],
    ['a context', 'packages/core/src/identity/use-cases/log-in.ts', '../../interface/schema.ts'],
    ['a context', 'packages/core/src/identity/use-cases/log-in.ts', '../../interface/index.ts'],
    ['a context', 'packages/core/src/identity/user.ts', './rest/shapes.ts'],
    ['a context', 'packages/core/src/identity/user.ts', '../core.ts'],
    ['a context', 'packages/core/src/identity/user.ts', 'valibot'],
    ['a context', 'packages/core/src/identity/user.ts', 'node:crypto'],
    ['the publishing of a context', 'packages/core/src/identity/rest/routes.ts', '../../inventory/index.ts'],
    ['the publishing of a context', 'packages/core/src/identity/rest/routes.ts', '../../interface/catalogue.ts'],
    ['the publishing of a context', 'packages/core/src/identity/rest/routes.ts', 'valibot'],
    ['core/interface', 'packages/core/src/interface/schema.ts', 'valibot'],
    ['core/interface', 'packages/core/src/interface/inventory/policy.ts', '../../identity/index.ts'],
    ['core/interface', 'packages/core/src/interface/inventory/policy.ts', '../../core.ts'],
    ['the catalogue', 'packages/core/src/interface/catalogue.ts', '../identity/rest/shapes.ts'],
    ['the first door', 'packages/core/src/index.ts', './interface/index.ts'],
    ['adapters-http', 'packages/adapters-http/src/app.ts', '@backroom/adapters-node'],
    ['adapters-http', 'packages/adapters-http/src/app.ts', '../../core/src/core.ts'],
    ['adapters-persistence', 'packages/adapters-persistence/src/database.ts', '@backroom/core/interface'],
    ['adapters-persistence', 'packages/adapters-persistence/src/database.ts', 'inversify'],
    ['adapters-node', 'packages/adapters-node/src/concurrency-limiter.ts', 'reflect-metadata'],
    ['adapters-memory', 'packages/adapters-memory/src/index.ts', '@backroom/adapters-persistence'],
    ['cli', 'packages/cli/src/main.ts', '@backroom/adapters-persistence'],
    ['cli', 'packages/cli/src/main.ts', 'inversify'],
  ])('keeps %s (%s) from importing %s', (_, path, target) => {
    expect(isForbidden(path, `import { a } from '${target}';`)).toBe(true);
  });

  it.each([
    ['packages/core/src/kernel/actor.ts', "import { a } from './errors.ts';"],
    ['packages/core/src/identity/use-cases/log-in.ts', "import { a } from '../../kernel/use-case.ts';"],
    ['packages/core/src/site/ports.ts', "import type { A } from '../identity/index.ts';"],
    ['packages/core/src/identity/rest/routes.ts', "import { a } from '../../interface/route.ts';"],
    ['packages/core/src/interface/inventory/policy.ts', "import type { Core } from '../../core.ts';"],
    ['packages/core/src/interface/inventory/policy.ts', "import { type Core, type Ports } from '../../core.ts';"],
    ['packages/core/src/kernel/reading/compile.ts', "import * as v from 'valibot';"],
    ['packages/core/src/interface/catalogue.ts', "import { a } from '../identity/rest/routes.inventory.ts';"],
    ['packages/adapters-http/src/app.ts', "import Koa from 'koa'; import { a } from '@backroom/core/interface';"],
    ['packages/adapters-node/src/node-ids.ts', "import { randomUUID } from 'node:crypto';"],
    ['packages/composition/src/compose.ts', "import 'reflect-metadata'; import { a } from '@backroom/adapters-node';"],
    ['packages/cli/src/main.ts', "import { Command } from 'commander';"],
    ['test/core/world.ts', "import { a } from '@backroom/adapters-node'; import 'pg';"],
  ])('accepts in %s: %s', (path, text) => {
    expect(linesOf(forbiddenImports([at(path, text)]))).toEqual([]);
  });
});

describe('circles of imports', () => {
  it('are nowhere', () => {
    expect(linesOf(importCircles(allParsed()))).toEqual([]);
  });

  it('are found', () => {
    const circle = [
      at('packages/a/one.ts', "import './two.ts';"),
      at('packages/a/two.ts', "export * from './one.ts';"),
    ];
    expect(linesOf(importCircles(circle))).toEqual([
      expect.stringContaining('packages/a/one.ts → packages/a/two.ts → packages/a/one.ts'),
    ]);
  });

  it('do no harm among types', () => {
    const types = [
      at('packages/a/one.ts', "import type { A } from './two.ts';"),
      at('packages/a/two.ts', "import './one.ts';"),
    ];
    expect(importCircles(types)).toEqual([]);
  });
});
