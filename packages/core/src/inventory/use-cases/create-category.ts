import { auditChangesOf } from '../../kernel/audit.ts';
import { useCase } from '../../kernel/use-case.ts';
import { factsOf } from '../audit-facts.ts';
import { type Category, DEEPEST, depthOf } from '../category.ts';
import { categoryNotFound, categoryTooDeep } from '../errors.ts';
import type { CategoryFields, InventoryPorts } from '../ports.ts';

/** Input of `createCategory`; without a parent, the category is added at the root. */
export interface CreateCategoryInput extends Partial<CategoryFields> {
  readonly name: string;
}

/**
 * Creates a category in the tree of items.
 * @throws DomainError `category_not_found`, `category_name_taken`, `category_too_deep`
 */
export const createCategory = useCase(
  {
    access: 'edit_catalog',
    effect: 'write',
    audit: 'category.create',
    refusals: { invalid: ['category_not_found', 'category_too_deep'], conflict: ['category_name_taken'] },
  },
  ({ categories, clock }: InventoryPorts) =>
    async (_, input: CreateCategoryInput, { note }): Promise<Category> => {
      await categories.holdTree();
      const parentId = input.parentId ?? null;
      if (parentId !== null) {
        const parent = await categories.find(parentId);
        if (!parent) throw categoryNotFound('parentId');
        if (depthOf(parent) + 1 > DEEPEST) throw categoryTooDeep();
      }
      const fields = {
        name: input.name,
        parentId,
        description: input.description ?? null,
        position: input.position ?? 0,
      };
      const category = await categories.insert(fields, clock.now());
      note({ ...factsOf('category', category.id), changes: auditChangesOf(undefined, fields) });
      return category;
    },
);
