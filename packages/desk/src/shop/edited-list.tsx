import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import { recordQuery, type ShopKind, type ShopRecords, saveRecordOf, topicsOf } from '../data/shop-records.ts';
import { Actions, Button } from '../kit/button.tsx';
import type { Column } from '../kit/table/table.tsx';
import { type FieldRow, RecordForm } from '../shell/record-form.tsx';
import { useWords } from '../words/words.tsx';
import { ListScreen } from './list-screen.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

interface EditedListProps<Kind extends ShopKind> {
  readonly kind: Kind & ('coupons' | 'taxes');
  readonly title: string;
  readonly columns: readonly Column<ShopRecords[Kind]>[];
  readonly fields: readonly FieldRow[];
  readonly nameOf: (record: ShopRecords[Kind]) => string;
}

/** A list whose records are created and changed in a dialog over it. */
export function EditedList<Kind extends ShopKind>({ kind, title, columns, fields, nameOf }: EditedListProps<Kind>) {
  const { shop: words } = useWords();
  const [edited, setEdited] = useState<number | 'new'>();
  const close = () => setEdited(undefined);
  return (
    <>
      <ListScreen
        columns={columns}
        kind={kind}
        onOpen={({ id }) => setEdited(id)}
        title={title}
        tools={
          <Button icon="plus" kind="main" onClick={() => setEdited('new')}>
            {words.create[kind]}
          </Button>
        }
      />
      {edited === 'new' && (
        <RecordForm
          fields={fields}
          limits={limits[kind]}
          onClose={close}
          onSaved={close}
          title={words.create[kind]}
          writing={{ write: saveRecordOf(kind, undefined), topics: topicsOf[kind] }}
        />
      )}
      {typeof edited === 'number' && <EditDialog {...{ kind, fields, nameOf }} id={edited} onClose={close} />}
    </>
  );
}

interface EditProps<Kind extends ShopKind> extends Pick<EditedListProps<Kind>, 'kind' | 'fields' | 'nameOf'> {
  readonly id: number;
  readonly onClose: () => void;
}

function EditDialog<Kind extends ShopKind>({ kind, fields, nameOf, id, onClose }: EditProps<Kind>) {
  const { shop: words } = useWords();
  const { data: tagged } = useQuery({ ...recordQuery<Kind>(kind, String(id)), gcTime: 0 });
  const [isRemoved, setRemoved] = useState(false);
  if (!tagged) return null;
  const name = nameOf(tagged.record);
  if (isRemoved) return <RemoveDialog kind={kind} name={name} onClose={onClose} tagged={tagged} />;
  return (
    <RecordForm
      fields={fields}
      limits={limits[kind]}
      onClose={onClose}
      onSaved={onClose}
      record={tagged.record}
      title={name}
      writing={{ write: saveRecordOf<Kind>(kind, id), topics: topicsOf[kind], tag: tagged.tag }}
    >
      <Actions>
        <Button icon="trash" kind="danger" onClick={() => setRemoved(true)}>
          {words.remove}
        </Button>
      </Actions>
    </RecordForm>
  );
}
