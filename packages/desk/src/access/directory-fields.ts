import type { DirectorySettings } from '../data/administration/directory.ts';
import type { FieldRow } from '../shell/record-form.tsx';
import { useWords } from '../words/words.tsx';

type Declared = Omit<FieldRow, 'label' | 'hint' | 'choices'> & { readonly values?: readonly string[] };

const dn = { kind: 'text', maxLength: 1_000 } as const;
const attribute = { kind: 'text', maxLength: 200, isRequired: true } as const;
const filter = { kind: 'text', maxLength: 2_000, isRequired: true } as const;
const milliseconds = { kind: 'number', isRequired: true } as const;

/** Parts of the settings, each with a form of its own. */
export const directorySections = {
  server: [
    { path: 'urls', also: 'url', kind: 'list', maxLength: 910 },
    { path: 'bind_dn', ...dn },
    { path: 'bind_password', kind: 'secret', maxLength: 1_024 },
    { path: 'start_tls', kind: 'flag' },
    { path: 'tls_verify', kind: 'flag' },
    { path: 'allow_plaintext', kind: 'flag' },
    { path: 'tls_server_name', kind: 'text', maxLength: 253 },
    { path: 'connect_timeout_ms', ...milliseconds },
    { path: 'operation_timeout_ms', ...milliseconds },
    { path: 'ca_certificate', kind: 'area', maxLength: 65_536 },
  ],
  people: [
    { path: 'enabled', kind: 'flag' },
    { path: 'auto_create', kind: 'flag' },
    { path: 'base_dn', ...dn },
    { path: 'user_filter', ...filter },
    { path: 'attributes.username', ...attribute },
    { path: 'attributes.uid', ...attribute },
    { path: 'attributes.email', ...attribute },
    { path: 'attributes.display_name', ...attribute },
  ],
  groups: [
    { path: 'required_group_dn', ...dn },
    { path: 'admin_group_dn', ...dn },
    { path: 'group_mode', kind: 'choice', values: ['member_of', 'group_search'] },
    { path: 'nested_groups', kind: 'choice', values: ['none', 'ad_rule', 'recursive'] },
    { path: 'group_base_dn', ...dn },
    { path: 'group_filter', ...filter },
  ],
  sync: [
    { path: 'sync_enabled', kind: 'flag' },
    { path: 'sync_interval_minutes', kind: 'number', isRequired: true },
    { path: 'sync_missing', kind: 'choice', values: ['ignore', 'deactivate'] },
  ],
} as const satisfies Readonly<Record<string, readonly Declared[]>>;

export type DirectorySection = keyof typeof directorySections;
export const sectionNames = Object.keys(directorySections) as readonly DirectorySection[];

/** The fields of a part with their texts, without what the environment of the server decides. */
export function useDirectoryFields(
  section: DirectorySection,
  { managed_by_env: managed }: DirectorySettings,
): readonly FieldRow[] {
  const { directory: words } = useWords().access;
  const rows: readonly Declared[] = directorySections[section];
  return rows
    .filter(({ path }) => !managed.includes(path))
    .map(({ values, ...row }) => ({
      ...row,
      label: words.fields[row.path] ?? row.path,
      ...(words.hints[row.path] !== undefined && { hint: words.hints[row.path] ?? '' }),
      ...(values && { choices: values.map((value) => ({ value, label: words.values[value] ?? value })) }),
    }));
}
