/**
 * The numbers of the advisory locks, all of them, so that no two kinds of work wait for each other by mistake. Migrations,
 * functions of the schema and locks of two numbers have spaces of their own.
 */
export const advisoryLocks = {
  /** Who changes who is administrator. */
  administrators: 4_601,
  /** Who changes the tree of categories of items. */
  categoryTree: 4_602,
  /** Who moves a location in its tree. */
  locationTree: 4_603,
  /** Who imports items. */
  itemImport: 4_604,
  /** Who writes facts shares it; who changes what they are counted by has it alone. */
  factWriters: 4_605,
  /** Who changes the tree of categories of products. */
  productCategoryTree: 4_607,
  /** Who writes roll-ups by a date; the number of the date is added. */
  rollUps: 4_610,
} as const;
