/** A shelf in the tree that items are sorted into. */
export interface Category {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
  readonly description: string | null;
  readonly position: number;
  /** From the top down to the category itself. */
  readonly path: readonly { readonly id: number; readonly name: string }[];
  /** Items directly in it that are not archived. */
  readonly itemCount: number;
  /** The same with everything below. */
  readonly totalItemCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** The depth of the lowest level, counted from 0: ten levels. */
export const DEEPEST = 9;

/** The level a category is on; the top is 0. */
export const depthOf = (category: Pick<Category, 'path'>): number => category.path.length - 1;

/** A category with what lies below it. */
export interface CategoryBranch extends Category {
  readonly children: readonly CategoryBranch[];
}

/** Hangs categories under their parents, keeping the order they came in. */
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
