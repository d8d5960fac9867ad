import { queryOptions } from '@tanstack/react-query';
import { countriesIn } from '../../words/countries.ts';
import { ask, type ListAnswer } from '../answers.ts';
import { answerOf, inventory, shop } from '../client.ts';
import { findRecords } from '../found.ts';
import { categoriesOf, type Named, namedOf, nameSources, namesQuery, questionTo, type ShopQuery } from '../names.ts';
import { untilRested } from '../typing.ts';

const offered: ReadonlySet<string> = new Set(['attributes', 'countries', 'locations']);

/** Whether values of this kind, which are no ids, are offered. */
export const isOffered = (of: string | null | undefined): boolean => offered.has(of ?? '');

/** Records of a kind that begin with these words; without words the first ones. */
export const choicesQuery = (of: string, words: string) =>
  queryOptions({
    queryKey: ['choices', of, words, document.documentElement.lang],
    queryFn: async ({ signal }) => {
      await untilRested(words, signal);
      return choicesOf(of, words, signal);
    },
    staleTime: 60_000,
  });

/** Records that are read one at a time, which no report names. */
const readers: Readonly<Record<string, (id: number, signal: AbortSignal) => Promise<string>>> = {
  accounts: async (id, signal) =>
    (await answerOf(inventory.GET('/users/{id}', { params: { path: { id } }, signal }))).username,
  items: async (id, signal) =>
    (await answerOf(inventory.GET('/items/{id}', { params: { path: { id } }, signal }))).name,
};

/** Names of chosen records by their ids. */
export function chosenNamesQuery(of: string, ids: readonly string[]) {
  const read = readers[of];
  const query = namesQuery(of, ids);
  if (!read) return query;
  return {
    ...query,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<ReadonlyMap<string, string>> =>
      new Map(await Promise.all(ids.map(async (id) => [id, await read(Number(id), signal)] as const))),
  };
}

async function choicesOf(of: string, words: string, signal: AbortSignal): Promise<readonly Named[]> {
  const query = { per_page: 50, ...(words !== '' && { search: words }) };
  switch (of) {
    case 'products':
      return asked('products', { ...(words !== '' && { search: [words] }), orderby: 'items_sold' }, signal);
    case 'customers':
      return asked(
        'customers',
        { ...(words !== '' && { search: words, searchby: 'all' }), orderby: 'total_spend' },
        signal,
      );
    case 'variations':
      return words === '' ? asked('variations', { orderby: 'items_sold' }, signal) : foundVariations(words, signal);
    case 'rates':
      return words === '' ? asked('rates', {}, signal) : foundRates(query, signal);
    case 'categories':
      return categoriesOf(query, signal);
    case 'coupons':
      return (await answerOf(shop.GET('/shop/v3/coupons', { params: { query }, signal }))).map((each) => ({
        id: String(each.id),
        name: String(each.code),
      }));
    case 'orders':
      return words === '' ? [] : foundOrders(words, signal);
    case 'accounts':
      return foundAccounts(words, signal);
    case 'items':
      return foundItems(words, signal);
    case 'countries':
      return countriesLike(words);
    case 'locations':
      return [...countriesLike(words), ...(/^[A-Za-z]{2}:.+$/.test(words) ? typed(words) : [])];
    case 'attributes':
      return foundAttributes(words, signal);
    default:
      return typed(words);
  }
}

const typed = (words: string): readonly Named[] => (words === '' ? [] : [{ id: words, name: words }]);

const countriesLike = (words: string): readonly Named[] =>
  countriesIn(document.documentElement.lang)
    .filter(({ code, name }) => code.toLowerCase() === words.toLowerCase() || isIn(name, words))
    .map(({ code, name }) => ({ id: code, name, detail: code }));

const isIn = (text: string, words: string): boolean => text.toLocaleLowerCase().includes(words.toLocaleLowerCase());

async function foundOrders(words: string, signal: AbortSignal): Promise<readonly Named[]> {
  const { orders = [] } = await findRecords(words, signal);
  return orders.map(({ id, number, name }) => ({ id: String(id), name: `#${number ?? id}`, detail: name ?? '' }));
}

async function foundAccounts(words: string, signal: AbortSignal): Promise<readonly Named[]> {
  const query = { per_page: 50, sort: 'username', ...(words !== '' && { q: words }) };
  const accounts = await answerOf(inventory.GET('/users', { params: { query }, signal }));
  return accounts.map(({ id, username, display_name: name }) => ({
    id: String(id),
    name: username,
    detail: name ?? '',
  }));
}

async function foundItems(words: string, signal: AbortSignal): Promise<readonly Named[]> {
  const query = { per_page: 50, archived: 'false' as const, sort: 'name', ...(words !== '' && { q: words }) };
  const items = await answerOf(inventory.GET('/items', { params: { query }, signal }));
  return items.map(({ id, name, sku }) => ({ id: String(id), name, detail: sku }));
}

/** Values of shared attributes; the key and value of another one are taken as they are typed. */
async function foundAttributes(words: string, signal: AbortSignal): Promise<readonly Named[]> {
  const query = { limit: 50, ...(words !== '' && { q: words }) };
  const found = await answerOf(inventory.GET('/reports/attribute-values', { params: { query }, signal }));
  const values = found.map(({ key, value, attribute, term }) => ({
    id: `${key}:${value}`,
    name: `${attribute}: ${term}`,
    detail: `${key}:${value}`,
  }));
  return [...values, ...(/^[^:]+:[^:]+$/.test(words) ? typed(words) : [])];
}

async function foundRates(query: ShopQuery, signal: AbortSignal): Promise<readonly Named[]> {
  const found = await answerOf(shop.GET('/shop/v3/taxes', { params: { query }, signal }));
  return found.map(({ id, name, percent }) => ({ id: String(id), name: `${name} ${Number(percent)} %` }));
}

async function asked(of: string, parameters: object, signal: AbortSignal): Promise<readonly Named[]> {
  const source = nameSources[of];
  if (!source) return [];
  const { rows } = await ask<ListAnswer>({ ...questionTo(source), ...parameters, per_page: 50 }, signal);
  return rows.map((row) => namedOf(row, source));
}

async function foundVariations(words: string, signal: AbortSignal): Promise<readonly Named[]> {
  const { products = [] } = await findRecords(words, signal);
  return products
    .filter(({ product_id }) => product_id !== null)
    .map(({ id, name, sku }) => ({ id: String(id), name, detail: sku ?? '' }));
}
