import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Named } from '../../data/names.ts';
import { choicesQuery, chosenNamesQuery } from '../../data/shop/choices.ts';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { Combobox } from '../../kit/options.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import css from './choice.module.css';
import { OptionContent } from './option-content.tsx';

interface ChoiceProps {
  /** Kind of records, as `data/names.ts` knows it. */
  readonly of: string;
  /** Ids of what is chosen. */
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** The last that is chosen takes the place of the others. */
  readonly isOne?: boolean;
}

/** Several records of a kind, found by words; those that are chosen are first. */
export function RecordsChoice({ of, values, onChange, isOne = false }: ChoiceProps) {
  const words = useWords();
  const [text, setText] = useState('');
  const asked = text.trim();
  const found = useQuery({ ...choicesQuery(of, asked), placeholderData: keepPreviousData });
  const { data: names } = useQuery(chosenNamesQuery(of, values));
  const known: readonly Named[] = values.map((id) => ({ id, name: names?.get(id) ?? id }));
  const plain = (written: string) => written.toLocaleLowerCase().replaceAll(':', '');
  const fits = ({ name, detail = '' }: Named) => plain(`${name} ${detail}`).includes(plain(asked));
  const rest = (found.data ?? []).filter((each) => !values.includes(each.id) && fits(each));
  const toggle = (id: string) =>
    onChange(values.includes(id) ? values.filter((each) => each !== id) : [...(isOne ? [] : values), id]);
  return (
    <Combobox
      empty={words.report.filter.noMatch}
      isBusy={found.isLoading || found.isPlaceholderData}
      isFramed
      label={words.report.filter.search}
      many={!isOne}
      onChoose={toggle}
      onText={setText}
      options={[...known, ...rest].map(({ id, name, detail }) => ({
        id,
        isChecked: values.includes(id),
        content: <OptionContent detail={detail} isChecked={values.includes(id)} name={name} />,
      }))}
      placeholder={words.report.filter.search}
      text={text}
    />
  );
}

interface FieldProps {
  readonly of: string;
  /** What the form opened with. */
  readonly ids: readonly string[];
  readonly label: string;
  readonly name: string;
  /** Whether it takes one record. */
  readonly isOne?: boolean;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
}

/** A field of a form for records of a kind: their names, and on demand a search for others. */
export function RecordsField({ of, ids, label, name, isOne = false, hint, fault }: FieldProps) {
  const { shop } = useWords();
  const { list } = useFormats();
  const [values, setValues] = useState(ids);
  const [isOpen, setOpen] = useState(false);
  const { data: names } = useQuery(chosenNamesQuery(of, values));
  const text = list(values.map((id) => names?.get(id) ?? `#${id}`));
  return (
    <Field fault={fault} hint={hint} label={label}>
      {(described) => (
        <>
          <span className={css.chosen}>
            <span>{text === '' ? shop.noValue : text}</span>
            <Button
              {...described}
              aria-expanded={isOpen}
              aria-label={`${label}: ${shop.change}`}
              onClick={() => setOpen(!isOpen)}
            >
              {shop.change}
            </Button>
          </span>
          {isOpen && <RecordsChoice isOne={isOne} of={of} onChange={setValues} values={values} />}
          {values.map((id) => (
            <input key={id} name={name} type="hidden" value={id} />
          ))}
        </>
      )}
    </Field>
  );
}
