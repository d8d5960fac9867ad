import { useState } from 'react';
import { Field, inputClass } from '../../kit/field.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Combobox } from '../../kit/options.tsx';
import { Popover, type TriggerProps } from '../../kit/popover.tsx';
import { useWords } from '../../words/words.tsx';
import { type Choice, choicesLike } from './choices.ts';
import { OptionContent } from './option-content.tsx';
import css from './records.module.css';

interface PickerProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: number | undefined;
  readonly onChange: (chosen: number | undefined) => void;
  /** What no choice is called. */
  readonly none: string;
  readonly id?: string | undefined;
}

/** A button that opens a search over records that are held whole, of which there may be thousands. */
export function Picker({ label, choices, chosen, onChange, none, id }: PickerProps) {
  const text = chosen === undefined ? none : (choices.find((each) => each.id === chosen)?.name ?? `#${chosen}`);
  const trigger = (props: TriggerProps) => (
    <button {...props} aria-label={`${label}: ${text}`} className={`${inputClass} ${css.picker}`} id={id} type="button">
      <span className={css.picked}>{text}</span>
      <Icon name="down" />
    </button>
  );
  return (
    <Popover align="start" label={label} trigger={trigger}>
      {(close) => (
        <PickerOptions
          {...{ label, choices, chosen, none }}
          onChange={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </Popover>
  );
}

function PickerOptions({ label, choices, chosen, onChange, none }: PickerProps) {
  const { filter } = useWords().report;
  const [text, setText] = useState('');
  const offered = choicesLike(choices, text).map(({ id, name }) => ({
    id: String(id),
    isChecked: id === chosen,
    content: <OptionContent isChecked={id === chosen} name={name} />,
  }));
  const nothing = {
    id: '',
    content: <OptionContent isChecked={false} name={<span className={css.none}>{none}</span>} />,
  };
  return (
    <Combobox
      empty={filter.noMatch}
      label={label}
      onChoose={(id) => onChange(id === '' ? undefined : Number(id))}
      onText={(next) => setText(next.slice(0, 200))}
      options={text === '' ? [nothing, ...offered] : offered}
      placeholder={filter.search}
      text={text}
    />
  );
}

interface PickerFieldProps extends Omit<PickerProps, 'chosen' | 'onChange' | 'id'> {
  /** Name of the member of the form. */
  readonly name: string;
  readonly defaultValue: number | undefined;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
}

/** A picker as a field of a form. */
export function PickerField({ name, defaultValue, hint, fault, ...picker }: PickerFieldProps) {
  const [chosen, setChosen] = useState(defaultValue);
  return (
    <Field fault={fault} hint={hint} label={picker.label}>
      {({ id }) => (
        <>
          <Picker {...picker} chosen={chosen} id={id} onChange={setChosen} />
          <input name={name} type="hidden" value={chosen ?? ''} />
        </>
      )}
    </Field>
  );
}
