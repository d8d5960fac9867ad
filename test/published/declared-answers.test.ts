import { type Schema, type ShopRoute, shopRoutes } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { playExample, type Query, type RequestReport } from '../../scripts/docs/example-shop.ts';
import { declaredAnswers } from '../support/declared-answers.ts';

/** Values of variables under which the example has something. */
const variables: Readonly<Record<string, string>> = { id: '1', leaderboard: 'products', product_id: '1' };
const idsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/shop/v3/orders/{id}': { id: '55' },
  '/shop/v3/orders/{order_id}/refunds': { order_id: '55' },
  '/shop/v3/orders/{order_id}/refunds/{id}': { order_id: '55', id: '56' },
  '/shop/v3/products/{product_id}/variations/{id}': { id: '2' },
};
const period = { after: '2025-03-01T00:00:00', before: '2025-03-31T23:59:59' };
/** Reports and records: what the example has; conversations have the other answers. */
const ofExample = /^\/shop(?:-analytics|\/v3)\/(?!.*(?:export|marketplace)\/)/;
/** Parameters without which these answer nothing. */
const needed: Readonly<Record<string, Query>> = {
  '/shop-analytics/reports/performance-indicators': { stats: 'revenue/total_sales,products/items_sold' },
};

const addressOf = ({ path }: ShopRoute): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => idsOf[path]?.[name] ?? variables[name] ?? '');

const choicesOf = (schema: Schema | undefined): readonly string[] =>
  (schema?.enum ?? schema?.items?.enum ?? []).filter((each) => typeof each === 'string');

/** The queries with which an answer has all of its members. */
function queriesOf({ path, params }: ShopRoute): readonly Query[] {
  const base: Query = {
    ...needed[path],
    ...(params.after && params.before && period),
    ...(params.extended_info && { extended_info: 'true' }),
  };
  const ofOne = { products: '1', product_includes: '1' };
  const hasProducts = params.products ?? params.product_includes;
  // Variations are separate rows if exactly one product is requested.
  const segments = choicesOf(params.segmentby).filter((each) => each !== 'variation' || hasProducts);
  const segmented = segments.map((segmentby) => ({ ...base, ...ofOne, segmentby }));
  return [needed[path] ?? {}, base, ...segmented];
}

const requestable = shopRoutes().filter(({ methods, path }) => methods.includes('GET') && ofExample.test(path));

describe('answers about a shop with orders and refunds', () => {
  it('have the shapes that the OpenAPI document declares', async () => {
    const faults = new Set<string>();
    const empty = new Set<string>();
    const ask = async (request: RequestReport, route: ShopRoute, query: Query) => {
      const path = addressOf(route);
      const body = await request(path, query).catch((error: unknown) => error as Error);
      if (body instanceof Error) return void faults.add(`${route.path} ${JSON.stringify(query)}: ${body.message}`);
      if (Array.isArray(body) && body.length > 0) empty.delete(route.path);
      const url = `/index.php?rest_route=${path}`;
      const served = { method: 'GET', url, isOverridden: false, status: 200, body: JSON.parse(JSON.stringify(body)) };
      for (const fault of declaredAnswers()(served)) faults.add(fault);
    };
    let step = 0;
    await playExample(async (request) => {
      step += 1;
      // The second step has an order with a refund.
      if (step !== 2) return;
      for (const route of requestable) {
        if (route.returns?.type === 'array') empty.add(route.path);
        for (const query of queriesOf(route)) await ask(request, route, query);
      }
    }, undefined);
    expect([...faults]).toEqual([]);
    expect([...empty]).toEqual([]);
  });
});
