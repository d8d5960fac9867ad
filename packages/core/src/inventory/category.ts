/** A node of the category tree of items. */
export interface Category {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
  readonly description: string | null;
  readonly position: number;
  /** From the root to the category itself. */
  readonly path: readonly { readonly id: number; readonly name: string }[];
  /** Unarchived items directly in the category. */
  readonly itemCount: number;
  /** As `itemCount`, including all descendants. */
  readonly totalItemCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** Maximum depth, counted from 0: ten levels. */
export const DEEPEST = 9;

/** Level of a category; the root level is 0. */
export const depthOf = (category: Pick<Category, 'path'>): number => category.path.length - 1;

export interface CategoryBranch extends Category {
  readonly children: readonly CategoryBranch[];
}

/** Builds the tree; siblings keep their input order. */
export function growTree(categories: readonly Category[]): readonly CategoryBranch[] {
  const childrenOf = new Map<number | null, Category[]>();
  for (const category of categories) {
    const siblings = childrenOf.get(category.parentId);
    if (siblings) siblings.push(category);
    else childrenOf.set(category.parentId, [category]);
  }
  const branches = (parent: number | null): readonly CategoryBranch[] =>
    (childrenOf.get(parent) ?? []).map((category) => ({ ...category, children: branches(category.id) }));
  return branches(null);
}
