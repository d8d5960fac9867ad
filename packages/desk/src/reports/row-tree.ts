import { hashKey, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReportRow } from '../data/answers.ts';
import type { ColumnDeclaration, ListDeclaration, ReportDeclaration } from '../data/reports.ts';
import { categoriesOfShopQuery } from '../data/shop-records.ts';
import type { Nesting } from '../kit/table/table.tsx';
import { shownRows } from '../kit/table/tree.ts';
import { isOutdated, listQuery } from '../looks/asking.ts';
import type { Look } from '../looks/look.ts';
import type { Looking } from '../looks/look-tools.tsx';
import { useWords } from '../words/words.tsx';
import { shownColumns } from './columns-menu.tsx';
import { nestedRows } from './nested-rows.ts';
import { wholeListQuery } from './whole-list.ts';

/** Records whose tree the rows of a list stand in. */
const records = { categories: categoriesOfShopQuery } as const;
const isKnown = (of: string): of is keyof typeof records => Object.hasOwn(records, of);

type TreeColumn = ColumnDeclaration & { readonly tree: { readonly of: keyof typeof records; readonly id: string } };

/** The first of the shown columns, where the rows of the list are declared to be a tree by it. */
function treeColumnOf({ columns }: ListDeclaration, { cols }: Look): TreeColumn | undefined {
  const [first] = shownColumns(columns, cols);
  return first?.tree && isKnown(first.tree.of) ? (first as TreeColumn) : undefined;
}

/** What a list has: a page of its rows, or all of them where they are a tree. */
export function useListRows(report: ReportDeclaration, list: ListDeclaration, { look, span }: Looking) {
  const treeColumn = treeColumnOf(list, look);
  const asked = treeColumn ? wholeListQuery(report, look, span) : listQuery(report, look, span);
  const query = useQuery(asked);
  return { query, question: isOutdated(query) ? undefined : hashKey(asked.queryKey), treeColumn };
}

/** Trees up to this size are open from the beginning. */
const SMALL = 60;

interface RowTree {
  /** The rows that are visible, each after the one above it. */
  readonly rows: readonly ReportRow[];
  readonly nesting: Nesting<ReportRow> | undefined;
}

/** The rows of a list as a tree; as they are where they are none, or its records are not known. */
export function useRowTree(
  column: TreeColumn | undefined,
  rows: readonly ReportRow[],
  nameOf: (row: ReportRow) => string,
): RowTree {
  const { trees: words } = useWords();
  const { data } = useQuery({ ...records[column?.tree.of ?? 'categories'], enabled: column !== undefined });
  const tree = useMemo(() => {
    if (!column || !data) return undefined;
    const known = new Map(data.map((each) => [each.id, each]));
    return nestedRows(rows, known, { id: column.tree.id, name: column.path });
  }, [column, data, rows]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>();
  if (!tree) return { rows, nesting: undefined };
  const parents = [...tree.below.keys()].filter((id) => id !== null);
  const open = chosen ?? new Set(rows.length <= SMALL ? parents : []);
  const shown = shownRows(tree, open);
  const places = new Map(shown.map((each) => [each.row.row, each]));
  const placeOf = (row: ReportRow) => places.get(row) ?? { level: 1, hasChildren: false, isOpen: false };
  return {
    rows: shown.map(({ row }) => row.row),
    nesting: {
      of: placeOf,
      labelOf: (row) => `${placeOf(row).isOpen ? words.close : words.open}: ${nameOf(row)}`,
      onToggle(row) {
        const place = places.get(row);
        if (!place) return;
        const next = new Set(open);
        if (!next.delete(place.row.id)) next.add(place.row.id);
        setChosen(next);
      },
    },
  };
}
