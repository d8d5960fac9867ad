import { posix } from 'node:path';
import { type Captured, fit } from './paths.ts';
import { type Parsed, type Violation, violation } from './sources.ts';
import { isGlobal, isMember, listOf, type Node, nodesOf, textOf } from './tree.ts';

/** One row of the table: what the files of a room may import. The first row that fits a file is the one that counts. */
export interface ImportRule {
  readonly from: string;
  /** Patterns of paths and packages. `type …` allows types only, `!…` takes out of what the others allow. */
  readonly mayImport: readonly string[];
}

const core = 'packages/core/src';
/** Entry points of the core: the application, its contexts, and the published interfaces. */
const contextDoors = ['!@backroom/core/interface', '@backroom/core', '@backroom/core/*'];
const allDoors = ['@backroom/core', '@backroom/core/*'];

/** Allowed imports per path (ARCHITECTURE.md, "Who imports whom"); the first row that fits decides. */
const desk = 'packages/desk/src';
const deskParts = ['kit', 'words', 'data', 'shell', 'looks'].map((each) => `${desk}/${each}/**`);
const deskLibraries = ['react', '@tanstack/react-query', '@tanstack/react-router', 'valibot'];

export const importRules: readonly ImportRule[] = [
  { from: `${core}/kernel/zone.ts`, mayImport: ['temporal-polyfill'] },
  { from: `${core}/kernel/reading/**`, mayImport: [`${core}/kernel/**`, 'valibot'] },
  { from: `${core}/kernel/**`, mayImport: [`${core}/kernel/**`] },
  {
    from: `${core}/analytics/engine/calendar.ts`,
    mayImport: [`${core}/analytics/**`, `${core}/kernel/**`, 'temporal-polyfill'],
  },
  ...['catalogue', 'system-catalogue', 'shop-catalogue', 'partner-catalogue', 'contributed-catalogue'].map((name) => ({
    from: `${core}/interface/${name}.ts`,
    mayImport: [`${core}/interface/**`, `${core}/{other}/rest/routes*.ts`],
  })),
  {
    from: `${core}/interface/**`,
    mayImport: [
      `${core}/interface/**`,
      `${core}/kernel/**`,
      `type ${core}/core.ts`,
      `type ${core}/ports.ts`,
      `type ${core}/contexts.ts`,
    ],
  },
  {
    from: `${core}/{context}/rest/**`,
    // The catalogues gather the tables, and the index hands them out: to import either back would be a circle.
    mayImport: [
      `!${core}/interface/catalogue.ts`,
      `!${core}/interface/system-catalogue.ts`,
      `!${core}/interface/shop-catalogue.ts`,
      `!${core}/interface/partner-catalogue.ts`,
      `!${core}/interface/contributed-catalogue.ts`,
      `!${core}/interface/index.ts`,
      `${core}/{context}/**`,
      `${core}/commerce/index.ts`,
      `${core}/kernel/**`,
      `${core}/interface/**`,
    ],
  },
  {
    from: `${core}/{context}/**`,
    mayImport: [`!${core}/{context}/rest/**`, `${core}/{context}/**`, `${core}/kernel/**`, `${core}/{other}/index.ts`],
  },
  { from: `${core}/*.ts`, mayImport: [`${core}/*.ts`, `${core}/kernel/**`, `${core}/{other}/index.ts`] },
  {
    from: 'packages/adapters-http/**',
    mayImport: [
      'packages/adapters-http/**',
      ...allDoors,
      'koa',
      'koa-*',
      '@koa/*',
      'busboy',
      'swagger-ui-dist**',
      'prom-client',
      'qrcode',
      'proxy-addr',
      'negotiator',
      'node:**',
    ],
  },
  {
    from: 'packages/adapters-persistence/**',
    mayImport: [
      'packages/adapters-persistence/**',
      ...contextDoors,
      '@mikro-orm/**',
      '@electric-sql/pglite**',
      'kysely',
      'pg',
      'temporal-polyfill',
      'node:**',
    ],
  },
  {
    from: 'packages/adapters-ldap/**',
    mayImport: ['packages/adapters-ldap/**', ...contextDoors, 'ldapts', 'node:**'],
  },
  {
    from: 'packages/adapters-mail/**',
    mayImport: ['packages/adapters-mail/**', ...contextDoors, 'nodemailer**', 'node:**'],
  },
  {
    from: 'packages/adapters-jobs/**',
    mayImport: ['packages/adapters-jobs/**', ...contextDoors, 'node:**'],
  },
  {
    from: 'packages/adapters-node/**',
    mayImport: [
      'packages/adapters-node/**',
      ...contextDoors,
      'csv-parse',
      'csv-stringify/sync',
      'jose',
      '@node-rs/argon2',
      'tar',
      'yauzl',
      'node:**',
    ],
  },
  {
    from: 'packages/adapters-outbound/**',
    mayImport: ['packages/adapters-outbound/**', ...contextDoors, 'undici', 'ipaddr.js', 'node:**'],
  },
  {
    from: 'packages/adapters-html/**',
    mayImport: [
      'packages/adapters-html/**',
      ...contextDoors,
      'sanitize-html',
      'htmlparser2',
      'lightningcss',
      '@csstools/css-tokenizer',
    ],
  },
  { from: 'packages/extension/**', mayImport: ['packages/extension/**', ...allDoors] },
  // Imports the entry module of the extension.
  { from: 'packages/adapters-extensions/src/child/loaded-extension.ts', mayImport: ['**'] },
  {
    from: 'packages/adapters-extensions/src/child/**',
    mayImport: [
      'packages/adapters-extensions/src/child/**',
      'packages/adapters-extensions/src/protocol/**',
      '@backroom/extension',
      'node:**',
    ],
  },
  {
    from: 'packages/adapters-extensions/**',
    mayImport: ['!@backroom/extension', 'packages/adapters-extensions/**', ...allDoors, 'node:**'],
  },
  {
    from: 'packages/adapters-memory/**',
    mayImport: ['packages/adapters-memory/**', ...contextDoors, 'lru-cache', 'rate-limiter-flexible'],
  },
  {
    from: 'packages/composition/**',
    mayImport: [
      'packages/composition/**',
      '@backroom/**',
      'inversify',
      'reflect-metadata',
      'pino',
      'prom-client',
      'valibot',
      'node:**',
    ],
  },
  { from: 'packages/testing/**', mayImport: ['packages/testing/**', ...contextDoors, 'vitest', 'node:**'] },
  {
    from: 'packages/cli/**',
    mayImport: ['packages/cli/**', '@backroom/composition', ...allDoors, 'commander', 'qrcode', 'node:**'],
  },
  // The web application: screens import its parts, never one another; only `data` sends requests to the server.
  ...['kit', 'words', 'data', 'shell', 'looks'].map((folder, index, below) => ({
    from: `${desk}/${folder}/**`,
    mayImport: [
      ...[folder, ...below.slice(0, index)].map((each) => `${desk}/${each}/**`),
      ...deskLibraries,
      ...(folder === 'kit'
        ? ['!packages/desk/src/words/**', 'd3-*', 'react-aria-components', '@internationalized/date', 'qrcode']
        : []),
      ...(folder === 'data' ? ['openapi-fetch'] : []),
    ],
  })),
  { from: `${desk}/*.tsx`, mayImport: [`${desk}/**`, ...deskLibraries, 'react-dom/client'] },
  { from: `${desk}/{screen}/**`, mayImport: [`${desk}/{screen}/**`, ...deskParts, ...deskLibraries] },
  { from: 'packages/desk/build/**', mayImport: ['vite', 'node:**'] },
  { from: 'packages/desk/*.ts', mayImport: ['packages/desk/build/**', 'vite', '@vitejs/plugin-react'] },
  { from: 'test/**', mayImport: ['**'] },
  { from: 'scripts/**', mayImport: ['**'] },
];

/** One import, in whatever form it is written. */
export interface Import {
  /** As written; undefined where it is not a plain text. */
  readonly source: string | undefined;
  readonly isType: boolean;
  readonly start: number;
}

/** Every import of a source: static, side effect, export-from, dynamic, required, and those of types. */
export const importsOf = ({ program, comments }: Parsed): readonly Import[] => [
  ...nodesOf(program).flatMap((node) => importOf(node) ?? []),
  ...comments.flatMap(({ value, start }) => {
    const source = /^\/\s*<reference\s+(?:types|path)=["']([^"']+)/.exec(value)?.[1];
    return source === undefined ? [] : [{ source, isType: true, start }];
  }),
];

function importOf(node: Node): Import | undefined {
  const { start } = node;
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source ? { source: textOf(node.source), isType: isTypeOnly(node), start } : undefined;
    case 'ImportExpression':
      return { source: textOf(node.source), isType: false, start };
    case 'CallExpression':
      return isRequire(node.callee) ? { source: textOf(listOf(node.arguments)[0]), isType: false, start } : undefined;
    case 'TSImportType':
      return { source: textOf(node.source ?? node.argument), isType: true, start };
    case 'TSExternalModuleReference':
      return { source: textOf(node.expression), isType: false, start };
    case 'TSModuleDeclaration':
      return textOf(node.id) === undefined ? undefined : { source: textOf(node.id), isType: true, start };
    default:
      return undefined;
  }
}

function isTypeOnly(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = listOf(node.specifiers);
  return specifiers.length > 0 && specifiers.every((each) => each.importKind === 'type' || each.exportKind === 'type');
}

const isRequire = (callee: unknown): boolean => {
  const node = callee as Node;
  const isMetaResolve = node.type === 'MemberExpression' && (node.object as Node).type === 'MetaProperty';
  return isGlobal(node, 'require') || isMember(node, 'require') || isMetaResolve;
};

/** Where an import leads: a path of the repository, or the name of a package. */
export const targetOf = (path: string, source: string): string =>
  source.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), source)) : source;

/** The imports of these sources that the table does not allow. */
export function forbiddenImports(sources: readonly Parsed[], rules = importRules): readonly Violation[] {
  return sources.flatMap((source) => {
    for (const rule of rules) {
      const captured = fit(rule.from, source.path);
      if (captured) return importsOf(source).flatMap((each) => refusal(source, each, { rule, captured }) ?? []);
    }
    return [violation(source, 0, 'no row of importRules says what this file may import: give its folder one')];
  });
}

function refusal(
  source: Parsed,
  { source: name, isType, start }: Import,
  { rule, captured }: { readonly rule: ImportRule; readonly captured: Captured },
): Violation | undefined {
  if (rule.mayImport.includes('**')) return undefined;
  if (name === undefined)
    return violation(source, start, 'imports what cannot be read here: name the module in a plain text');
  const target = targetOf(source.path, name);
  const fits = (pattern: string) => fit(pattern, target, captured) !== undefined;
  const isRefused = rule.mayImport.some((pattern) => pattern.startsWith('!') && fits(pattern.slice(1)));
  const isAllowed = rule.mayImport.some(
    (pattern) => fits(pattern) || (isType && pattern.startsWith('type ') && fits(pattern.slice(5))),
  );
  if (isAllowed && !isRefused) return undefined;
  return violation(
    source,
    start,
    `${rule.from} must not import ${target}${isType ? ' (a type)' : ''}; it may import ${rule.mayImport.join(', ')}`,
  );
}

/** Rows of the table that no source falls under: they guard nothing. */
export const idleRules = (sources: readonly Parsed[], rules = importRules): readonly string[] => {
  const used = new Set(sources.map(({ path }) => rules.find(({ from }) => fit(from, path))?.from));
  return rules.flatMap(({ from }) => (used.has(from) ? [] : [from]));
};

/** Circles of imports that are followed at run time; files in a circle see each other half made. */
export function importCircles(sources: readonly Parsed[]): readonly Violation[] {
  const known = new Map(sources.map((source) => [source.path, source]));
  const followed = (source: Parsed) =>
    importsOf(source).flatMap(({ source: name, isType }) =>
      isType || name === undefined ? [] : (known.get(targetOf(source.path, name)) ?? []),
    );
  const done = new Set<string>();
  const circles: Violation[] = [];
  const visit = (source: Parsed, trail: readonly string[]) => {
    const at = trail.indexOf(source.path);
    if (at >= 0)
      circles.push(
        violation(source, 0, `imports itself in a circle: ${[...trail.slice(at), source.path].join(' → ')}`),
      );
    if (at >= 0 || done.has(source.path)) return;
    for (const next of followed(source)) visit(next, [...trail, source.path]);
    done.add(source.path);
  };
  for (const source of sources) visit(source, []);
  return circles;
}
