import { defaultShopNames, namespaceOf, type ShopNames, shopNamespaces } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { tinyCore } from '../http/tiny-interface.ts';
import { shopAt, shopOf } from '../support/shop.ts';
import { compareIndex, readContract, renamed } from './contract.ts';
import type { Members } from './contract-descriptors.ts';

const contract = readContract();
const indexUnder = async (names: ShopNames = defaultShopNames): Promise<Members> =>
  (await shopOf(tinyCore(), { names }).ask({ path: '/' })).body;
const edited = async (edit: (text: string) => string): Promise<Members> =>
  JSON.parse(edit(JSON.stringify(await indexUnder())));

/** Every namespace under a name that no client of ours would expect, and nothing else as it is. */
const otherNames: ShopNames = {
  namespaces: Object.fromEntries(shopNamespaces.map((each, index) => [each, `other${index}/v${index}`])),
  headerPrefix: 'X-Other-',
  prettyPrefix: 'other-json',
  adminPath: 'other-admin',
  errorPrefix: 'other_',
  appScheme: 'otherapp',
};

describe('the site index', () => {
  it('matches the contract, for every route that is built', async () => {
    const { differences, missing } = compareIndex(await indexUnder(), { contract, baseUrl: shopAt });
    console.info(`Routes of the contract that are not built yet (${missing.length}): ${missing.join(' ')}`);
    expect(differences).toEqual([]);
  });

  it('matches the contract under other names too', async () => {
    const own = renamed(contract, otherNames);
    const { differences, missing } = compareIndex(await indexUnder(otherNames), {
      contract: own,
      baseUrl: shopAt,
      adminPath: 'other-admin',
    });
    expect(differences).toEqual([]);
    expect(missing).toHaveLength(compareIndex(await indexUnder(), { contract, baseUrl: shopAt }).missing.length);
  });

  it('has the roots of all 23 namespaces, discovery and the batch', async () => {
    const { missing } = compareIndex(await indexUnder(), { contract, baseUrl: shopAt });
    const always = ['/', '/batch/v1', ...shopNamespaces.map((each) => `/${each}`)];
    expect(shopNamespaces).toHaveLength(23);
    expect(always.filter((each) => missing.includes(each))).toEqual([]);
  });

  it('publishes nothing beside the contract but what its namespaces only name', async () => {
    const { extra } = compareIndex(await indexUnder(), { contract, baseUrl: shopAt });
    const named = ['cms/v2', 'shop/v2', 'shop/v3', 'shop-admin-email', 'shop-push-notifications'];
    const foreign = extra.filter(
      (each) =>
        each.includes('route is not in the contract') && !named.includes(namespaceOf(each.split(/[:(]/, 1)[0] ?? '')),
    );
    expect(foreign).toEqual([]);
  });

  it.each<[string, (text: string) => string]>([
    ['a changed bound', (text) => text.replace('"maxItems":25', '"maxItems":26')],
    ['a missing keyword', (text) => text.replace('"maxItems":25,', '')],
    ['a changed choice', (text) => text.replace('"require-all-validate"', '"require-all"')],
    ['a changed default', (text) => text.replace('"default":"normal"', '"default":"require-all-validate"')],
    ['a changed type', (text) => text.replace('"type":"array"', '"type":"object"')],
    ['a parameter that is not required', (text) => text.replaceAll('"required":true', '"required":false')],
    ['a parameter that is gone', (text) => text.replace('"validation"', '"validity"')],
    ['a method that is gone', (text) => text.replace('"methods":["POST"]', '"methods":["PUT"]')],
    ['a namespace that is gone', (text) => text.replace('"mailer/v2"', '"mailer/v9"')],
    ['another address of itself', (text) => text.replace('rest_route=/mailer/v1"', 'rest_route=%2Fmailer%2Fv1"')],
    ['another default of a namespace', (text) => text.replace('"default":"mailer/v1"', '"default":"mailer"')],
    ['an empty object for no parameters', (text) => text.replace(/"args":\{"context":\{[^}]*\}\}/, '"args":{}')],
    ['a second way to sign in', (text) => text.replace('"authentication":{', '"authentication":{"tokens":{},')],
    ['a number for a text', (text) => text.replace('"gmt_offset":"0"', '"gmt_offset":0')],
  ])('differs after planting %s', async (_, edit) => {
    const planted = await edited(edit);
    expect(planted).not.toEqual(await indexUnder());
    expect(compareIndex(planted, { contract, baseUrl: shopAt }).differences).not.toEqual([]);
  });
});

describe('the contract', () => {
  it('has as many routes and parameters as it always had', () => {
    const endpoints = Object.values(contract.routes).flatMap((each) => each.endpoints);
    expect(Object.keys(contract.routes)).toHaveLength(159);
    expect(endpoints).toHaveLength(163);
    expect(endpoints.flatMap(({ args }) => Object.keys(args))).toHaveLength(542);
  });
});
