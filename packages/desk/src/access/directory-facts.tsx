import type { DirectorySettings } from '../data/administration/directory.ts';
import { type Fact, Facts } from '../kit/facts.tsx';
import { softClass } from '../kit/layout.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { type DirectorySection, directorySections } from './directory-fields.ts';

interface FactsProps {
  readonly section: DirectorySection;
  readonly settings: DirectorySettings;
}

/** One part of the settings as it holds; the password is only said to be there. */
export function DirectoryFacts({ section, settings }: FactsProps) {
  const { directory: words } = useWords().access;
  const { list, count } = useFormats();
  const shown = (path: string): string => {
    if (path === 'bind_password') return settings.bind_password_set ? words.kept : words.notSet;
    if (path === 'ca_certificate') return list((settings.ca_certificate_info ?? []).map(({ subject }) => subject));
    const value = memberAt(settings, path);
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (typeof value === 'number') return count(value);
    return Array.isArray(value) ? list(value.map(String)) : String(value ?? '');
  };
  const facts = directorySections[section].map(({ path, kind }): Fact => {
    const text = shown(path);
    const said = text === '' ? words.notSet : kind === 'choice' ? (words.values[text] ?? text) : text;
    const isManaged = settings.managed_by_env.includes(path);
    return [
      words.fields[path] ?? path,
      <>
        {text === '' ? <span className={softClass}>{said}</span> : said}
        {isManaged && <div className={softClass}>{words.managed}</div>}
      </>,
    ];
  });
  return <Facts facts={facts} />;
}

const memberAt = (settings: DirectorySettings, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | null)?.[name], settings);
