import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Empty } from '../../kit/bits.tsx';
import { Button, IconButton } from '../../kit/button.tsx';
import { Screen } from '../../kit/layout.tsx';
import { useWords } from '../../words/words.tsx';
import { PageHead } from '../head.tsx';
import { type CategoryEntry, CategoryTree } from './category-tree.tsx';

interface CategoriesScreenProps<Row extends CategoryEntry> {
  readonly back: ReactNode;
  readonly query: Pick<UseQueryResult<readonly Row[]>, 'data' | 'error' | 'refetch'>;
  /** What is counted. */
  readonly countLabel: string;
  /** Shows what is in a category. */
  readonly onChoose: (row: Row) => void;
  readonly mayEdit: boolean;
  /** The form of a new category, or of the one with this id. */
  readonly form: (edited: number | 'new', close: () => void) => ReactNode;
}

/** The screen of a tree of categories, with what is in each. */
export function CategoriesScreen<Row extends CategoryEntry>(props: CategoriesScreenProps<Row>) {
  const { back, query, countLabel, onChoose, mayEdit, form } = props;
  const { trees: words } = useWords();
  const [edited, setEdited] = useState<number | 'new'>();
  const create = mayEdit && (
    <Button icon="plus" kind="main" onClick={() => setEdited('new')}>
      {words.create}
    </Button>
  );
  const edit = ({ id, name }: Row) => <IconButton icon="edit" label={words.edit(name)} onClick={() => setEdited(id)} />;
  return (
    <Screen>
      <PageHead back={back} title={words.title}>
        {create}
      </PageHead>
      <CategoryTree
        countLabel={countLabel}
        edit={mayEdit ? edit : undefined}
        empty={<Empty action={create} text={words.empty} />}
        onChoose={onChoose}
        query={query}
        rows={query.data}
        title={words.title}
      />
      {edited !== undefined && form(edited, () => setEdited(undefined))}
    </Screen>
  );
}
