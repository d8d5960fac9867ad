/**
 * Keys of all advisory locks, in one place so that unrelated work never shares a key. Migrations, schema functions and locks
 * with two keys use separate key spaces.
 */
export const advisoryLocks = {
  /** Changes of administrator rights. */
  administrators: 4_601,
  /** Changes of the tree of item categories. */
  categoryTree: 4_602,
  /** Moves within the tree of locations. */
  locationTree: 4_603,
  /** Imports of items. */
  itemImport: 4_604,
  /** Shared by writers of facts; exclusive for changes of the settings that facts depend on. */
  factWriters: 4_605,
  /** Changes of the tree of product categories. */
  productCategoryTree: 4_607,
  /** Moving pending sums into their roll-ups. */
  pendingSums: 4_608,
} as const;
