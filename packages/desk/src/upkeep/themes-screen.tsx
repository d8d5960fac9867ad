import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ExtensionOffer, offersQuery } from '../data/administration/extensions.ts';
import { actOnTheme, type Theme, themesQuery } from '../data/administration/themes.ts';
import { useWriting } from '../data/writing.ts';
import { Bone, Pill, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { buttonsClass, Screen, softClass } from '../kit/layout.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { showToast } from '../kit/toast.tsx';
import { useErrorText } from '../shell/error-text.ts';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { Confirm } from '../shell/records/confirm.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import { PreviewDialog, Previews } from './theme-preview.tsx';
import css from './upkeep.module.css';
import { UploadDialog } from './upload-dialog.tsx';

/** Themes of the pages: what each looks like, and which one is used. */
export function ThemesScreen() {
  const { shell, upkeep } = useWords();
  const { themes: words } = upkeep;
  const query = useQuery(themesQuery);
  const mayInstall = useMay()('manage_extensions');
  const [opened, setOpened] = useState<Theme | 'upload'>();
  const close = () => setOpened(undefined);
  return (
    <Screen>
      <PageHead detail={words.detail} title={shell.screens.themes ?? ''}>
        <Button icon="plus" kind="main" onClick={() => setOpened('upload')}>
          {words.upload}
        </Button>
      </PageHead>
      {query.isError ? (
        <Failure error={query.error} retry={query.refetch} />
      ) : (
        <div className={css.themes}>
          <DefaultTheme isUsed={query.data?.every((each) => !each.is_active)} />
          {query.isPending && (
            <Sheet>
              <Bone width={24} />
            </Sheet>
          )}
          {query.data?.map((theme) => (
            <ThemeCard key={theme.slug} onOpen={() => setOpened(theme)} theme={theme} />
          ))}
        </div>
      )}
      {mayInstall && <OfferedThemes />}
      {opened === 'upload' && <UploadDialog onClose={close} />}
      {opened !== undefined && opened !== 'upload' && <PreviewDialog onClose={close} theme={opened} />}
    </Screen>
  );
}

/** Acts on themes, and says what was done, or why not. */
function useThemeWriting() {
  const { themes: words } = useWords().upkeep;
  const say = useErrorText();
  const writing = useWriting({ write: actOnTheme, topics: ['settings'] });
  const act = (what: 'install' | 'activate', slug: string) =>
    writing.mutate(
      { act: what, slug },
      {
        onSuccess: () => showToast({ id: 'theme', text: words.done[what] ?? '' }),
        onError: (error) => showToast({ id: 'theme', kind: 'bad', text: say(error), stays: true }),
      },
    );
  return { act, isPending: writing.isPending };
}

function DefaultTheme({ isUsed }: { readonly isUsed: boolean | undefined }) {
  const { themes: words } = useWords().upkeep;
  const { act, isPending } = useThemeWriting();
  return (
    <Sheet aside={isUsed && <Pill tone="good">{words.inUse}</Pill>} title={words.standard}>
      <div className={css.theme}>
        <p className={softClass}>{words.standardText}</p>
        {isUsed === false && (
          <div className={buttonsClass}>
            <Button disabled={isPending} onClick={() => act('activate', 'default')}>
              {words.activate}
            </Button>
          </div>
        )}
      </div>
    </Sheet>
  );
}

function ThemeCard({ theme, onOpen }: { readonly theme: Theme; readonly onOpen: () => void }) {
  const { themes: words } = useWords().upkeep;
  const { slug, name, version, source, is_active: isActive } = theme;
  const { act, isPending } = useThemeWriting();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <Sheet aside={isActive && <Pill tone="good">{words.inUse}</Pill>} detail={version} title={name}>
      <div className={css.theme}>
        <Previews theme={theme} />
        <p className={softClass}>{words.sources[source] ?? source}</p>
        <div className={buttonsClass}>
          <Button aria-label={`${words.preview}: ${name}`} onClick={onOpen}>
            {words.preview}
          </Button>
          {!isActive && (
            <>
              <Button
                aria-label={`${words.activate}: ${name}`}
                disabled={isPending}
                onClick={() => act('activate', slug)}
              >
                {words.activate}
              </Button>
              <Button aria-label={`${words.remove}: ${name}`} kind="quiet" onClick={() => setRemoving(true)}>
                {words.remove}
              </Button>
            </>
          )}
        </div>
      </div>
      {isRemoving && <RemoveTheme onClose={() => setRemoving(false)} theme={theme} />}
    </Sheet>
  );
}

function RemoveTheme({ theme: { slug, name }, onClose }: { readonly theme: Theme; readonly onClose: () => void }) {
  const { themes: words } = useWords().upkeep;
  const writing = useWriting({
    write: actOnTheme,
    topics: ['settings'],
    onDone: () => {
      showToast({ id: 'theme', text: words.done.remove ?? '' });
      onClose();
    },
  });
  return (
    <Confirm
      onClose={onClose}
      onConfirm={() => writing.mutate({ act: 'remove', slug })}
      text={words.removeText}
      title={words.removeTitle(name)}
      verb={words.remove}
      writing={writing}
    />
  );
}

/** Themes of the catalogue that are not installed; nothing where there are none. */
function OfferedThemes() {
  const { extensions, themes: words } = useWords().upkeep;
  const query = useQuery(offersQuery('theme', 1));
  const { act, isPending } = useThemeWriting();
  const offered = query.data?.rows.filter((each) => each.installed_version === null) ?? [];
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />;
  if (offered.length === 0) return null;
  const columns: readonly Column<ExtensionOffer>[] = [
    {
      name: 'name',
      label: words.name,
      cell: ({ name, description }) => (
        <span className={css.name}>
          {name}
          <span className={softClass}>{description}</span>
        </span>
      ),
    },
    { name: 'version', label: extensions.version, cell: ({ version }) => version },
    {
      name: 'actions',
      label: '',
      cell: ({ slug, name, is_installable: isInstallable }) =>
        isInstallable ? (
          <Button aria-label={`${words.install}: ${name}`} disabled={isPending} onClick={() => act('install', slug)}>
            {words.install}
          </Button>
        ) : (
          <span className={softClass}>{extensions.notInstallable}</span>
        ),
    },
  ];
  return (
    <Sheet flush title={words.offered}>
      <Table caption={words.offered} columns={columns} keyOf={({ slug }) => slug} rows={offered} />
    </Sheet>
  );
}
