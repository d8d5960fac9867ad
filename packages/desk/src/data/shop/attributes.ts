import { queryOptions } from '@tanstack/react-query';
import { answerOf, inventory } from '../client.ts';

/** An attribute that products share, with its values. */
export interface SharedAttribute {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly terms: readonly { readonly id: number; readonly slug: string; readonly name: string }[];
}

const valuesLike = (q: string, signal: AbortSignal) =>
  answerOf(
    inventory.GET('/reports/attribute-values', { params: { query: { limit: 200, ...(q !== '' && { q }) } }, signal }),
  );

/** The shared attributes, those with these names with all of their values. */
export const sharedAttributesQuery = (names: readonly string[]) =>
  queryOptions({
    queryKey: ['shared-attributes', names],
    queryFn: async ({ signal }): Promise<readonly SharedAttribute[]> => {
      const found = await Promise.all(['', ...names].map((name) => valuesLike(name.slice(0, 200), signal)));
      const byTerm = new Map(found.flat().map((value) => [value.term_id, value]));
      return [...Map.groupBy(byTerm.values(), ({ attribute_id: id }) => id)].map(([id, values]) => ({
        id,
        key: values[0]?.key ?? '',
        name: values[0]?.attribute ?? '',
        terms: values.map(({ term_id: term, value, term: name }) => ({ id: term, slug: value, name })),
      }));
    },
    meta: { topics: ['catalog'] },
  });
