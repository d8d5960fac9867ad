import type { Schema } from '@backroom/core/interface';
import { reportSlugs, shopRoutes } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { printedReports } from '../../packages/core/src/analytics/reports/all.ts';
import { everyGroups, everyList, everyStats } from '../support/reports.ts';

const routes = shopRoutes().filter(({ path }) =>
  reportSlugs.some((slug) => path === `/shop-analytics/reports/${slug}`),
);

/** Members that explain themselves, or that are objects of others. */
const silent = ['_links', 'segments', 'intervals', 'totals'];

/** Paths of members of an answer without a meaning. */
function silentIn(shape: Schema | undefined, path: string): readonly string[] {
  return Object.entries(shape?.items?.properties ?? shape?.properties ?? {}).flatMap(([name, member]) => [
    ...(silent.includes(name) || member.description ? [] : [`${path} ${name}`]),
    ...(name === 'totals' ? silentIn(member, path) : []),
  ]);
}

describe('reports', () => {
  it('declare the meaning of each of their numbers', () => {
    const tables = routes.filter(({ path }) => !path.endsWith('performance-indicators'));
    expect(tables).toHaveLength(reportSlugs.length - 1);
    expect(tables.flatMap(({ path, returns }) => silentIn(returns, path))).toEqual([]);
  });

  it('describe each of their filters', () => {
    const reports = [...everyStats, ...everyList, ...everyGroups];
    const named = new Set(reports.flatMap(({ filters }) => Object.keys(filters)));
    const mute = routes.flatMap(({ path, params }) =>
      Object.entries(params).flatMap(([name, { description }]) =>
        named.has(name) && !description ? [`${path} ${name}`] : [],
      ),
    );
    expect(mute).toEqual([]);
  });

  it('have no meanings of what they do not publish', () => {
    const strange = [...everyList, ...everyGroups].flatMap(({ slug, meanings }) => {
      const shape = routes.find(({ path }) => path.endsWith(`/${slug}`))?.returns?.items?.properties ?? {};
      return Object.keys(meanings).filter((name) => !Object.hasOwn(shape, name));
    });
    expect(strange).toEqual([]);
  });

  it('are printed with the columns of the export', () => {
    const headers = Object.entries(printedReports).map(([name, { columns }]) => [name, columns.map((c) => c.header)]);
    expect(Object.fromEntries(headers)).toMatchObject({
      categories: ['Category', 'Items sold', 'Net Revenue', 'Products', 'Orders'],
      coupons: ['Coupon code', 'Orders', 'Amount discounted', 'Created', 'Expires', 'Type'],
      downloads: ['Date', 'Product title', 'File name', 'Order #', 'User Name', 'IP'],
      revenue: [
        ...['Date', 'Orders', 'Gross sales', 'Total sales', 'Returns', 'Coupons', 'Taxes', 'Shipping', 'Net Revenue'],
      ],
      stock: ['Product / Variation', 'SKU', 'Status', 'Stock'],
    });
  });
});
