/** A row of a tree: its parent is the id of another row, or none. */
export interface TreeEntry {
  readonly id: number;
  readonly parent: number | null;
  readonly name: string;
}

/** Rows of a tree by their parents; what has no parent, or one that is unknown, is at the top. */
export interface Tree<Row extends TreeEntry> {
  readonly rows: ReadonlyMap<number, Row>;
  readonly below: ReadonlyMap<number | null, readonly Row[]>;
}

/** A row as it is shown: its level from 1, and its place among its siblings. */
export interface ShownRow<Row> {
  readonly row: Row;
  readonly level: number;
  readonly place: number;
  readonly siblings: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}

/** Makes a tree; siblings are sorted by name in a language. Rows of a circle are left out. */
export function treeOf<Row extends TreeEntry>(rows: readonly Row[], locale: string): Tree<Row> {
  const known = new Map(rows.map((row) => [row.id, row]));
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const below = Map.groupBy(rows, ({ parent }) => (parent !== null && known.has(parent) ? parent : null));
  for (const siblings of below.values()) siblings.sort((a, b) => compare(a.name, b.name));
  return { rows: known, below };
}

/** The rows that are visible while these are open, each after its parent. */
export function shownRows<Row extends TreeEntry>(
  { below }: Pick<Tree<Row>, 'below'>,
  open: ReadonlySet<number>,
): readonly ShownRow<Row>[] {
  const shown: ShownRow<Row>[] = [];
  // The rows to come, the next one last: a chain of thousands must not be a recursion.
  const waiting = childrenOf(below, null, 1).toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const hasChildren = below.has(next.row.id);
    const isOpen = hasChildren && open.has(next.row.id);
    shown.push({ ...next, hasChildren, isOpen });
    if (isOpen) waiting.push(...childrenOf(below, next.row.id, next.level + 1).toReversed());
  }
  return shown;
}

const childrenOf = <Row extends TreeEntry>(below: Tree<Row>['below'], parent: number | null, level: number) =>
  (below.get(parent) ?? []).map((row, index, { length }) => ({ row, level, place: index + 1, siblings: length }));

/** The rows above one, from the top. */
export function rowsAbove<Row extends TreeEntry>({ rows }: Pick<Tree<Row>, 'rows'>, id: number): readonly Row[] {
  const above: Row[] = [];
  const seen = new Set([id]);
  for (let row = parentOf(rows, id); row && !seen.has(row.id); row = parentOf(rows, row.id)) {
    seen.add(row.id);
    above.unshift(row);
  }
  return above;
}

const parentOf = <Row extends TreeEntry>(rows: Tree<Row>['rows'], id: number): Row | undefined =>
  rows.get(rows.get(id)?.parent ?? Number.NaN);

/** Whether a name has all of the typed words, whatever their case. */
export function hasWords(text: string): (name: string) => boolean {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return (name) => {
    const folded = name.toLocaleLowerCase();
    return words.every((word) => folded.includes(word));
  };
}

/** The part of a tree whose names have all of the typed words, with what is above them, and the rows to open for it. */
export function treeLike<Row extends TreeEntry>(tree: Tree<Row>, text: string) {
  const fits = hasWords(text);
  const kept = new Set<number>();
  const open = new Set<number>();
  for (const { id, name } of tree.rows.values()) {
    if (!fits(name)) continue;
    kept.add(id);
    for (const above of rowsAbove(tree, id)) {
      kept.add(above.id);
      open.add(above.id);
    }
  }
  const below = new Map(
    [...tree.below].flatMap(([parent, rows]) => {
      const left = rows.filter(({ id }) => kept.has(id));
      return left.length > 0 ? [[parent, left] as const] : [];
    }),
  );
  return { tree: { ...tree, below }, open };
}

/** Names from the top: `Lamps › Wall lamps`. */
export const pathName = <Row extends TreeEntry>(tree: Pick<Tree<Row>, 'rows'>, row: Row): string =>
  [...rowsAbove(tree, row.id), row].map(({ name }) => name).join(' › ');
