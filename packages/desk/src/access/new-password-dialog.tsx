import { useState } from 'react';
import { type ApplicationPassword, createPassword } from '../data/administration/passwords.ts';
import { faultsOf, fieldsOf } from '../data/form-values.ts';
import { useWriting } from '../data/writing.ts';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Checkbox, TextField } from '../kit/field.tsx';
import { formClass, Notice, Pair, Secret, softClass } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { FormDialog } from '../shell/records/form-dialog.tsx';
import { useSession } from '../shell/session-context.tsx';
import { momentOf } from '../words/moments.ts';
import { useFormats, useWords } from '../words/words.tsx';
import css from './access.module.css';

interface NewPasswordProps {
  readonly onClose: () => void;
  readonly onMade: (password: ApplicationPassword) => void;
}

/** Makes an application password of the own account, perhaps with fewer permissions and an end. */
export function NewPasswordDialog({ onClose, onMade }: NewPasswordProps) {
  const { access, capability } = useWords();
  const { passwords: words } = access;
  const { capabilities } = useSession();
  const { timeZone } = useFormats().conventions;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const writing = useWriting({ write: createPassword('me'), topics: ['people'], onDone: onMade });
  const submit = (form: HTMLFormElement) => {
    const { text, textOrNull } = fieldsOf(form);
    const end = textOrNull('expires_at');
    writing.mutate({
      name: text('name'),
      ...(chosen.size > 0 && { scopes: [...chosen] as never }),
      ...(end !== null && { expires_at: momentOf(end, timeZone) }),
    });
  };
  const choose = (name: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(name);
    else next.delete(name);
    setChosen(next);
  };
  const faults = faultsOf(writing.error);
  const isShown = ['name', 'expires_at'].some((name) => faults[name]);
  return (
    <FormDialog
      error={isShown ? null : writing.error}
      isPending={writing.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={words.create}
      title={words.create}
      wide
    >
      <Pair>
        <TextField fault={faults.name} hint={words.nameHint} label={words.name} maxLength={200} name="name" required />
        <TextField
          fault={faults.expires_at}
          hint={words.endHint}
          label={words.end}
          name="expires_at"
          type="datetime-local"
        />
      </Pair>
      <fieldset className={css.scopes}>
        <legend className={css.legend}>
          {words.onlySome} <span className={softClass}>{words.onlySomeHint}</span>
        </legend>
        {capabilities.map((each) => (
          <Checkbox
            checked={chosen.has(each)}
            key={each}
            label={capability[each] ?? each}
            onChange={({ target }) => choose(each, target.checked)}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}

interface MadeProps {
  readonly password: ApplicationPassword;
  readonly onClose: () => void;
}

/** A password that was made, shown once. */
export function PasswordMade({ password: { name, password }, onClose }: MadeProps) {
  const { access, action } = useWords();
  const { passwords: words } = access;
  const copy = async () => {
    await navigator.clipboard.writeText(password ?? '');
    showToast({ id: 'password', text: words.copied });
  };
  return (
    <Dialog closeLabel={action.close} onClose={onClose} once title={words.made(name)}>
      <div className={formClass}>
        {password === undefined ? (
          <Notice role="alert" tone="bad">
            {words.lost}
          </Notice>
        ) : (
          <>
            <p>{words.madeText}</p>
            <Secret>{password}</Secret>
          </>
        )}
        <Actions>
          {password !== undefined && (
            <Button icon="copy" onClick={() => void copy()}>
              {words.copy}
            </Button>
          )}
          <Button kind="main" onClick={onClose}>
            {action.done}
          </Button>
        </Actions>
      </div>
    </Dialog>
  );
}
