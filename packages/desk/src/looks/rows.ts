import type { ReportRow } from '../data/answers.ts';
import type { ColumnDeclaration } from '../data/reports.ts';

/** The value in a row at a path: `extended_info.name`. */
export function valueAt(row: ReportRow, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value.map((each) => valueAt(each as ReportRow, name));
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return (value as Readonly<Record<string, unknown>>)[name];
  }, row);
}

/** The same as a text; empty where there is none. */
export function textAt(row: ReportRow, path: string): string {
  const value = valueAt(row, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The value of a column in a row; undefined where the row says that it has none. */
export const shownValue = (row: ReportRow, { path, given }: Pick<ColumnDeclaration, 'path' | 'given'>): unknown =>
  given !== null && valueAt(row, given) === false ? undefined : valueAt(row, path);
