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
  const { system, reports } = useWords();
  const textOf = useSettingText();
  const { name, type, nullable, choices, value, unit } = setting;
  const declaredText = (text: string) => reports.declared[text] ?? text;
  const label = declaredText(setting.label);
  const description = declaredText(setting.description);
  const hint = unit === null ? description : `${description} (${declaredText(unit)})`;
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
              label={textOf(setting, each)}
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
              {textOf(setting, each)}
            </option>
          ))}
        </SelectField>
      );
    default:
      if (unit === WEEKDAY)
        return (
          <SelectField defaultValue={String(value)} fault={fault} label={label} name={name}>
            {[0, 1, 2, 3, 4, 5, 6].map((day) => (
              <option key={day} value={day}>
                {textOf(setting, day)}
              </option>
            ))}
          </SelectField>
        );
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

/** Unit of numbers from 0 for Sunday to 6 for Saturday. */
const WEEKDAY = 'day of the week';

/** Gives the text of a value of a setting. */
export function useSettingText() {
  const { system, status } = useWords();
  const { settings: words } = system;
  const weekdays = new Intl.DateTimeFormat(useLanguage().language, { weekday: 'long', timeZone: 'UTC' });
  const choice = (value: unknown) => words.choices[String(value)] ?? status[String(value)] ?? String(value);
  return ({ type, unit }: Pick<ShopSetting, 'type' | 'unit'>, value: unknown): string => {
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (value === null || value === '') return words.empty;
    if (Array.isArray(value)) return value.map(choice).join(', ');
    if (unit === WEEKDAY) return weekdays.format(Date.UTC(2023, 0, 1 + Number(value)));
    return type === 'choice' || type === 'choices' ? choice(value) : String(value);
  };
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
