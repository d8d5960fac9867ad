import type { Actor } from '@backroom/core';
import type { Schema, Schemas } from '@backroom/core/interface';
import { type ShopRoute, shopRoutes } from '@backroom/core/interface';
import { beforeAll, describe, expect, it } from 'vitest';
import { shopOf } from '../support/shop.ts';
import { inWorld } from '../support/world.ts';
import { type Json, wholeRecords } from './whole-records.ts';

type Path = readonly (string | number)[];

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a member cannot be, whether its descriptor sees it or only the record. */
function wrongOf({ type, format, enum: words, pattern, minimum, maximum, maxLength }: Schema): readonly unknown[] {
  const takes = (each: string) => (Array.isArray(type) ? type : [type]).includes(each as never);
  const long = maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)];
  if (words || pattern) return ['nonsense', 'EUR\n'];
  if (format) return ['2026-01-01T00:00:00', '2026-02-30T00:00:00Z', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z'];
  if (takes('number') && takes('string')) return ['much', '1e3', '٣', '9000000000.1', 1e300];
  if (takes('integer') && takes('string')) return [1.5, 'a\0b'];
  if (takes('integer')) return [(maximum ?? 0) + 1, (minimum ?? 0) - 1, 1.5, 'x'];
  if (takes('number')) return [1e300, 0.000_01, 'x'];
  if (takes('boolean')) return ['yes', 2];
  if (takes('string')) return [...long, 'a\0b', '\ud800'];
  if (takes('array')) return [[null], [{ a: 1 }, 'x', 5]];
  return ['nonsense', [1]];
}

/** Whether an answer names a member, or something in it, as wrong. */
function isRefusalOf(name: string, { status, body }: { readonly status: number; readonly body: unknown }): boolean {
  const { code, data } = body as { readonly code?: string; readonly data?: { readonly details?: object } };
  const named = Object.keys(data?.details ?? {});
  const isNamed = named.length > 0 && named.every((each) => each === name || each.startsWith(`${name}[`));
  return status === 400 && code === 'rest_invalid_param' && isNamed;
}

/** Every place in a value that a descriptor declares. */
function* placesOf(schema: Schema, value: unknown, path: Path): Generator<readonly [Path, Schema]> {
  yield [path, schema];
  const { items, properties, additionalProperties } = schema;
  if (items && Array.isArray(value)) yield* placesOf(items, value[0], [...path, 0]);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(properties ?? {})) yield* placesOf(member, value[name], [...path, name]);
  const [key] = Object.keys(value);
  if (isObject(additionalProperties) && key !== undefined)
    yield* placesOf(additionalProperties as Schema, value[key], [...path, key]);
}

/** The value with another at one place in it. */
function replaced(value: unknown, [first, ...rest]: Path, other: unknown): unknown {
  if (first === undefined) return other;
  if (Array.isArray(value)) return value.map((each, index) => (index === first ? replaced(each, rest, other) : each));
  return { ...(value as Json), [first]: replaced((value as Json)[first], rest, other) };
}

describe('every member of every record of the shop', () => {
  inWorld('embedded', (world) => {
    const routes = shopRoutes().filter(({ path, methods }) => path in wholeRecords && methods.includes('POST'));
    let actor: Actor;
    beforeAll(async () => {
      actor = await world().application.actor('command_line');
      await make('/shop/v3/products/categories', { id: 1, name: 'Table', slug: 'table' });
    });
    const ask = (method: string, path: string, body: unknown) =>
      shopOf(world().application.core).ask({ method, path, body, as: actor });
    const make = async (path: string, record: Json): Promise<number> => {
      const { status, body } = await ask('POST', path, record);
      expect(status, JSON.stringify(body)).toBe(201);
      return (body as { id: number }).id;
    };
    const begin = async ({ path }: ShopRoute): Promise<string> => {
      const parent = path.split('/{')[0] ?? path;
      const other = { ...wholeRecords[parent], sku: `parent-of-${path.length}` };
      return parent === path ? path : path.replace(/\{\w+\}/, String(await make(parent, other)));
    };

    it('is tested in eight kinds of them', () => {
      expect(routes.map(({ path }) => path).sort()).toEqual(Object.keys(wholeRecords).sort());
    });

    it('may have the name that other shops give it', async () => {
      const files = [{ id: 'a', name: 'Print', file_name: '/print.pdf', size: 7 }];
      const id = await make('/shop/v3/products', { name: 'Print', downloadable: true, files });
      const { body } = await ask('GET', `/shop/v3/products/${id}`, undefined);
      expect(body).toMatchObject({ files: [{ id: 'a', name: 'Print', file: '/print.pdf' }] });
    });

    it.each(routes)('is refused by name where it is wrong, and nothing is stored: $path', async (route) => {
      const record = wholeRecords[route.path] ?? {};
      const place = await begin(route);
      const single = `${place}/${await make(place, record)}`;
      const before = await world().contents();
      const hasChange = shopRoutes().some(
        ({ path, methods }) => path === `${route.path}/{id}` && methods.includes('PUT'),
      );
      const unseen: string[] = [];
      for (const [path, schema] of membersOf(route.params)) {
        const [name = ''] = path;
        for (const [index, wrong] of wrongOf(schema).entries()) {
          const body = replaced(record, path, wrong) as Json;
          // What is changed is read as what is made; one value shows that it is.
          const tries = hasChange && index === 0 ? [ask('PATCH', single, { [name]: body[name] })] : [];
          for (const answer of [await ask('POST', place, body), ...(await Promise.all(tries))])
            if (!isRefusalOf(String(name), answer))
              unseen.push(`${path.join('.')} = ${JSON.stringify(wrong).slice(0, 60)} → ${JSON.stringify(answer.body)}`);
        }
      }
      expect(unseen).toEqual([]);
      expect(await world().contents()).toBe(before);

      function* membersOf(params: Schemas) {
        for (const [name, schema] of Object.entries(params))
          if (name !== 'id' && !(name in route.variables)) yield* placesOf(schema, record[name], [name]);
      }
    });
  });
});
