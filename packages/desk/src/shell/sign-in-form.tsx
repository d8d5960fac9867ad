import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Refused, Unreachable } from '../data/refusal.ts';
import { signIn } from '../data/session.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import type { Words } from '../words/en.ts';
import { useWords } from '../words/words.tsx';
import { refusalText } from './error-text.ts';
import css from './sign-in.module.css';

interface SignInFormProps {
  /** The account whose session ended; only its password is asked for. */
  readonly username?: string | undefined;
  readonly onDone: () => void;
}

/** Name and password. A refusal shows the sentence of the server, and the focus goes to the password. */
export function SignInForm({ username, onDone }: SignInFormProps) {
  const words = useWords();
  const queries = useQueryClient();
  const password = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    try {
      await signIn(queries, { username: String(fields.get('username')), password: String(fields.get('password')) });
      onDone();
    } catch (error) {
      setFault(faultText(error, words));
      password.current?.focus();
      password.current?.select();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        autoFocus={username === undefined}
        defaultValue={username}
        label={words.signIn.name}
        maxLength={200}
        name="username"
        readOnly={username !== undefined}
        required
        spellCheck={false}
      />
      <TextField
        autoComplete="current-password"
        autoFocus={username !== undefined}
        fault={fault}
        label={words.signIn.password}
        maxLength={1024}
        name="password"
        ref={password}
        required
        type="password"
      />
      <Button aria-busy={isBusy || undefined} disabled={isBusy} kind="main" type="submit">
        {words.signIn.submit}
      </Button>
    </form>
  );
}

/** The sentence of a refusal, or that no answer came. */
export function faultText(error: unknown, words: Words): string {
  if (error instanceof Unreachable) return words.state.unreachable;
  if (error instanceof Refused) return refusalText(error, words);
  return words.state.failed;
}
