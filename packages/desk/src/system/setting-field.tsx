import type { ShopSetting } from '../data/system.ts';
import { Checkbox, SelectField, TextField } from '../kit/field.tsx';
import { useLanguage, useWords } from '../words/words.tsx';
import css from './system.module.css';

interface SettingProps {
  readonly setting: ShopSetting;
  readonly fault: string | undefined;
}

/** The control of a setting by its declared type. */
export function SettingField({ setting, fault }: SettingProps) {
  const { system, status, reports } = useWords();
  const { name, type, nullable, choices, value, unit } = setting;
  const told = (text: string) => reports.declared[text] ?? text;
  const label = told(setting.label);
  const description = told(setting.description);
  const hint = unit === null ? description : `${description} (${told(unit)})`;
  const textOf = (each: string) => system.settings.choices[each] ?? status[each] ?? each;
  switch (type) {
    case 'boolean':
      return <Checkbox defaultChecked={value === true} hint={hint} label={label} name={name} />;
    case 'choices':
      return (
        <fieldset className={css.choices}>
          <legend className={css.legend}>{label}</legend>
          {(choices ?? []).map((each) => (
            <Checkbox
              defaultChecked={(value as readonly string[]).includes(each)}
              key={each}
              label={textOf(each)}
              name={name}
              value={each}
            />
          ))}
          <p className={css.hint}>{hint}</p>
          {fault && (
            <p className={css.fault} role="alert">
              {fault}
            </p>
          )}
        </fieldset>
      );
    case 'choice':
      return (
        <SelectField defaultValue={String(value ?? '')} fault={fault} hint={hint} label={label} name={name}>
          {nullable && <option value="">{system.settings.standard}</option>}
          {(choices ?? []).map((each) => (
            <option key={each} value={each}>
              {textOf(each)}
            </option>
          ))}
        </SelectField>
      );
    default:
      if (unit === 'day of the week') return <WeekdayField {...{ fault, label, name }} value={value} />;
      return (
        <TextField
          defaultValue={String(value ?? '')}
          fault={fault}
          hint={hint}
          inputMode={type === 'integer' ? 'numeric' : undefined}
          label={label}
          maxLength={setting.max_length ?? 200}
          name={name}
        />
      );
  }
}

interface WeekdayProps {
  readonly name: string;
  readonly label: string;
  readonly fault: string | undefined;
  readonly value: unknown;
}

/** A day of the week by its name, from 0 for Sunday. */
function WeekdayField({ value, ...field }: WeekdayProps) {
  const { format } = new Intl.DateTimeFormat(useLanguage().language, { weekday: 'long', timeZone: 'UTC' });
  return (
    <SelectField {...field} defaultValue={String(value)}>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <option key={day} value={day}>
          {format(Date.UTC(2023, 0, day + 1))}
        </option>
      ))}
    </SelectField>
  );
}

/** The value of a setting in a form; a text that is no number stays one, so that the server refuses it by name. */
export function readSetting({ name, type, nullable, value: stored }: ShopSetting, data: FormData): unknown {
  if (type === 'boolean') return data.get(name) !== null;
  if (type === 'choices') return inOrderOf(stored, data.getAll(name).map(String));
  const text = String(data.get(name) ?? '').trim();
  if (text === '' && nullable) return null;
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Chosen values in the order in which they are stored, so that an unchanged choice is no change. */
const inOrderOf = (stored: unknown, chosen: readonly string[]): readonly string[] => {
  const known = (Array.isArray(stored) ? stored.map(String) : []).filter((each) => chosen.includes(each));
  return [...known, ...chosen.filter((each) => !known.includes(each))];
};
