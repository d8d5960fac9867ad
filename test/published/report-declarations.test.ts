import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '@backroom/adapters-memory';
import type { Core } from '@backroom/core';
import { shopRoutes } from '@backroom/core/interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../architecture/rules/sources.ts';
import { linkedRecords, questionReports, reportDeclarations } from '../core/internals.ts';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { askingQuestions } from '../support/report-desk.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const small = readFileSync(join(root, 'test/support/fixtures/shop-small.ndjson'), 'utf8');

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

interface Column {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly path: string;
  readonly given: string | null;
  readonly more: readonly string[];
  readonly names: string | null;
  readonly sort: string | null;
  readonly total: string | null;
  readonly tree: { readonly of: string; readonly id: string } | null;
  readonly link: { readonly to: string; readonly id: string; readonly parent: string | null } | null;
}
interface Filter {
  readonly subject: string;
  readonly label: string;
  readonly takes: string;
  readonly unit?: string;
  readonly on: readonly string[];
  readonly words?: readonly string[];
  readonly aliases?: readonly string[];
  readonly [side: string]: unknown;
}
interface Declaration {
  readonly slug: string;
  readonly title: string;
  readonly question: string;
  readonly stats: {
    readonly path: string;
    readonly strip: readonly string[];
    readonly measures: readonly {
      readonly name: string;
      readonly label: string;
      readonly unit: string;
      readonly meaning: string;
    }[];
    readonly segments: readonly { readonly name: string; readonly label: string }[];
    readonly sorts: readonly string[];
  } | null;
  readonly list: {
    readonly path: string;
    readonly key: readonly string[];
    readonly params: Readonly<Record<string, unknown>>;
    readonly sort: string;
    readonly columns: readonly Column[];
    readonly sorts: readonly string[];
  } | null;
  readonly filters: readonly Filter[];
}

const declarations = reportDeclarations as unknown as readonly Declaration[];
const measureUnits = ['money', 'count', 'average', 'percent'];
const columnUnits = [...measureUnits, 'text', 'day', 'moment', 'status', 'words', 'sku'];

/** Parameters that are not filters. */
const forms = new Set(['context', 'page', 'per_page', 'order', 'orderby', 'offset', 'fields', 'segmentby', 'interval']);
for (const name of ['after', 'before', 'extended_info', 'force_cache_refresh', 'match', 'date_type']) forms.add(name);
const paramsOf = (slug: string) =>
  shopRoutes().find(({ path }) => path === `/shop-analytics/reports/${slug}`)?.params ?? {};
const filtersOf = ({ stats, list }: Declaration): readonly string[] => {
  const names = [stats, list].flatMap((each) => (each ? Object.keys(paramsOf(each.path)) : []));
  return [...new Set(names)].filter((name) => !forms.has(name)).toSorted();
};
const parametersOf = ({ is, not, from, to, by, aliases = [] }: Filter): readonly string[] =>
  [is, not, from, to, by, ...aliases].filter((each) => typeof each === 'string');

/** Values at a path; a path through a list has the values of its items. */
const valuesAt = (row: unknown, [name, ...rest]: readonly string[]): readonly unknown[] => {
  if (Array.isArray(row) && (name !== undefined || row.length === 0))
    return row.flatMap((each) => valuesAt(each, [name ?? '', ...rest]));
  if (name === undefined) return [row];
  return typeof row === 'object' && row !== null && Object.hasOwn(row, name)
    ? valuesAt((row as Readonly<Record<string, unknown>>)[name], rest)
    : [];
};

it('a stock that is not managed has no value, on screens as in files', () => {
  const givenOf = (wanted: string) =>
    declarations.find(({ slug }) => slug === wanted)?.list?.columns.find(({ name }) => name === 'stock_quantity')
      ?.given;
  expect([givenOf('stock'), givenOf('products')]).toEqual(['manage_stock', 'extended_info.manage_stock']);
});

describe.each(declarations)('the declaration of $slug', (report) => {
  it('has each filter parameter of its routes in exactly one subject', () => {
    const named = report.filters.flatMap(parametersOf);
    expect(named.toSorted()).toEqual(filtersOf(report));
  });

  it('has for each subject its values, and which of the two reports have it', () => {
    for (const filter of report.filters) {
      expect(filter.label, filter.subject).not.toBe('');
      expect(filter.on.length, filter.subject).toBeGreaterThan(0);
      if (filter.takes.startsWith('word')) expect(filter.words?.length, filter.subject).toBeGreaterThan(1);
      if (filter.takes === 'range') expect(columnUnits).toContain(filter.unit);
    }
    const subjects = report.filters.map(({ subject }) => subject);
    expect(subjects).toEqual([...new Set(subjects)]);
  });

  it('has a label, a unit and a meaning for each measure, and only known ones at the head', () => {
    const { measures = [], strip = [], segments = [] } = report.stats ?? {};
    for (const { name, label, unit, meaning } of measures)
      expect([name, label !== '', measureUnits.includes(unit), meaning !== '']).toEqual([name, true, true, true]);
    const names = measures.map(({ name }) => name);
    expect(strip.filter((name) => !names.includes(name))).toEqual([]);
    for (const { name, label } of segments) expect(label, name).not.toBe(name);
  });

  it('names only reports, sorts, totals and kinds of records that exist', () => {
    const { stats, list } = report;
    expect(questionReports).toEqual(expect.arrayContaining([stats, list].flatMap((each) => each?.path ?? [])));
    const measures = stats?.measures.map(({ name }) => name) ?? [];
    const { enum: sorts = [] } = paramsOf(list?.path ?? '').orderby ?? {};
    for (const { name, unit, sort, total, tree, link } of list?.columns ?? []) {
      expect(columnUnits, name).toContain(unit);
      if (sort !== null) expect(sorts, name).toContain(sort);
      if (total !== null) expect(measures, name).toContain(total);
      if (link) expect(linkedRecords, name).toContain(link.to);
      expect(tree, `${report.slug}.${name}`).toEqual(
        report.slug === 'categories' && name === 'name' ? { of: 'categories', id: 'category_id' } : null,
      );
    }
    const columns = list?.columns.map(({ name }) => name) ?? [];
    expect(columns).toEqual([...new Set(columns)]);
    expect([...sorts, undefined]).toContain(list?.sort.replace(/^-/, ''));
  });
});

describe('the declared paths', () => {
  let stores: Stores;
  let core: Core;
  beforeAll(async () => {
    const [embedded] = databases;
    if (!embedded) throw new RangeError('There is no database.');
    stores = await openStores(embedded);
    core = coreOn(stores, {}, new ManualClock(new Date('2025-04-02T12:00:00Z')));
    await core.interchange.importRecords(anAdministrator(), { open: () => linesOf(small), onError: 'stop' });
  });
  afterAll(() => stores?.close());

  it.each(declarations.flatMap((each) => (each.list ? [{ ...each, list: each.list }] : [])))(
    'are in the rows of $slug, and the measures in its totals',
    async ({ list, stats }) => {
      const range = { after: '2024-01-01T00:00:00', before: '2025-04-01T00:00:00' };
      const dated = (path: string) => (Object.hasOwn(paramsOf(path), 'after') ? range : {});
      const { rows, sums } = await askingQuestions(core).ask({
        rows: { report: list.path, ...list.params, ...dated(list.path), per_page: 100 },
        sums: { report: stats?.path, ...dated(stats?.path ?? '') },
      });
      const found = rows?.answer?.rows as readonly unknown[];
      const paths = list.columns.flatMap(({ path, more, tree, link }) => [
        path,
        ...more,
        ...(link ? [link.id, link.parent ?? link.id] : []),
        ...(tree ? [tree.id] : []),
      ]);
      const missing = [...paths, ...list.key].filter(
        (path) => !found.some((row) => valuesAt(row, path.split('.')).length > 0),
      );
      expect(missing).toEqual([]);
      const totals = Object.keys((sums?.answer?.totals as object | undefined) ?? {});
      expect(totals).toEqual(expect.arrayContaining(stats?.measures.map(({ name }) => name) ?? []));
    },
  );
});
