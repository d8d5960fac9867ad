import { useState } from 'react';
import type { FilterDeclaration, ReportDeclaration } from '../data/reports.ts';
import { isOffered } from '../data/shop/choices.ts';
import { Segmented } from '../kit/bits.tsx';
import { Actions, Button } from '../kit/button.tsx';
import { Checkbox, SelectField, TextField } from '../kit/field.tsx';
import { declaredText } from '../looks/figures.tsx';
import type { Condition } from '../looks/look.ts';
import { hasSide } from '../looks/questions.ts';
import { RecordsChoice } from '../shell/records/choice.tsx';
import { useWords } from '../words/words.tsx';
import css from './reports.module.css';

interface FilterEditorProps {
  readonly report: ReportDeclaration;
  /** The condition that is changed; without one another is made. */
  readonly condition: Condition | undefined;
  readonly onTake: (condition: Condition) => void;
}

/** Subject, is or is not, and values. */
export function FilterEditor({ report, condition, onTake }: FilterEditorProps) {
  const words = useWords();
  const [subject, setSubject] = useState(condition?.subject ?? report.filters[0]?.subject ?? '');
  const filter = report.filters.find((each) => each.subject === subject);
  const sides = (['is', 'not', 'between'] as const).filter((each) => filter && hasSide(filter, each));
  const [wantedSide, setSide] = useState<Condition['side']>(condition?.side ?? 'is');
  const side = sides.includes(wantedSide) ? wantedSide : (sides[0] ?? 'is');
  const [values, setValues] = useState<readonly string[]>(condition?.values ?? []);
  const given = values.filter((each) => each !== '');
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (given.length > 0)
          onTake({ subject, side, values: side === 'between' ? [values[0] ?? '', values[1] ?? ''] : given });
      }}
    >
      <SelectField
        label={words.report.filter.subject}
        onChange={({ target }) => {
          setSubject(target.value);
          setValues([]);
        }}
        value={subject}
      >
        {report.filters.map((each) => (
          <option key={each.subject} value={each.subject}>
            {declaredText(words, { label: each.label })}
          </option>
        ))}
      </SelectField>
      {sides.length > 1 && (
        <Segmented
          label={words.report.filter.operator}
          name="side"
          onChange={setSide}
          options={sides.map((each) => ({ value: each, label: words.report.filter[each] }))}
          value={side}
        />
      )}
      {filter && <ValuesInput filter={filter} key={subject} onChange={setValues} values={values} />}
      <Actions>
        <Button disabled={given.length === 0} kind="main" type="submit">
          {words.action.apply}
        </Button>
      </Actions>
    </form>
  );
}

interface ValuesProps {
  readonly filter: FilterDeclaration;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** The input for what a filter takes; what is not known is a text. */
function ValuesInput(props: ValuesProps) {
  const { filter } = props;
  if (filter.takes === 'ids' || isOffered(filter.of)) return <RecordsChoice {...props} of={filter.of ?? ''} />;
  if (filter.takes === 'range') return <RangeInput {...props} />;
  if (filter.words !== undefined) return <WordChoice {...props} />;
  return <TextsInput {...props} />;
}

function WordChoice({ filter: { words: offered = [], takes }, values, onChange }: ValuesProps) {
  const words = useWords();
  const isMany = takes === 'words';
  return (
    <fieldset className={css.wordChoice}>
      {offered
        .filter((each) => !/^(?:any|all)$/.test(each))
        .map((word) => (
          <Checkbox
            checked={values.includes(word)}
            key={word}
            label={words.status[word] ?? word}
            name="word"
            onChange={({ target }) =>
              onChange(!isMany ? [word] : target.checked ? [...values, word] : values.filter((each) => each !== word))
            }
            type={isMany ? 'checkbox' : 'radio'}
          />
        ))}
    </fieldset>
  );
}

function RangeInput({ filter: { unit }, values, onChange }: ValuesProps) {
  const words = useWords();
  const isDay = unit === 'day' || unit === 'moment';
  const type = isDay ? 'date' : 'number';
  return (
    <div className={css.range}>
      {[words.report.filter.least, words.report.filter.most].map((label, index) => (
        <TextField
          key={label}
          label={label}
          onChange={({ target }) =>
            onChange(index === 0 ? [target.value, values[1] ?? ''] : [values[0] ?? '', target.value])
          }
          step={unit === 'count' ? 1 : 'any'}
          type={type}
          value={values[index] ?? ''}
        />
      ))}
    </div>
  );
}

/** Texts, divided by commas where there may be several. */
function TextsInput({ filter: { takes, label }, values, onChange }: ValuesProps) {
  const isOne = takes === 'text';
  return (
    <TextField
      autoFocus
      label={label}
      maxLength={200}
      onChange={({ target }) => onChange(isOne ? [target.value] : target.value.split(',').map((each) => each.trim()))}
      spellCheck={false}
      defaultValue={values.join(', ')}
    />
  );
}
