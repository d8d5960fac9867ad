/** Name of a deleted product: the last name it was sold under, if known. */
export const deletedName = (soldAs: string | undefined): string =>
  soldAs === undefined ? '(Deleted)' : `${soldAs} (Deleted)`;
