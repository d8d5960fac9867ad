import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { faultsOf, fieldsOf } from '../data/form-values.ts';
import { type Location, locationsQuery, saveRecord } from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Pill, Sheet } from '../kit/bits.tsx';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { Table } from '../kit/table/table.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useWords } from '../words/words.tsx';
import css from './stockroom.module.css';

/** Places where items are kept. */
export function PlacesScreen() {
  const { stockroom: words } = useWords();
  const query = useQuery(locationsQuery);
  const [edited, setEdited] = useState<Location | 'new'>();
  const places = query.data?.rows ?? [];
  const parents = new Map(places.map(({ id, name }) => [id, name]));
  return (
    <div className={css.screen}>
      <PageHead
        back={
          <ScreenLink className={css.back} to="/stockroom">
            {words.back}
          </ScreenLink>
        }
        title={words.screens.places}
      >
        <Button icon="plus" kind="main" onClick={() => setEdited('new')}>
          {words.places.create}
        </Button>
      </PageHead>
      {query.isError ? (
        <Failure error={query.error} retry={query.refetch} />
      ) : (
        <Sheet flush>
          <Table
            bones={query.data ? undefined : 3}
            caption={words.screens.places}
            columns={[
              { name: 'code', label: words.column.code, cell: ({ code }) => code },
              { name: 'name', label: words.column.name, cell: ({ name }) => name },
              {
                name: 'parent',
                label: words.places.inside,
                cell: ({ parent_id: parent }) => (parent === null ? '' : parents.get(parent)),
              },
              {
                name: 'status',
                label: words.column.status,
                cell: ({ archived }) => archived && <Pill>{words.places.archived}</Pill>,
              },
            ]}
            keyOf={({ id }) => String(id)}
            onOpen={setEdited}
            rows={places}
          />
        </Sheet>
      )}
      {edited && (
        <PlaceDialog
          onClose={() => setEdited(undefined)}
          place={edited === 'new' ? undefined : edited}
          places={places}
        />
      )}
    </div>
  );
}

interface PlaceProps {
  readonly place: Location | undefined;
  readonly places: readonly Location[];
  readonly onClose: () => void;
}

function PlaceDialog({ place, places, onClose }: PlaceProps) {
  const { stockroom: words, action } = useWords();
  const path = place ? `/locations/${place.id}` : '/locations';
  const tag = place && `"${place.version}"`;
  const saving = useWriting({
    write: saveRecord(path, place ? 'PATCH' : 'POST'),
    tag,
    topics: ['stock'],
    onDone: onClose,
  });
  const removing = useWriting({ write: saveRecord(path, 'DELETE'), tag, topics: ['stock'], onDone: onClose });
  const faults = faultsOf(saving.error);
  const problem = removing.error ?? (Object.keys(faults).length === 0 ? saving.error : null);
  return (
    <Dialog
      closeLabel={action.close}
      onClose={onClose}
      title={place ? words.places.change(place.name) : words.places.create}
    >
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          const { text, numberOrNull } = fieldsOf(event.currentTarget);
          saving.mutate({
            code: text('code'),
            name: text('name') || text('code'),
            parent_id: numberOrNull('parent_id'),
          });
        }}
      >
        <PlaceFields faults={faults} place={place} places={places} />
        {problem && (
          <p className={css.trouble} role="alert">
            {problem.message}
          </p>
        )}
        <Actions>
          {place && !place.archived && (
            <Button
              disabled={removing.isPending}
              kind="danger"
              onClick={() => removing.mutate(undefined)}
              title={words.places.removeText}
            >
              {words.places.remove}
            </Button>
          )}
          <Button onClick={onClose}>{action.cancel}</Button>
          <Button disabled={saving.isPending} kind="main" type="submit">
            {action.save}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

interface FieldsProps extends Omit<PlaceProps, 'onClose'> {
  readonly faults: ReturnType<typeof faultsOf>;
}

function PlaceFields({ place, places, faults }: FieldsProps) {
  const { stockroom: words } = useWords();
  return (
    <>
      <div className={css.pair}>
        <TextField
          autoFocus
          defaultValue={place?.code}
          fault={faults.code}
          label={words.places.code}
          maxLength={64}
          name="code"
          required
        />
        <TextField
          defaultValue={place?.name}
          fault={faults.name}
          label={words.places.name}
          maxLength={200}
          name="name"
        />
      </div>
      <SelectField
        defaultValue={place?.parent_id ?? ''}
        fault={faults.parent_id}
        label={words.places.inside}
        name="parent_id"
      >
        <option value="">{words.places.top}</option>
        {places
          .filter(({ id, archived }) => id !== place?.id && !archived)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
    </>
  );
}
