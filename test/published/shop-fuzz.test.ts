import { type Actor, anonymous } from '@backroom/core';
import type { Schema } from '@backroom/core/interface';
import { type ShopResponse, type ShopRoute, shopRoutes } from '@backroom/core/interface';
import { beforeAll, describe, expect, it } from 'vitest';
import { shopOf, shopRequest } from '../support/shop.ts';
import { inWorld, type World } from '../support/world.ts';
import {
  badValues,
  goodObject,
  goodValues,
  goodValuesOf,
  inQuery,
  isSampleFile,
  sampleAddress,
} from './shop-samples.ts';

interface Endpoint {
  readonly name: string;
  readonly route: ShopRoute;
}
const endpoints: readonly Endpoint[] = shopRoutes().map((route) => ({
  name: `${route.methods.join(', ')} ${route.path}`,
  route,
}));
/** Parameters that are sent under their own name. */
const paramsOf = ({ route }: Endpoint): readonly (readonly [string, Schema])[] =>
  Object.entries(route.params).filter(([name, each]) => each.in === undefined && !Object.hasOwn(route.variables, name));

type Body = {
  readonly code?: string;
  readonly data?: { readonly params?: object; readonly details?: Readonly<Record<string, { code: string }>> };
};
type Send = (
  endpoint: Endpoint,
  values: Readonly<Record<string, unknown>>,
) => Promise<(ShopResponse & { body: Body }) | undefined>;

/** Sends parameters in the body or, where there is none, in the query; undefined where they cannot be sent there. */
function sender(world: World, actor: Actor): Send {
  const { dispatch } = shopOf(world.application.core);
  return async ({ route }, values) => {
    const [method = 'GET'] = route.methods;
    const path = sampleAddress(route.path, route.variables);
    if (method !== 'GET') {
      const form = Object.values(values).some(isSampleFile);
      const parts = form ? { form: Object.entries(values) } : { body: values };
      return dispatch(shopRequest({ method, path, ...parts }), async () => actor) as never;
    }
    const pairs = Object.entries(values).map(([name, value]) => inQuery(name, value));
    if (pairs.some((each) => each === undefined)) return undefined;
    const query = pairs.flatMap((each) => each ?? []);
    return dispatch({ ...shopRequest({ method, path }), query }, async () => actor) as never;
  };
}

describe('every parameter of every route of the shop', () => {
  inWorld('embedded', (world) => {
    let send: Send;
    beforeAll(async () => {
      const { application } = world();
      send = sender(world(), await application.actor('command_line'));
    });

    it.each(endpoints.filter((each) => paramsOf(each).length > 0))('takes what is right: $name', async (endpoint) => {
      for (const [name, descriptor] of paramsOf(endpoint)) {
        for (const value of goodValuesOf(name, descriptor)) {
          const answer = await send(endpoint, { ...goodObject(endpoint.route.params), [name]: value });
          const fault = answer?.body?.data?.details?.[name]?.code ?? '';
          expect(fault.startsWith('rest_'), `${name}: ${JSON.stringify(value)} → ${JSON.stringify(answer?.body)}`).toBe(
            false,
          );
          expect(answer?.body?.code).not.toBe('rest_missing_callback_param');
        }
      }
    });

    it.each(endpoints.filter((each) => paramsOf(each).length > 0))('refuses what is wrong: $name', async (endpoint) => {
      for (const [name, descriptor] of paramsOf(endpoint)) {
        for (const value of badValues(descriptor)) {
          const answer = await send(endpoint, { ...goodObject(endpoint.route.params), [name]: value });
          if (!answer || isRightInQuery(endpoint, descriptor, value)) continue;
          const what = `${name}: ${JSON.stringify(value)?.slice(0, 200)} → ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`;
          expect(answer.status, what).toBe(400);
          expect(answer.body.code, what).toBe('rest_invalid_param');
          expect(Object.keys(answer.body.data?.details ?? {}), what).toEqual([name]);
          expect(Object.keys(answer.body.data?.params ?? {}), what).toEqual([name]);
        }
      }
    });

    it.each(endpoints.filter(({ route }) => Object.keys(goodObject(route.params)).length > 0))(
      'must be there where it is required: $name',
      async (endpoint) => {
        const needed = Object.keys(goodObject(endpoint.route.params));
        expect(await send(endpoint, {})).toMatchObject({
          status: 400,
          body: { code: 'rest_missing_callback_param', data: { status: 400, params: needed } },
        });
      },
    );
  });
});

/** In a query everything is text, so that a number is a good text and an empty text a good list. */
const isRightInQuery = ({ route }: Endpoint, { type }: Schema, value: unknown): boolean =>
  route.methods.includes('GET') &&
  ((type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) ||
    (type === 'array' &&
      Array.isArray(value) &&
      value.every((each) => typeof each === 'number' || typeof each === 'boolean')));

/** Numbers that look random and are the same in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const strange: readonly unknown[] = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e999',
    'null',
    'true',
    '\0',
    '\ud800',
    '😀',
    '%',
    '../..',
    "' or 1=1",
    '{{7*7}}',
    'x'.repeat(3_000),
  ],
  ...[
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53 - 1,
    2 ** 53,
    1e308,
    true,
    false,
    null,
    [],
    {},
    [[[]]],
    { a: { b: null } },
    [null],
    ['a', 1, {}],
  ],
  ...[JSON.parse('{"__proto__":{"a":1}}'), { constructor: 1 }, { length: 9 }, { 'a[b]': 1 }],
];
const metaNames = [
  '_fields',
  '_embed',
  '_envelope',
  '_pretty',
  '_method',
  '_jsonp',
  '_locale',
  'context',
  'page',
  'per_page',
];
const someMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'get', ''];

describe('any request to the shop', () => {
  inWorld('embedded', (world) => {
    it('is answered in order: 10,000 random requests', { timeout: 300_000 }, async () => {
      const { application, clock } = world();
      const { dispatch, failures } = shopOf(application.core);
      const people = [await application.actor('command_line'), undefined];
      const random = numbers(20_261_121);
      const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const names = [...metaNames, ...endpoints.flatMap((each) => paramsOf(each).map(([name]) => name))];
      const member = (): readonly [string, unknown] => {
        const { route } = any(endpoints);
        const [name = any(names), descriptor] = any([...Object.entries(route.params), [undefined, undefined] as const]);
        return [
          name,
          random() < 0.5 && descriptor ? any([...goodValues(descriptor), ...badValues(descriptor)]) : any(strange),
        ];
      };
      const several = (): readonly (readonly [string, unknown])[] =>
        Array.from({ length: Math.floor(random() * 5) }, member);
      const wrong: string[] = [];
      for (let count = 0; count < 10_000; count += 1) {
        const { route } = any(endpoints);
        const address = sampleAddress(route.path, route.variables);
        const path =
          random() < 0.9
            ? address
            : any(['', '/', `${address}/`, address.toUpperCase(), `/${address}`, `${address}/%00`, '\0']);
        const method = random() < 0.8 ? any(route.methods) : any(someMethods);
        const own = random() < 0.6 ? goodObject(route.params) : {};
        const request = {
          ...shopRequest({
            method,
            path,
            body: random() < 0.9 ? { ...own, ...Object.fromEntries(several()) } : any(strange),
          }),
          query: [...Object.entries(own), ...several()].map(
            ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
          ),
        };
        const actor = any(people);
        const { status, body } = await dispatch(request, async () => actor ?? anonymous);
        if (status >= 500 && status !== 501)
          wrong.push(`${method} ${path} ${JSON.stringify(request.query)} → ${status} ${JSON.stringify(body)}`);
        if (count % 1_000 === 0) clock.advance(1_000);
      }
      expect(failures).toEqual([]);
      expect(wrong).toEqual([]);
    });
  });
});
