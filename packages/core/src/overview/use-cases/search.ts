import { useCase } from '../../kernel/use-case.ts';
import type { OverviewPorts } from '../ports.ts';
import { readersOf, type SearchResult, searchKinds } from '../search-hits.ts';

/** Records of each kind. */
const MOST = 5;

/** What is searched for. */
export interface SearchInput {
  readonly q: string;
}

/** Finds orders, customers, products and items by a text; kinds that the caller may not read are absent. */
export const search = useCase(
  { access: 'signed-in', effect: 'read' },
  ({ recordSearch }: OverviewPorts) =>
    async ({ capabilities }, { q }: SearchInput): Promise<SearchResult> => {
      const kinds = searchKinds.filter((kind) => capabilities.has(readersOf[kind]));
      return kinds.length === 0 ? {} : recordSearch.find(q, { kinds, most: MOST });
    },
);
