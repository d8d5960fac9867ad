import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Refused } from '../data/refusal.ts';
import { changePassword } from '../data/session.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import { useWords } from '../words/words.tsx';
import css from './sign-in.module.css';
import { faultText } from './sign-in-form.tsx';

interface PasswordFormProps {
  readonly username: string;
  readonly leastLength: number;
  readonly onDone?: () => void;
}

type Faults = Readonly<Record<string, string | undefined>>;

/** A new password; its rules are shown before one types. */
export function PasswordForm({ username, leastLength, onDone }: PasswordFormProps) {
  const words = useWords();
  const queries = useQueryClient();
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? '');
    if (text('new_password') !== text('again')) return setFaults({ again: words.signIn.different });
    setBusy(true);
    try {
      await changePassword(queries, { current_password: text('current_password'), new_password: text('new_password') });
      onDone?.();
    } catch (error) {
      const fields = error instanceof Refused ? error.fields : [];
      const messages = Object.fromEntries(fields.map(({ field, message }) => [field, message]));
      setFaults(fields.length > 0 ? messages : { again: faultText(error, words) });
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  const fields = [
    ['current_password', words.signIn.current, 'current-password'],
    ['new_password', words.signIn.next, 'new-password'],
    ['again', words.signIn.repeat, 'new-password'],
  ] as const;
  return (
    <form className={css.form} onSubmit={submit}>
      <input autoComplete="username" hidden name="username" readOnly value={username} />
      {fields.map(([name, label, complete], index) => (
        <TextField
          autoComplete={complete}
          autoFocus={index === 0}
          fault={faults[name]}
          hint={name === 'new_password' ? words.signIn.rules(leastLength) : undefined}
          key={name}
          label={label}
          maxLength={1024}
          name={name}
          required
          type="password"
        />
      ))}
      <Button disabled={isBusy} kind="main" type="submit">
        {words.signIn.save}
      </Button>
    </form>
  );
}
