import type { UseCase } from '@backroom/core';
import type { Schema } from '@backroom/core/interface';
import { shopRoute } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { tinyCore } from '../../../http/tiny-interface.ts';
import { shopOf } from '../../../support/shop.ts';
import { siteShopRoutesOf } from './tables.ts';

const useCase: UseCase<object, object, string> = {
  access: 'anyone',
  effect: 'read',
  transaction: 'core',
  repeats: 'none',
  make: () => async () => 'done',
};
const routeWith = (size: Schema, returns?: Schema) =>
  shopRoute({
    ...{ methods: ['GET'], path: '/shop-admin/sized', summary: 'Ask.', useCase, input: () => ({}) },
    params: { size },
    ...(returns && { returns }),
  });
/** As a declaration with a slip of the pen, which the compiler does not see behind a spread. */
const slip = (keyword: string): Schema => ({ type: 'integer', [keyword]: 7 }) as Schema;

describe('a keyword of a descriptor that is unknown', () => {
  it.each<[string, Schema, string]>([
    ['of a parameter', slip('maximun'), 'size has the unknown keyword maximun'],
    ['of items', { type: 'array', items: slip('sanitize') }, 'size[items] has the unknown keyword sanitize'],
    ['of a member', { type: 'object', properties: { a: slip('x') } }, 'size[a] has the unknown keyword x'],
    ['of other members', { additionalProperties: slip('y') }, 'size[additionalProperties] has the unknown keyword y'],
    ['of an alternative', { anyOf: [{ oneOf: [slip('z')] }] }, 'has the unknown keyword z'],
    ['of the language', slip('constructor'), 'size has the unknown keyword constructor'],
  ])('is refused at the declaration: %s', (_, descriptor, message) => {
    expect(() => routeWith(descriptor)).toThrow(message);
    expect(() => routeWith({}, descriptor)).toThrow(message.replace('size', 'returns'));
  });
});

it('what only the reader needs is not published, at any depth', async () => {
  const inner: Schema = { type: 'string', orNull: true, required: true, description: 'Inside.' };
  const secret: Schema = { type: 'string', published: false };
  const reported = { type: 'string', required: true, description: 'Inside.' };
  const route = routeWith(
    {
      type: 'object',
      divided: 'at commas',
      properties: { inner, secret },
      anyOf: [inner],
      additionalProperties: inner,
    },
    { type: 'array', items: inner },
  );
  const shop = shopOf(tinyCore(), { routes: [...siteShopRoutesOf(), route] });
  const { body } = await shop.ask({ method: 'OPTIONS', path: '/shop-admin/sized' });
  expect(body).toMatchObject({ schema: { type: 'array', items: reported } });
  expect((body as { endpoints: [{ args: unknown }] }).endpoints[0].args).toEqual({
    size: {
      type: 'object',
      properties: { inner: reported },
      anyOf: [reported],
      additionalProperties: reported,
      required: false,
    },
  });
  expect(JSON.stringify(body)).not.toMatch(/orNull|divided|secret|published/);
});
