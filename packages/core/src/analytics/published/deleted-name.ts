/** The name of a product that is gone: the one under which it was sold last, where that is known. */
export const deletedName = (soldAs: string | undefined): string =>
  soldAs === undefined ? '(Deleted)' : `${soldAs} (Deleted)`;
