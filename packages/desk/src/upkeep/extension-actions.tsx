import { useState } from 'react';
import { actOnExtension, type Extension, type ExtensionAct, removalKey } from '../data/administration/extensions.ts';
import { useWriting } from '../data/writing.ts';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/field.tsx';
import { showToast } from '../kit/toast.tsx';
import { useErrorText } from '../shell/error-text.ts';
import { useGo } from '../shell/links.tsx';
import { Confirm } from '../shell/records/confirm.tsx';
import { useWords } from '../words/words.tsx';
import { InstallDialog } from './install-dialog.tsx';

interface ActionsProps {
  readonly extension: Extension;
  /** The newer version of the catalogue. */
  readonly update: string | undefined;
}

/** What can be done with an installed extension in its state. */
export function ExtensionActions({ extension, update }: ActionsProps) {
  const { extensions: words } = useWords().upkeep;
  const say = useErrorText();
  const { slug, title, is_active: isActive, state, previous_version: previous } = extension;
  const [opened, setOpened] = useState<'update' | 'remove'>();
  const writing = useWriting({ write: actOnExtension, topics: ['settings'] });
  const act = (what: Exclude<ExtensionAct['act'], 'remove'>) =>
    writing.mutate(
      { act: what, slug },
      {
        onSuccess: () => showToast({ id: slug, text: words.done[what] ?? '' }),
        onError: (error) => showToast({ id: slug, kind: 'bad', text: say(error), stays: true }),
      },
    );
  const close = () => setOpened(undefined);
  const button = { disabled: writing.isPending };
  return (
    <>
      {previous !== null && (
        <Button {...button} kind="quiet" onClick={() => act('downgrade')}>
          {words.downgrade(previous)}
        </Button>
      )}
      <Button {...button} icon="trash" kind="quiet" onClick={() => setOpened('remove')}>
        {words.remove}
      </Button>
      {isActive && (
        <Button {...button} onClick={() => act('deactivate')}>
          {words.deactivate}
        </Button>
      )}
      {update !== undefined && (
        <Button {...button} onClick={() => setOpened('update')}>
          {words.update(update)}
        </Button>
      )}
      {(!isActive || state === 'failed') && (
        <Button {...button} kind="main" onClick={() => act('activate')}>
          {words.activate}
        </Button>
      )}
      {opened === 'update' && (
        <InstallDialog isUpdate offer={{ slug, name: title, version: update ?? '' }} onClose={close} />
      )}
      {opened === 'remove' && <RemoveDialog extension={extension} onClose={close} />}
    </>
  );
}

function RemoveDialog({ extension: { slug, title }, onClose }: { readonly extension: Extension; onClose: () => void }) {
  const { extensions: words } = useWords().upkeep;
  const go = useGo();
  const [keepsData, setKeepsData] = useState(true);
  const writing = useWriting({
    write: actOnExtension,
    topics: ['settings'],
    mutationKey: removalKey(slug),
    onDone: () => {
      showToast({ id: slug, text: `${title}: ${words.done.remove}` });
      go('/extensions', { replace: true });
    },
  });
  return (
    <Confirm
      onClose={onClose}
      onConfirm={() => writing.mutate({ act: 'remove', slug, keepsData })}
      text={words.removeText}
      title={words.removeTitle(title)}
      verb={words.remove}
      writing={writing}
    >
      <Checkbox checked={keepsData} label={words.keepData} onChange={({ target }) => setKeepsData(target.checked)} />
    </Confirm>
  );
}
