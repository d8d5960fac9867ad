import { auditChangesOf } from '../../kernel/audit.ts';
import { demandVersion, type ExpectedVersions } from '../../kernel/change.ts';
import { useCase } from '../../kernel/use-case.ts';
import { factsOf } from '../audit-facts.ts';
import { DEEPEST, depthOf } from '../category.ts';
import { categoryCycle, categoryNotEmpty, categoryNotFound, categoryTooDeep, noSuchCategory } from '../errors.ts';
import type { CategoryStore, InventoryPorts } from '../ports.ts';

/** Input of `deleteCategory`. */
export interface DeleteCategoryInput {
  readonly id: number;
  /** Destination of its children and items; null is the root, and no category. */
  readonly reassignTo?: number | null;
  readonly expectedVersions?: ExpectedVersions;
}

/**
 * Deletes a category that is empty, or whose contents are moved first; all or nothing.
 * @throws DomainError `not_found`, `precondition_failed`, `category_not_empty`, `category_not_found`, `category_cycle`, `category_too_deep`, `category_name_taken`
 */
export const deleteCategory = useCase(
  {
    access: 'edit_catalog',
    effect: 'write',
    audit: 'category.delete',
    refusals: {
      'not-found': ['not_found'],
      conflict: ['category_not_empty', 'category_name_taken'],
      invalid: ['category_not_found', 'category_cycle', 'category_too_deep'],
    },
  },
  ({ categories, clock }: InventoryPorts) =>
    async (_, { id, reassignTo, expectedVersions }: DeleteCategoryInput, { note }): Promise<void> => {
      note(factsOf('category', id));
      await categories.holdTree();
      const category = await categories.find(id);
      if (!category) throw noSuchCategory();
      demandVersion(category, expectedVersions);
      note({ changes: { ...auditChangesOf(category, { name: null }), ...movedTo(reassignTo) } });
      if (reassignTo === undefined) {
        const contents = await categories.contentsOf(id);
        if (contents.children + contents.items > 0) throw categoryNotEmpty(contents);
      } else {
        if (reassignTo !== null) await demandDestination(categories, id, reassignTo);
        await categories.moveContents(id, reassignTo, clock.now());
      }
      await categories.remove(id);
    },
);

/** Audited destination of the contents, if one was given. */
const movedTo = (to: number | null | undefined) => (to === undefined ? {} : { contents: { from: null, to } });

async function demandDestination(categories: CategoryStore, id: number, to: number): Promise<void> {
  const destination = await categories.find(to);
  if (!destination) throw categoryNotFound('reassignTo');
  if (destination.path.some((step) => step.id === id)) throw categoryCycle('reassignTo');
  if (depthOf(destination) + (await categories.heightOf(id)) > DEEPEST) throw categoryTooDeep();
}
