import type { UseCase } from '@backroom/core';
import { choice, type InputOf, integer, listOf, quantity, route, text } from '@backroom/core/interface';
import { describe, expect, expectTypeOf, it } from 'vitest';

interface ItemInput {
  readonly itemId: number;
  readonly note?: string;
}
declare const ofItem: UseCase<object, ItemInput, { readonly id: number }>;
declare const ofKind: UseCase<object, { readonly kind?: 'in' | 'out' }, void>;
declare const needy: UseCase<{ readonly weather: () => string }, object, void>;

const common = { methods: ['POST'], path: '/things', summary: 'Do it.' } as const;

/** Never called: the compiler reads it, and complains when a line that must not compile does. */
const declarations = () => [
  route({ ...common, params: { item_id: integer({ required: true }), note: text() }, useCase: ofItem }),
  route({ ...common, params: { item_id: integer({ default: 1 }) }, useCase: ofItem }),
  route({ ...common, params: { kind: choice(['in', 'out']) }, useCase: ofKind }),
  route({
    ...common,
    params: { id: integer({ required: true }) },
    useCase: ofItem,
    input: ({ id }) => ({ itemId: id }),
  }),

  // @ts-expect-error -- the parameter is missing
  route({ ...common, useCase: ofItem }),
  // @ts-expect-error -- the parameter may be missing in a request, and the use case needs it
  route({ ...common, params: { item_id: integer() }, useCase: ofItem }),
  // @ts-expect-error -- the parameter is a text, and the use case needs a number
  route({ ...common, params: { item_id: text({ required: true }) }, useCase: ofItem }),
  // @ts-expect-error -- the parameter may be null, and the use case accepts no null
  route({ ...common, params: { item_id: integer({ required: true, nullable: true }) }, useCase: ofItem }),
  // @ts-expect-error -- the use case has no such parameter, which would have no effect
  route({ ...common, params: { item_id: integer({ required: true }), colour: text() }, useCase: ofItem }),
  // @ts-expect-error -- the parameter has another name
  route({ ...common, params: { item: integer({ required: true }) }, useCase: ofItem }),
  // @ts-expect-error -- the parameter is a list
  route({ ...common, params: { item_id: listOf(integer(), { required: true }) }, useCase: ofItem }),
  // @ts-expect-error -- one of the choices is none of the use case
  route({ ...common, params: { kind: choice(['in', 'out', 'up']) }, useCase: ofKind }),
  // @ts-expect-error -- the input is made of something else
  route({ ...common, params: { id: text({ required: true }) }, useCase: ofItem, input: ({ id }) => ({ itemId: id }) }),
  // @ts-expect-error -- the core has no such port
  route({ ...common, useCase: needy }),
  // @ts-expect-error -- the output has no such member
  route({ ...common, params: { item_id: integer({ required: true }) }, useCase: ofItem, present: ({ name }) => name }),
  // @ts-expect-error -- no such status is published
  route({ ...common, params: { item_id: integer({ required: true }) }, useCase: ofItem, status: 302 }),
];

describe('a route whose parameters do not fit its use case', () => {
  it('does not compile', () => {
    expect(declarations).toBeTypeOf('function');
  });
});

describe('the input of a use case', () => {
  it('has the types of the descriptors', () => {
    const params = {
      item_id: integer({ required: true }),
      per_page: integer({ default: 100 }),
      parent_id: integer({ nullable: true }),
      kinds: listOf(choice(['in', 'out'])),
      amount: quantity({ required: true }),
    } as const;
    expectTypeOf<InputOf<typeof params>>().toMatchObjectType<{
      readonly itemId: number;
      readonly perPage: number;
      readonly amount: number;
    }>();
    expectTypeOf<InputOf<typeof params>['parentId']>().toEqualTypeOf<number | null | undefined>();
    expectTypeOf<InputOf<typeof params>['kinds']>().toEqualTypeOf<readonly ('in' | 'out')[] | undefined>();
    expect(Object.keys(params)).toHaveLength(5);
  });
});
