import type { ReportRow } from '../data/answers.ts';
import { rowsAbove, type Tree, type TreeEntry } from '../kit/table/tree.ts';
import { textAt } from '../looks/rows.ts';

/** A record of the tree with its row; one without a row of its own has records with rows below it. */
export interface NestedEntry extends TreeEntry {
  readonly row: ReportRow;
}

/** How rows are found in a tree of records. */
export interface RowsOfTree {
  /** Path of the id of a row. */
  readonly id: string;
  /** Path of its name. */
  readonly name: string;
}

/** A row with nothing but the id and the name of a record. */
const bareRow = ({ id, name }: RowsOfTree, entry: TreeEntry): ReportRow => ({
  [id]: entry.id,
  ...(name.split('.').reduceRight<unknown>((value, member) => ({ [member]: value }), entry.name) as Readonly<
    Record<string, unknown>
  >),
});

/**
 * Rows in the tree of their records. Siblings stay in the order of the rows; a record without a row of its own stands where the
 * first one below it would.
 */
export function nestedRows(
  rows: readonly ReportRow[],
  records: Tree<TreeEntry>['rows'],
  paths: RowsOfTree,
): Pick<Tree<NestedEntry>, 'below'> {
  const own = new Map(rows.map((row) => [Number(textAt(row, paths.id)), row]));
  const places = new Map<number, number>();
  [...own.keys()].forEach((id, place) => {
    for (const above of rowsAbove({ rows: records }, id)) if (!places.has(above.id)) places.set(above.id, place);
  });
  [...own.keys()].forEach((id, place) => void places.set(id, place));
  const entries = [...places.keys()].map((id): NestedEntry => {
    const record = records.get(id) ?? { id, parent: null, name: '' };
    const parent = record.parent !== null && places.has(record.parent) ? record.parent : null;
    return { ...record, parent, row: own.get(id) ?? bareRow(paths, record) };
  });
  const placeOf = ({ id }: TreeEntry): number => places.get(id) ?? 0;
  const ordered = entries.toSorted((one, other) => placeOf(one) - placeOf(other));
  return { below: Map.groupBy(ordered, ({ parent }) => parent) };
}
