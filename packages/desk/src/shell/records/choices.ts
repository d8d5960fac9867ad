import { hasWords, pathName, rowsAbove, shownRows, type Tree, type TreeEntry } from '../../kit/table/tree.ts';

/** A record that can be chosen. */
export interface Choice {
  readonly id: number;
  readonly name: string;
}

/** Options that are shown at once; typing finds the others. */
const MOST = 50;

/** The first choices whose names have all of the typed words. */
export function choicesLike(choices: readonly Choice[], text: string): readonly Choice[] {
  const fits = hasWords(text);
  const found: Choice[] = [];
  for (const choice of choices) {
    if (fits(choice.name)) found.push(choice);
    if (found.length === MOST) break;
  }
  return found;
}

/** Categories of a tree by their paths, without one and what is below it, which cannot be its parents. */
export const choicesOfTree = <Row extends TreeEntry>(tree: Tree<Row>, except?: number): readonly Choice[] =>
  shownRows(tree, new Set(tree.rows.keys()))
    .filter(({ row }) => row.id !== except && !rowsAbove(tree, row.id).some(({ id }) => id === except))
    .map(({ row }) => ({ id: row.id, name: pathName(tree, row) }));
