/**
 * Sum of integers as bigint; 0 without rows. `sum` of PostgreSQL adds bigints as numeric, which takes several times as long. An
 * overflow is an error.
 */
export const total = (value: string): string => `bigint_total(${value})`;

/** Columns of totals by their names, separated by commas; `of` makes what is summed of each value. */
export const totals = (
  values: Readonly<Record<string, string>>,
  of: (value: string) => string = (value) => value,
): string =>
  Object.entries(values)
    .map(([name, value]) => `${total(of(value))} as ${name}`)
    .join(', ');
