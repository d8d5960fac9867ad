import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Bone, Empty, Sheet } from '../../kit/bits.tsx';
import { Button } from '../../kit/button.tsx';
import { Filters, SearchField } from '../../kit/layout.tsx';
import type { Column } from '../../kit/table/table.tsx';
import { shownRows, type TreeEntry, treeLike, treeOf } from '../../kit/table/tree.ts';
import { TreeTable } from '../../kit/table/tree-table.tsx';
import { useFormats, useLanguage, useWords } from '../../words/words.tsx';
import { Failure } from '../failure.tsx';

/** A category with the number of records in it, and in it and all categories below. */
export interface CategoryEntry extends TreeEntry {
  readonly own: number;
  readonly whole: number;
}

interface CategoryTreeProps<Row extends CategoryEntry> {
  readonly title: string;
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>;
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** What is counted. */
  readonly countLabel: string;
  /** Shows what is in a category. */
  readonly onChoose: (row: Row) => void;
  /** The button that changes a category. */
  readonly edit?: ((row: Row) => ReactNode) | undefined;
  /** Why there is none, and what helps. */
  readonly empty: ReactNode;
}

/** Trees up to this size are open from the beginning. */
const SMALL = 60;

/** Categories as a tree that folds, and is searched. */
export function CategoryTree<Row extends CategoryEntry>(props: CategoryTreeProps<Row>) {
  const { title, query, rows, empty } = props;
  const { trees: words } = useWords();
  const { language } = useLanguage();
  const [text, setText] = useState('');
  const tree = useMemo(() => treeOf(rows ?? [], language), [rows, language]);
  const parents = useMemo(() => [...tree.below.keys()].filter((id) => id !== null), [tree]);
  const [chosen, setOpen] = useState<ReadonlySet<number>>();
  const open = chosen ?? new Set((rows ?? []).length <= SMALL ? parents : []);
  const [found, opened] = useMemo(() => {
    if (text.trim() === '') return [tree, undefined] as const;
    const like = treeLike(tree, text);
    return [like.tree, like.open] as const;
  }, [tree, text]);
  const shown = shownRows(found, opened ?? open);
  if (query.error) return <Failure error={query.error} retry={query.refetch} />;
  return (
    <>
      {rows && rows.length > 0 && (
        <Filters>
          <SearchField label={words.search} onText={setText} text={text} />
          {parents.length > 0 && opened === undefined && (
            <>
              <Button onClick={() => setOpen(new Set(parents))}>{words.openAll}</Button>
              <Button onClick={() => setOpen(new Set())}>{words.closeAll}</Button>
            </>
          )}
        </Filters>
      )}
      <Sheet flush title={rows ? words.count(rows.length) : title}>
        {rows === undefined && <Waiting />}
        {rows?.length === 0 && empty}
        {rows && rows.length > 0 && shown.length === 0 && <Empty text={words.none} />}
        {shown.length > 0 && (
          <Rows
            {...props}
            key={text}
            onToggle={({ id }, isOpen) => {
              const next = new Set(open);
              if (isOpen) next.add(id);
              else next.delete(id);
              if (opened === undefined) setOpen(next);
            }}
            shown={shown}
          />
        )}
      </Sheet>
    </>
  );
}

const Waiting = () => (
  <Empty
    action={
      <>
        <Bone width={24} />
        <Bone width={18} />
      </>
    }
    text=""
  />
);

interface RowsProps<Row extends CategoryEntry> extends CategoryTreeProps<Row> {
  readonly shown: ReturnType<typeof shownRows<Row>>;
  readonly onToggle: (row: Row, isOpen: boolean) => void;
}

function Rows<Row extends CategoryEntry>({ title, shown, countLabel, edit, onChoose, onToggle }: RowsProps<Row>) {
  const { trees: words } = useWords();
  const { count } = useFormats();
  const columns: readonly Column<Row>[] = [
    { name: 'name', label: words.name, cell: ({ name }) => name },
    { name: 'own', label: words.directly, isNumber: true, cell: ({ own }) => count(own) },
    { name: 'whole', label: countLabel, isNumber: true, onPhone: true, cell: ({ whole }) => count(whole) },
    ...(edit ? [{ name: 'edit', label: '', onPhone: true, cell: edit }] : []),
  ];
  return (
    <TreeTable
      caption={title}
      columns={columns}
      labels={{ open: words.open, close: words.close, more: (n) => words.more(n) }}
      onChoose={onChoose}
      onToggle={onToggle}
      rows={shown}
    />
  );
}
