import { useState } from 'react';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Pair } from '../../kit/layout.tsx';
import { useWords } from '../../words/words.tsx';
import { type KeyRow, offeredWith } from './field-row.ts';
import { Row, RowsFrame, type RowsLook } from './rows-frame.tsx';

type Texts = Readonly<Record<string, string>>;

interface MapFieldProps extends RowsLook {
  readonly keys: readonly KeyRow[];
  /** Undefined in a new record. */
  readonly opened: Texts | undefined;
  readonly fault: string | undefined;
}

/** A field for a map of texts: a choice for each declared key, and pairs that are typed. */
export function MapField({ keys, opened, fault, ...look }: MapFieldProps) {
  const { pair: words } = useWords().shop;
  const [chosen, setChosen] = useState<Texts>(opened ?? {});
  const { pairs, set, append, remove } = usePairs(keys, opened);
  const declared = keys.flatMap(({ key }) => {
    const value = chosen[key] ?? '';
    return value !== '' || opened === undefined || Object.hasOwn(opened, key) ? [[key, value] as const] : [];
  });
  const typed = pairs.flatMap(({ key, value }) => (key.trim() === '' ? [] : [[key.trim(), value.trim()] as const]));
  return (
    <RowsFrame {...look} fault={fault} onAdd={append} value={Object.fromEntries([...declared, ...typed])}>
      {keys.length > 0 && (
        <Pair>
          {keys.map((row) => (
            <SelectField
              key={row.key}
              label={row.label}
              onChange={({ target }) => setChosen({ ...chosen, [row.key]: target.value })}
              value={chosen[row.key] ?? ''}
            >
              <KeyOptions row={row} value={chosen[row.key] ?? ''} />
            </SelectField>
          ))}
        </Pair>
      )}
      {pairs.map(({ at, key, value }, place) => (
        <Row key={at} label={`${look.label} ${place + 1}`} onRemove={() => remove(at)}>
          <TextField
            label={words.key}
            maxLength={200}
            onChange={({ target }) => set(at, { key: target.value })}
            value={key}
          />
          <TextField
            label={words.value}
            maxLength={500}
            onChange={({ target }) => set(at, { value: target.value })}
            value={value}
          />
        </Row>
      ))}
    </RowsFrame>
  );
}

interface TypedPair {
  /** Stays while others are removed. */
  readonly at: number;
  readonly key: string;
  readonly value: string;
}

/** The pairs of a map whose keys are not declared. */
function usePairs(keys: readonly KeyRow[], opened: Texts = {}) {
  const [pairs, setPairs] = useState<readonly TypedPair[]>(() =>
    Object.entries(opened)
      .filter(([key]) => !keys.some((each) => each.key === key))
      .map(([key, value], at) => ({ at, key, value })),
  );
  return {
    pairs,
    set: (at: number, part: Partial<TypedPair>) =>
      setPairs(pairs.map((pair) => (pair.at === at ? { ...pair, ...part } : pair))),
    append: () => setPairs([...pairs, { at: (pairs.at(-1)?.at ?? -1) + 1, key: '', value: '' }]),
    remove: (at: number) => setPairs(pairs.filter((pair) => pair.at !== at)),
  };
}

/** The values of a key, any of them, and a value that is not among them. */
function KeyOptions({ row, value }: { readonly row: KeyRow; readonly value: string }) {
  const { pair: words } = useWords().shop;
  return (
    <>
      <option value="">{words.any}</option>
      {offeredWith(row.choices, value).map((each) => (
        <option key={each.value} value={each.value}>
          {each.label}
        </option>
      ))}
    </>
  );
}
