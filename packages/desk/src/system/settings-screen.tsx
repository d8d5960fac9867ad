import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Tagged } from '../data/client.ts';
import { faultsOf } from '../data/form-values.ts';
import { isOutdated } from '../data/refusal.ts';
import { type ShopSetting, type ShopSettings, saveSettings, settingsQuery } from '../data/system.ts';
import { useWriting } from '../data/writing.ts';
import { Bone, Sheet } from '../kit/bits.tsx';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { formClass, Notice, Screen } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { useWords } from '../words/words.tsx';
import { readSetting, SettingField, useSettingText } from './setting-field.tsx';
import css from './system.module.css';

/** Settings of the shop; what makes reports be computed again says so before it is saved. */
export function SettingsScreen() {
  const { shell } = useWords();
  const query = useQuery(settingsQuery);
  const [opened, setOpened] = useState<Tagged<ShopSettings>>();
  const [saved, setSaved] = useState<number>();
  // What others save meanwhile does not replace what is typed; the own save does.
  const isTakenOver = opened === undefined || (query.data?.record.version === saved && opened.record.version !== saved);
  if (query.data && isTakenOver) setOpened(query.data);
  return (
    <Screen>
      <PageHead title={shell.screens.settings ?? ''} />
      {query.isError && <Failure error={query.error} retry={query.refetch} />}
      {!query.isError && !query.data && (
        <Sheet>
          <Bone width={40} />
        </Sheet>
      )}
      {query.data && opened && (
        <SettingsForm
          key={opened.record.version}
          now={query.data}
          onSaved={({ version }) => setSaved(version)}
          opened={opened}
        />
      )}
    </Screen>
  );
}

const groups = ['shop', 'counting', 'tax', 'stock', 'site'] as const;

interface FormProps {
  readonly opened: Tagged<ShopSettings>;
  readonly now: Tagged<ShopSettings>;
  readonly onSaved: (settings: ShopSettings) => void;
}

function SettingsForm({ opened: { record, tag: openedTag }, now, onSaved }: FormProps) {
  const { system } = useWords();
  const words = system.settings;
  const [draft, setDraft] = useState<object>({});
  const [review, setReview] = useState<ShopSettings>();
  const [isConflict, setConflict] = useState(false);
  const tag = isConflict ? now.tag : openedTag;
  const onError = (error: Error) => isOutdated(error) && setConflict(true);
  const checking = useWriting({ write: saveSettings(true), tag, topics: ['settings'], onDone: setReview });
  const saving = useWriting({
    write: saveSettings(false),
    tag,
    topics: ['settings', 'orders'],
    onDone: (settings) => {
      setReview(undefined);
      onSaved(settings);
      showToast({ id: 'settings', text: words.saved });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = changedSettings(event.currentTarget, record.settings);
    if (Object.keys(body).length === 0) return showToast({ id: 'settings', text: words.nothing });
    setDraft(body);
    saving.reset();
    checking.mutate(body, { onError });
    return undefined;
  };
  const error = checking.error ?? saving.error;
  const faults = faultsOf(error);
  return (
    <form className={formClass} onSubmit={submit}>
      {(now.record.under_way.facts || now.record.under_way.sums) && <Notice tone="accent">{words.underWay}</Notice>}
      {groups.map((group) => (
        <Sheet key={group} title={words.groups[group]}>
          <div className={css.settings}>
            {record.settings
              .filter((each) => each.group === group)
              .map((setting) => (
                <SettingField fault={faults[setting.name]} key={setting.name} setting={setting} />
              ))}
          </div>
        </Sheet>
      ))}
      {Object.keys(faults).length === 0 && <ErrorNotice error={error} />}
      <Actions>
        <Button disabled={checking.isPending || saving.isPending} kind="main" type="submit">
          {words.check}
        </Button>
      </Actions>
      {review && (
        <Review
          onClose={() => setReview(undefined)}
          onSave={() => saving.mutate(draft, { onError, onSettled: () => setReview(undefined) })}
          review={review}
        />
      )}
    </form>
  );
}

/** Members of the form whose value differs from the stored one. */
function changedSettings(form: HTMLFormElement, settings: readonly ShopSetting[]): object {
  const data = new FormData(form);
  const changed = settings.flatMap((setting) => {
    const value = readSetting(setting, data);
    return JSON.stringify(value) === JSON.stringify(setting.value) ? [] : [[setting.name, value]];
  });
  return Object.fromEntries(changed);
}

interface ReviewProps {
  readonly review: ShopSettings;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

function Review({ review, onSave, onClose }: ReviewProps) {
  const { system, action, reports } = useWords();
  const { settings: words } = system;
  const textOf = useSettingText();
  const changes = review.settings.flatMap((setting) => {
    const change = review.changes.find(({ name }) => name === setting.name);
    return change ? [{ ...change, setting, label: reports.declared[setting.label] ?? setting.label }] : [];
  });
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={words.confirm}>
      <ul className={css.changes}>
        {changes.map(({ name, label, setting, from, to }) => (
          <li key={name}>
            <strong>{label}</strong>: {textOf(setting, to)}{' '}
            <span className="soft">({words.from(textOf(setting, from))})</span>
          </li>
        ))}
      </ul>
      {review.recompute.facts && <Notice tone="accent">{words.recomputes.facts}</Notice>}
      {!review.recompute.facts && review.recompute.sums && <Notice tone="accent">{words.recomputes.sums}</Notice>}
      <Actions>
        <Button onClick={onClose}>{action.cancel}</Button>
        <Button kind="main" onClick={onSave}>
          {action.save}
        </Button>
      </Actions>
    </Dialog>
  );
}
