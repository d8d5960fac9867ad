import type { UseCase } from '@backroom/core';
import { shopRoute } from '@backroom/core/interface';
import { describe, expectTypeOf, it } from 'vitest';

const asking = <I>(): UseCase<object, I, { readonly done: boolean }> => ({
  access: 'anyone',
  effect: 'read',
  transaction: 'core',
  repeats: 'none',
  make: () => async () => ({ done: true }),
});
const common = { methods: ['POST'], path: '/shop-admin/things', summary: 'Do it.' } as const;

describe('the parameters of a shop route', () => {
  it('have the values of their types in the use case, in camelCase', () => {
    shopRoute({
      ...common,
      path: '/shop-admin/{job_id}',
      variables: { job_id: '[a-z]+' },
      params: {
        step: { type: 'string', enum: ['a', 'b'], required: true },
        per_page: { type: 'integer', default: 10 },
        is_open: { type: 'boolean' },
        platforms: { type: ['array', 'null'], items: { type: ['string', 'null'] } },
        stats: { type: 'array', items: { type: 'string', enum: [] }, default: null },
        device: { type: 'object', properties: { os_version: { type: 'string' } }, required: true },
        anything: {},
      },
      useCase: asking<object>(),
      input: (given) => {
        expectTypeOf(given.step).toEqualTypeOf<'a' | 'b'>();
        expectTypeOf(given.perPage).toEqualTypeOf<number>();
        expectTypeOf(given.isOpen).toEqualTypeOf<boolean | undefined>();
        expectTypeOf(given.platforms).toEqualTypeOf<readonly (string | null)[] | null | undefined>();
        expectTypeOf(given.stats).toEqualTypeOf<readonly string[] | undefined>();
        expectTypeOf(given.device.osVersion).toEqualTypeOf<string | undefined>();
        expectTypeOf(given.anything).toEqualTypeOf<unknown>();
        expectTypeOf(given.jobId).toEqualTypeOf<string>();
        return {};
      },
    });
  });

  it('may be just those of the use case', () => {
    shopRoute({
      ...common,
      params: { name: { type: 'string', required: true } },
      useCase: asking<{ readonly name: string }>(),
    });
  });

  it('are refused by the compiler where they do not fit the use case', () => {
    // @ts-expect-error -- a number is no text
    shopRoute({
      ...common,
      params: { name: { type: 'integer', required: true } },
      useCase: asking<{ name: string }>(),
    });
    // @ts-expect-error -- what is not required may be missing
    shopRoute({ ...common, params: { name: { type: 'string' } }, useCase: asking<{ name: string }>() });
    // @ts-expect-error -- it is not there at all
    shopRoute({ ...common, useCase: asking<{ name: string }>() });
  });
});
