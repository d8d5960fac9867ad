import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import css from './options.module.css';

/** An entry that can be chosen. */
export interface Option {
  readonly id: string;
  readonly content: ReactNode;
  readonly group?: string | undefined;
  readonly isChecked?: boolean;
}

interface ComboboxProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly options: readonly Option[];
  readonly onChoose: (id: string) => void;
  /** Shown where there are no options. */
  readonly empty: string;
  readonly placeholder?: string | undefined;
  readonly isBusy?: boolean;
  /** Several may be chosen: the list stays as it is. */
  readonly many?: boolean;
  /** Inside of a form: a frame around field and list. */
  readonly isFramed?: boolean;
}

/** A search field over a list: arrows choose, Enter takes. */
export function Combobox(props: ComboboxProps) {
  const { label, text, onText, options, onChoose, empty, placeholder, isBusy = false, many = false, isFramed } = props;
  const id = useId();
  const [at, setAt] = useState(0);
  const current = options[Math.min(at, options.length - 1)];
  useEffect(() => {
    if (current) document.getElementById(`${id}-${current.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, id]);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((Math.min(at, options.length - 1) + step + options.length) % Math.max(1, options.length));
    } else if (event.key === 'Enter') {
      // It never sends the form around it.
      event.preventDefault();
      if (current) onChoose(current.id);
    }
  };
  return (
    <div className={css.combobox} data-framed={isFramed || undefined}>
      <input
        aria-activedescendant={current && `${id}-${current.id}`}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-expanded="true"
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: it opens for typing.
        autoFocus
        className={css.search}
        onChange={({ target }) => {
          onText(target.value);
          setAt(0);
        }}
        onKeyDown={press}
        placeholder={placeholder}
        role="combobox"
        spellCheck={false}
        type="text"
        value={text}
      />
      <OptionList
        current={current}
        id={id}
        isBusy={isBusy}
        label={label}
        many={many}
        onChoose={onChoose}
        options={options}
      />
      {options.length === 0 && !isBusy && <p className={css.empty}>{empty}</p>}
    </div>
  );
}

interface ListProps extends Pick<ComboboxProps, 'label' | 'options' | 'onChoose' | 'many' | 'isBusy'> {
  readonly id: string;
  readonly current: Option | undefined;
}

const OptionList = ({ id, label, options, current, many, onChoose, isBusy }: ListProps) => (
  <div
    aria-busy={isBusy || undefined}
    aria-label={label}
    aria-multiselectable={many || undefined}
    className={css.list}
    id={`${id}-list`}
    role="listbox"
    tabIndex={-1}
  >
    {options.map((option, index) => (
      <div key={option.id} role="presentation">
        {option.group !== undefined && option.group !== options[index - 1]?.group && (
          <div className={css.group} role="presentation">
            {option.group}
          </div>
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field. */}
        <div
          aria-selected={many ? option.isChecked === true : option === current}
          className={css.option}
          data-current={option === current || undefined}
          id={`${id}-${option.id}`}
          onClick={() => onChoose(option.id)}
          onPointerDown={(event) => event.preventDefault()}
          role="option"
          tabIndex={-1}
        >
          {option.content}
        </div>
      </div>
    ))}
  </div>
);
