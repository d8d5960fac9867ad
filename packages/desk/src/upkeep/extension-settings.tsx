import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import {
  type Extension,
  type ExtensionSetting,
  extensionSettingsQuery,
  saveExtensionSettings,
} from '../data/administration/extensions.ts';
import { faultsOf } from '../data/form-values.ts';
import { useWriting } from '../data/writing.ts';
import { Bone, Sheet } from '../kit/bits.tsx';
import { Actions, Button } from '../kit/button.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '../kit/field.tsx';
import { formClass, softClass } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { Failure } from '../shell/failure.tsx';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { useWords } from '../words/words.tsx';

/** The settings that a running extension declares, as a form by their schemas. */
export function ExtensionSettings({ extension }: { readonly extension: Extension }) {
  const { extensions: words } = useWords().upkeep;
  const { slug, state } = extension;
  const query = useQuery({ ...extensionSettingsQuery(extension), enabled: state === 'running' });
  return (
    <Sheet title={words.settings}>
      {state !== 'running' && <p className={softClass}>{words.settingsOff}</p>}
      {state === 'running' && query.isPending && <Bone width={30} />}
      {state === 'running' && query.isError && <Failure error={query.error} retry={query.refetch} />}
      {state === 'running' && query.data?.length === 0 && <p className={softClass}>{words.noSettings}</p>}
      {state === 'running' && query.data && query.data.length > 0 && (
        <SettingsForm onSaved={query.refetch} settings={query.data} slug={slug} />
      )}
    </Sheet>
  );
}

interface FormProps {
  readonly slug: string;
  readonly settings: readonly ExtensionSetting[];
  readonly onSaved: () => void;
}

function SettingsForm({ slug, settings, onSaved }: FormProps) {
  const { action, upkeep } = useWords();
  const { extensions: words } = upkeep;
  const writing = useWriting({
    write: saveExtensionSettings(slug),
    topics: [],
    onDone: () => {
      showToast({ id: slug, text: words.settingsSaved });
      onSaved();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    writing.mutate(Object.fromEntries(settings.map((setting) => [setting.name, valueIn(data, setting)])));
  };
  const faults = namedFaults(writing.error, settings);
  return (
    <form className={formClass} onSubmit={submit}>
      {settings.map((setting) => (
        <SettingField fault={faults[setting.name]} key={setting.name} setting={setting} />
      ))}
      <ErrorNotice error={Object.keys(faults).length > 0 ? null : writing.error} />
      <Actions>
        <Button disabled={writing.isPending} kind="main" type="submit">
          {action.save}
        </Button>
      </Actions>
    </form>
  );
}

/** Faults of those fields that are settings. */
function namedFaults(error: Error | null, settings: readonly ExtensionSetting[]) {
  const names = new Set(settings.map(({ name }) => name));
  return Object.fromEntries(Object.entries(faultsOf(error)).filter(([name]) => names.has(name)));
}

interface FieldProps {
  readonly setting: ExtensionSetting;
  readonly fault: string | undefined;
}

const isNumeric = ({ type }: ExtensionSetting): boolean => type === 'integer' || type === 'number';
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

function SettingField({ setting, fault }: FieldProps) {
  const { extensions: words } = useWords().upkeep;
  const { name, type, description, choices, value } = setting;
  const standard = setting.default === null || setting.default === '' ? '' : words.standard(asText(setting.default));
  const hint = [description, standard].filter(Boolean).join(' ') || undefined;
  const common = { label: labelOf(name), name, fault, hint };
  if (type === 'boolean')
    return <Checkbox defaultChecked={value === true} hint={hint} label={common.label} name={name} />;
  if (choices !== null)
    return (
      <SelectField {...common} defaultValue={asText(value)}>
        {choices.map((choice) => (
          <option key={asText(choice)} value={asText(choice)}>
            {asText(choice)}
          </option>
        ))}
      </SelectField>
    );
  if (type === 'string' || isNumeric(setting))
    return (
      <TextField
        {...common}
        defaultValue={value === null ? '' : asText(value)}
        inputMode={isNumeric(setting) ? 'decimal' : undefined}
        maxLength={setting.max_length ?? undefined}
      />
    );
  return <TextArea {...common} defaultValue={asText(value)} hint={`${hint ?? ''} ${words.valueJson}`} />;
}

/** `webhook_url`: Webhook url. */
const labelOf = (name: string): string => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The value of a field; an empty one restores the default, and what is no value is left to the server to refuse by name. */
function valueIn(data: FormData, setting: ExtensionSetting): unknown {
  if (setting.type === 'boolean') return data.get(setting.name) !== null;
  const text = String(data.get(setting.name) ?? '').trim();
  const choice = setting.choices?.find((each) => asText(each) === text);
  if (choice !== undefined) return choice;
  if (text === '') return null;
  if (setting.type === 'string') return text;
  const number = Number(text.replace(',', '.'));
  if (isNumeric(setting)) return Number.isNaN(number) ? text : number;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
