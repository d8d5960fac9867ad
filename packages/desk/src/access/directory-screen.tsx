import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DirectorySettings,
  directoryQuery,
  forgetDirectory,
  saveDirectory,
} from '../data/administration/directory.ts';
import { useWriting } from '../data/writing.ts';
import { Empty, Pill, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Notice, Screen } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { PageHead } from '../shell/head.tsx';
import { RecordForm } from '../shell/record-form.tsx';
import { Confirm } from '../shell/records/confirm.tsx';
import { Unanswered } from '../shell/records/pending.tsx';
import { useWords } from '../words/words.tsx';
import css from './access.module.css';
import { DirectoryFacts } from './directory-facts.tsx';
import { type DirectorySection, sectionNames, useDirectoryFields } from './directory-fields.ts';
import { LastRun, SyncDialog } from './directory-sync.tsx';
import { TestDialog } from './directory-test.tsx';

type Opened = DirectorySection | 'test' | 'synchronise' | 'forget';

/** The directory that people sign in through: its settings by part, a test of them, and the synchronisation. */
export function DirectoryScreen() {
  const { access, shell } = useWords();
  const { directory: words } = access;
  const query = useQuery(directoryQuery);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { record, tag } = query.data ?? {};
  const isSet = record?.url != null;
  return (
    <Screen>
      <PageHead detail={words.detail} title={shell.screens.directory ?? ''}>
        {isSet && (
          <>
            <Button onClick={() => setOpened('synchronise')}>{words.sync}</Button>
            <Button kind="main" onClick={() => setOpened('test')}>
              {words.test}
            </Button>
          </>
        )}
      </PageHead>
      <Unanswered query={query} />
      {record && !isSet && (
        <Sheet>
          <Empty
            action={
              <Button kind="main" onClick={() => setOpened('server')}>
                {words.begin}
              </Button>
            }
            text={words.unset}
          />
        </Sheet>
      )}
      {record && isSet && <Parts onOpen={setOpened} settings={record} />}
      {record && opened && sectionNames.some((each) => each === opened) && (
        <SectionForm onClose={close} section={opened as DirectorySection} settings={record} tag={tag} />
      )}
      {opened === 'test' && <TestDialog onClose={close} />}
      {opened === 'synchronise' && <SyncDialog onClose={close} />}
      {opened === 'forget' && <ForgetDialog onClose={close} tag={tag} />}
    </Screen>
  );
}

function Parts({
  settings,
  onOpen,
}: {
  readonly settings: DirectorySettings;
  readonly onOpen: (what: Opened) => void;
}) {
  const { directory: words } = useWords().access;
  return (
    <>
      {settings.bind_password_error && (
        <Notice role="alert" tone="bad">
          {words.passwordError}
        </Notice>
      )}
      <div className={css.sections}>
        {sectionNames.map((section) => (
          <Sheet
            aside={
              <Button
                aria-label={`${words.change}: ${words.sections[section]}`}
                kind="quiet"
                onClick={() => onOpen(section)}
              >
                {words.change}
              </Button>
            }
            key={section}
            title={
              section === 'people' ? (
                <>
                  {words.sections.people}{' '}
                  <Pill tone={settings.enabled ? 'good' : 'plain'}>
                    {settings.enabled ? words.states.on : words.states.off}
                  </Pill>
                </>
              ) : (
                words.sections[section]
              )
            }
          >
            <DirectoryFacts section={section} settings={settings} />
            {section === 'sync' && <LastRun />}
          </Sheet>
        ))}
      </div>
      {settings.managed_by_env.length === 0 && (
        <div>
          <Button icon="trash" kind="quiet" onClick={() => onOpen('forget')}>
            {words.forget}
          </Button>
        </div>
      )}
    </>
  );
}

interface FormProps {
  readonly section: DirectorySection;
  readonly settings: DirectorySettings;
  readonly tag: string | undefined;
  readonly onClose: () => void;
}

function SectionForm({ section, settings, tag, onClose }: FormProps) {
  const { access, state } = useWords();
  const fields = useDirectoryFields(section, settings);
  return (
    <RecordForm
      fields={fields}
      onClose={onClose}
      onSaved={() => {
        showToast({ id: 'directory', text: state.saved });
        onClose();
      }}
      record={settings}
      title={access.directory.sections[section] ?? section}
      writing={{ write: saveDirectory, topics: ['people'], tag }}
    />
  );
}

function ForgetDialog({ tag, onClose }: { readonly tag: string | undefined; readonly onClose: () => void }) {
  const { directory: words } = useWords().access;
  const writing = useWriting({
    write: forgetDirectory,
    topics: ['people'],
    tag,
    onDone: () => {
      showToast({ id: 'directory', text: words.forgotten });
      onClose();
    },
  });
  return (
    <Confirm
      onClose={onClose}
      onConfirm={() => writing.mutate(undefined)}
      text={words.forgetText}
      title={words.forget}
      verb={words.forget}
      writing={writing}
    />
  );
}
