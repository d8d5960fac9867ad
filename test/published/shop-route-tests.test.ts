import { existsSync, readFileSync } from 'node:fs';
import { defaultShopNames, shopRoutes } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../support/answered-pairs.ts';
import { readContract } from './contract.ts';

const page = readFileSync(new URL('../../docs/shop-route-tests.md', import.meta.url), 'utf8');
const rows = rowsOf(page);
/** A path without what its variables may be. */
const shapeOf = (path: string) => path.replaceAll(/\(\?P<(\w+)>.*?\)(?=\/|$)/g, '{$1}');

describe('the tests of the routes of the shop interface', () => {
  it('are named for each method of each route of the contract', () => {
    const pairs = Object.entries(readContract().routes).flatMap(([path, { methods }]) =>
      methods.map((method) => `${method} ${shapeOf(path)}`),
    );
    expect(pairs).toHaveLength(206);
    expect(pairs.filter((pair) => !rows.some((each) => each.pair === pair))).toEqual([]);
  });

  it('are of routes that there are, one row each', () => {
    const there = shopRoutes(defaultShopNames).flatMap(({ methods, path }) => methods.map((each) => `${each} ${path}`));
    const pairs = rows.map(({ pair }) => pair);
    expect(pairs.filter((pair) => !(there as readonly string[]).includes(pair))).toEqual([]);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('are in files that there are', () => {
    const missing = rows.filter(({ file }) => !existsSync(new URL(`../${file}`, import.meta.url)));
    expect(missing).toEqual([]);
  });
});
