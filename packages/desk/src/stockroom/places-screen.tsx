import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../data/api/limits.ts';
import { faultsOf, fieldsOf } from '../data/form-values.ts';
import { type Location, locationsQuery, saveRecord } from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Empty, Pill } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { Pair, Screen } from '../kit/layout.tsx';
import { PageHead } from '../shell/head.tsx';
import { BackLink } from '../shell/records/back-link.tsx';
import { FormDialog } from '../shell/records/form-dialog.tsx';
import { ListSheet } from '../shell/records/list-sheet.tsx';
import { useWords } from '../words/words.tsx';
import { useFoundPlaces } from './places.tsx';

/** Places where items are kept. */
export function PlacesScreen() {
  const { stockroom: words, report } = useWords();
  const query = useQuery(locationsQuery);
  const [edited, setEdited] = useState<Location | 'new'>();
  const places = query.data?.rows ?? [];
  const parents = new Map(places.map(({ id, name }) => [id, name]));
  const { rows, search, pages } = useFoundPlaces(places);
  return (
    <Screen>
      <PageHead back={<BackLink to="/stockroom">{words.back}</BackLink>} title={words.screens.places}>
        <Button icon="plus" kind="main" onClick={() => setEdited('new')}>
          {words.places.create}
        </Button>
      </PageHead>
      {search}
      <ListSheet
        asked={rows.map(({ id }) => id)}
        bones={3}
        empty={<Empty text={report.filter.noMatch} />}
        query={query}
        rows={query.data && rows}
        table={{
          caption: words.screens.places,
          columns: [
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
          ],
          keyOf: ({ id }) => String(id),
          onOpen: setEdited,
        }}
      >
        {pages}
      </ListSheet>
      {edited && (
        <PlaceDialog
          onClose={() => setEdited(undefined)}
          place={edited === 'new' ? undefined : edited}
          places={places}
        />
      )}
    </Screen>
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
    <FormDialog
      actions={
        place &&
        !place.archived && (
          <Button
            disabled={removing.isPending}
            kind="danger"
            onClick={() => removing.mutate(undefined)}
            title={words.places.removeText}
          >
            {words.places.remove}
          </Button>
        )
      }
      error={problem}
      isPending={saving.isPending}
      onClose={onClose}
      onSubmit={(form) => {
        const { text, numberOrNull } = fieldsOf(form);
        saving.mutate({
          code: text('code'),
          name: text('name') || text('code'),
          parent_id: numberOrNull('parent_id'),
        });
      }}
      submitLabel={action.save}
      title={place ? words.places.change(place.name) : words.places.create}
    >
      <PlaceFields faults={faults} place={place} places={places} />
    </FormDialog>
  );
}

interface FieldsProps extends Omit<PlaceProps, 'onClose'> {
  readonly faults: ReturnType<typeof faultsOf>;
}

function PlaceFields({ place, places, faults }: FieldsProps) {
  const { stockroom: words } = useWords();
  return (
    <>
      <Pair narrow>
        <TextField
          autoFocus
          defaultValue={place?.code}
          fault={faults.code}
          label={words.places.code}
          maxLength={limits.place.code}
          name="code"
          required
        />
        <TextField
          defaultValue={place?.name}
          fault={faults.name}
          label={words.places.name}
          maxLength={limits.place.name}
          name="name"
        />
      </Pair>
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
