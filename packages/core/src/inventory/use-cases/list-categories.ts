import type { Page, PageRequest, SortKey } from '../../kernel/page.ts';
import { useCase } from '../../kernel/use-case.ts';
import { type Category, type CategoryBranch, growTree } from '../category.ts';
import { noSuchCategory } from '../errors.ts';
import type { CategorySortField, InventoryPorts } from '../ports.ts';

/** Maximum number of categories in a full tree. */
const LARGEST_TREE = 10_000;

/** Input of `listCategories`; default order: along the tree. */
export interface ListCategoriesInput extends PageRequest {
  /** The parent, or null for the top level. */
  readonly parentId?: number | null;
  readonly q?: string;
  readonly sort?: readonly SortKey<CategorySortField>[];
}

/** Lists categories as a flat list, one page at a time. */
export const listCategories = useCase(
  { access: 'read_inventory', effect: 'read' },
  ({ categories }: InventoryPorts) =>
    async (_, { page, perPage, sort = [], ...filter }: ListCategoriesInput): Promise<Page<Category>> =>
      categories.list(filter, sort, { page, perPage }),
);

/** Reads all categories as a tree, up to 10,000 of them. */
export const readCategoryTree = useCase(
  { access: 'read_inventory', effect: 'read' },
  ({ categories }: InventoryPorts) =>
    async (_, __: object): Promise<readonly CategoryBranch[]> =>
      growTree(await categories.all(LARGEST_TREE)),
);

/**
 * Reads one category with its item counts.
 * @throws DomainError `not_found`
 */
export const readCategory = useCase(
  { access: 'read_inventory', effect: 'read', refusals: { 'not-found': ['not_found'] } },
  ({ categories }: InventoryPorts) =>
    async (_, input: { readonly id: number }): Promise<Category> => {
      const category = await categories.find(input.id);
      if (!category) throw noSuchCategory();
      return category;
    },
);
