import { auditChangesOf } from '../../kernel/audit.ts';
import { changesOf, demandVersion, type ExpectedVersions } from '../../kernel/change.ts';
import { useCase } from '../../kernel/use-case.ts';
import { factsOf } from '../audit-facts.ts';
import { type Category, DEEPEST, depthOf } from '../category.ts';
import { categoryCycle, categoryNotFound, categoryTooDeep, noSuchCategory } from '../errors.ts';
import type { CategoryFields, CategoryStore, InventoryPorts } from '../ports.ts';

/** Input of `updateCategory`; absent members are unchanged. */
export interface UpdateCategoryInput extends Partial<CategoryFields> {
  readonly id: number;
  readonly expectedVersions?: ExpectedVersions;
}

/**
 * Updates a category; a new parent moves the whole subtree.
 * @throws DomainError `not_found`, `precondition_failed`, `category_not_found`, `category_cycle`, `category_too_deep`, `category_name_taken`
 */
export const updateCategory = useCase(
  {
    access: 'edit_catalog',
    effect: 'write',
    audit: 'category.update',
    refusals: {
      'not-found': ['not_found'],
      invalid: ['category_not_found', 'category_cycle', 'category_too_deep'],
      conflict: ['category_name_taken'],
    },
  },
  ({ categories, clock }: InventoryPorts) =>
    async (_, { id, expectedVersions, ...wanted }: UpdateCategoryInput, { note }): Promise<Category> => {
      note(factsOf('category', id));
      await categories.holdTree();
      const category = await categories.find(id);
      if (!category) throw noSuchCategory();
      demandVersion(category, expectedVersions);
      const changes = changesOf<Category>(category, wanted);
      const isIdle = Object.keys(changes).length === 0;
      note({ changes: auditChangesOf(category, changes), isIdle });
      if (isIdle) return category;
      if (changes.parentId != null) await demandPlaceBelow(categories, id, changes.parentId);
      return categories.update(id, changes, clock.now());
    },
);

/**
 * Refuses a parent that does not exist, lies in the subtree, or would exceed the maximum depth.
 * @throws DomainError `category_not_found`, `category_cycle`, `category_too_deep`
 */
async function demandPlaceBelow(categories: CategoryStore, id: number, parentId: number): Promise<void> {
  const parent = await categories.find(parentId);
  if (!parent) throw categoryNotFound('parentId');
  if (parent.path.some((step) => step.id === id)) throw categoryCycle();
  if (depthOf(parent) + 1 + (await categories.heightOf(id)) > DEEPEST) throw categoryTooDeep();
}
