import { type DirectoryTest, testDirectory } from '../data/administration/directory.ts';
import { faultsOf, fieldsOf } from '../data/form-values.ts';
import { useWriting } from '../data/writing.ts';
import { Pill } from '../kit/bits.tsx';
import { TextField } from '../kit/field.tsx';
import { Pair, softClass } from '../kit/layout.tsx';
import { FormDialog } from '../shell/records/form-dialog.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './access.module.css';

/** Tries the saved settings, with a person where one is named, and shows what came of each step. */
export function TestDialog({ onClose }: { readonly onClose: () => void }) {
  const { directory: words } = useWords().access;
  const testing = useWriting({ write: testDirectory, topics: [] });
  const submit = (form: HTMLFormElement) => {
    const { text } = fieldsOf(form);
    const password = String(new FormData(form).get('test_password') ?? '');
    testing.mutate({
      ...(text('test_username') !== '' && { test_username: text('test_username') }),
      ...(password !== '' && { test_password: password }),
    });
  };
  const faults = faultsOf(testing.error);
  const isShown = ['test_username', 'test_password'].some((name) => faults[name]);
  return (
    <FormDialog
      error={isShown ? null : testing.error}
      isPending={testing.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={words.test}
      title={words.testTitle}
      wide
    >
      <p>{words.testText}</p>
      <Pair>
        <TextField
          autoComplete="off"
          fault={faults.test_username}
          label={words.testUser}
          maxLength={320}
          name="test_username"
        />
        <TextField
          autoComplete="new-password"
          fault={faults.test_password}
          hint={words.testPasswordHint}
          label={words.testPassword}
          maxLength={1_024}
          name="test_password"
          type="password"
        />
      </Pair>
      {testing.data && <Steps test={testing.data} />}
    </FormDialog>
  );
}

const tones = { ok: 'good', failed: 'bad', warning: 'warn', skipped: 'plain' } as const;

function Steps({ test }: { readonly test: DirectoryTest }) {
  const { directory: words } = useWords().access;
  const { count } = useFormats();
  return (
    <div aria-live="polite">
      <p>
        <strong>{test.ok ? words.passed : words.broken}</strong> <span className={softClass}>{test.server}</span>
      </p>
      <ol className={css.steps}>
        {test.steps.map(({ name, status, code, message, duration_ms: duration }) => (
          <li className={css.step} key={name}>
            <span>{words.steps[name] ?? name}</span>
            <span className={softClass}>{duration === undefined ? '' : words.milliseconds(count(duration))}</span>
            <Pill tone={tones[status]}>{words.statuses[status] ?? status}</Pill>
            {message && (
              <span className={css.said}>
                {message} {code && <code>{code}</code>}
              </span>
            )}
          </li>
        ))}
      </ol>
      {test.user && <Person user={test.user} />}
      {test.warnings.map((warning) => (
        <p className={softClass} key={warning}>
          {warning}
        </p>
      ))}
    </div>
  );
}

function Person({ user }: { readonly user: NonNullable<DirectoryTest['user']> }) {
  const { directory: words } = useWords().access;
  if (!user.found) return null;
  const { would_be_role: role } = user;
  return (
    <p className={css.person}>
      {words.found(user.display_name ?? user.username ?? '')} <span className={softClass}>{user.dn}</span>{' '}
      <Pill tone={user.would_be_allowed ? 'good' : 'bad'}>
        {user.would_be_allowed && role !== null ? words.allowed(words.roles[role] ?? role) : words.refused}
      </Pill>{' '}
      {user.local_conflict && words.conflict}
    </p>
  );
}
