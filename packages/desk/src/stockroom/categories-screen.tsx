import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import { type Category, categoriesQuery, categoryQuery, saveRecord } from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Actions, Button } from '../kit/button.tsx';
import { useGo } from '../shell/links.tsx';
import { type FieldRow, RecordForm } from '../shell/record-form.tsx';
import { BackLink } from '../shell/records/back-link.tsx';
import { CategoriesScreen } from '../shell/records/categories-screen.tsx';
import { Confirm } from '../shell/records/confirm.tsx';
import { PickerField } from '../shell/records/picker.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import { useCategoryChoices } from './category-choice.ts';

/** Categories of items as a tree, with the items in each. */
export function ItemCategoriesScreen() {
  const { stockroom, trees: words } = useWords();
  const go = useGo();
  return (
    <CategoriesScreen
      back={<BackLink to="/stockroom">{stockroom.back}</BackLink>}
      countLabel={words.items}
      form={(edited, close) =>
        edited === 'new' ? <NewCategory onClose={close} /> : <EditCategory id={edited} onClose={close} />
      }
      mayEdit={useMay()('edit_catalog')}
      onChoose={({ id }) => go('/stockroom', { search: { category: String(id) } })}
      query={useQuery(categoriesQuery)}
    />
  );
}

function useCategoryFields(except?: number): readonly FieldRow[] {
  const { trees: words } = useWords();
  const choices = (useCategoryChoices(except) ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return [
    { path: 'name', kind: 'text', isRequired: true },
    { path: 'parent_id', kind: 'id', choices, none: words.top },
    { path: 'position', label: words.position, kind: 'number', maxLength: 8 },
    { path: 'description', kind: 'area' },
  ];
}

function NewCategory({ onClose }: { readonly onClose: () => void }) {
  const { trees: words } = useWords();
  return (
    <RecordForm
      fields={useCategoryFields()}
      limits={limits.category}
      onClose={onClose}
      onSaved={onClose}
      title={words.create}
      writing={{ write: saveRecord<Category>('/categories', 'POST'), topics: ['stock'] }}
    />
  );
}

function EditCategory({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { trees: words } = useWords();
  const fields = useCategoryFields(id);
  const [isRemoved, setRemoved] = useState(false);
  // What is being deleted is not asked for again: it may be gone before the dialog.
  const { data: tagged } = useQuery({ ...categoryQuery(id), gcTime: 0, enabled: !isRemoved });
  if (!tagged) return null;
  const { record, tag } = tagged;
  if (isRemoved) return <RemoveCategory category={record} onClose={onClose} tag={tag} />;
  return (
    <RecordForm
      fields={fields}
      limits={limits.category}
      onClose={onClose}
      onSaved={onClose}
      record={record}
      title={words.edit(record.name)}
      writing={{ write: saveRecord<Category>(`/categories/${id}`, 'PATCH'), topics: ['stock'], tag }}
    >
      <Actions>
        <Button icon="trash" kind="danger" onClick={() => setRemoved(true)}>
          {words.remove}
        </Button>
      </Actions>
    </RecordForm>
  );
}

interface RemoveProps {
  readonly category: Category;
  readonly tag: string | undefined;
  readonly onClose: () => void;
}

/** Deletes a category; what is in it goes to its parent, or to another one. */
function RemoveCategory({ category: { id, name, parent_id: parent, item_count: items }, tag, onClose }: RemoveProps) {
  const { trees: words } = useWords();
  const children = (useQuery(categoriesQuery).data ?? []).filter((each) => each.parent === id).length;
  const choices = useCategoryChoices(id) ?? [];
  const isEmpty = items === 0 && children === 0;
  const removing = useWriting({
    write: (to: string | undefined, headers) =>
      saveRecord(`/categories/${id}${to === undefined ? '' : `?reassign_to=${to}`}`, 'DELETE')(undefined, headers),
    topics: ['stock'],
    tag,
    onDone: onClose,
  });
  return (
    <Confirm
      onClose={onClose}
      onConfirm={(form) => {
        const to = String(new FormData(form).get('to') ?? '');
        removing.mutate(isEmpty ? undefined : to || 'null');
      }}
      text={isEmpty ? words.removeEmpty : words.removeItems(items, children)}
      title={words.removeTitle(name)}
      verb={words.remove}
      writing={removing}
    >
      {!isEmpty && (
        <PickerField
          choices={choices}
          defaultValue={parent ?? undefined}
          label={words.moveTo}
          name="to"
          none={words.top}
        />
      )}
    </Confirm>
  );
}
