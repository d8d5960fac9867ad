import type { FieldRow } from '../shell/record-form.tsx';
import { useWords } from '../words/words.tsx';

/** Fields of an account; the password is given only at its creation. */
export function usePersonFields(kind: 'new' | 'known'): readonly FieldRow[] {
  const { people } = useWords().system;
  const choices = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  const fields: readonly FieldRow[] = [
    { path: 'username', label: people.username, kind: 'text', isRequired: true },
    { path: 'display_name', label: people.name, kind: 'text' },
    { path: 'email', label: people.email, kind: 'text' },
    { path: 'role', label: people.role, kind: 'choice', isRequired: true, choices: choices(people.roles).toReversed() },
    {
      path: 'shop_role',
      label: people.shopRole,
      kind: 'choice',
      choices: [{ value: '', label: people.noShopRole }, ...choices(people.shopRoles)],
    },
  ];
  return kind === 'new'
    ? [...fields, { path: 'password', label: people.password, hint: people.passwordHint, kind: 'text' }]
    : [...fields, { path: 'is_active', label: people.active, kind: 'flag' }];
}
