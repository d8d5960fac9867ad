import { useQuery } from '@tanstack/react-query';
import {
  actOnExtension,
  type ExtensionOffer,
  type InspectedExtension,
  inspectedQuery,
} from '../data/administration/extensions.ts';
import { useWriting, type WriteHeaders } from '../data/writing.ts';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { formClass, softClass } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { Failure } from '../shell/failure.tsx';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './upkeep.module.css';

type InstallMode = 'install' | 'install-and-activate' | 'update';

/** Installs, and activates where that is wanted, or updates. */
const setUp =
  (slug: string) =>
  async (mode: InstallMode, headers: WriteHeaders): Promise<string | null> => {
    if (mode === 'update') return (await actOnExtension({ act: 'update', slug }, headers)).reason;
    await actOnExtension({ act: 'install', slug }, headers);
    const key = `${headers['Idempotency-Key']}-activate`;
    if (mode === 'install-and-activate')
      await actOnExtension({ act: 'activate', slug }, { ...headers, 'Idempotency-Key': key });
    return null;
  };

interface InstallProps {
  readonly offer: Pick<ExtensionOffer, 'slug' | 'name' | 'version'>;
  readonly isUpdate?: boolean;
  readonly onClose: () => void;
}

/** Shows what the package of an extension asks for, before it is installed or updated. */
export function InstallDialog({ offer: { slug, name }, isUpdate = false, onClose }: InstallProps) {
  const { action, upkeep } = useWords();
  const { extensions: words } = upkeep;
  const inspected = useQuery(inspectedQuery(slug));
  const writing = useWriting({
    write: setUp(slug),
    topics: ['settings'],
    onDone: (reason) => {
      const text = reason === null ? words.done[isUpdate ? 'update' : 'install'] : words.givenUp(reason);
      showToast({ id: slug, text: `${name}: ${text}`, ...(reason !== null && { kind: 'bad', stays: true }) });
      onClose();
    },
  });
  const isReady = inspected.data !== undefined && !writing.isPending;
  return (
    <Dialog
      closeLabel={action.close}
      onClose={onClose}
      title={isUpdate ? words.updateTitle(name) : words.installTitle(name)}
    >
      <div className={formClass}>
        {inspected.isPending && <p aria-busy="true">{words.checking}</p>}
        {inspected.isError && <Failure error={inspected.error} retry={inspected.refetch} />}
        {inspected.data && <PackageRights inspected={inspected.data} isUpdate={isUpdate} />}
        <ErrorNotice error={writing.error} />
        <Actions>
          <Button onClick={onClose}>{action.cancel}</Button>
          {isUpdate ? (
            <Button disabled={!isReady} kind="main" onClick={() => writing.mutate('update')}>
              {words.update(inspected.data?.version ?? '')}
            </Button>
          ) : (
            <>
              <Button disabled={!isReady} onClick={() => writing.mutate('install')}>
                {words.install}
              </Button>
              <Button disabled={!isReady} kind="main" onClick={() => writing.mutate('install-and-activate')}>
                {words.installAndActivate}
              </Button>
            </>
          )}
        </Actions>
      </div>
    </Dialog>
  );
}

/** Rights and hosts of a package. */
function PackageRights({
  inspected,
  isUpdate,
}: {
  readonly inspected: InspectedExtension;
  readonly isUpdate: boolean;
}) {
  const { extensions: words } = useWords().upkeep;
  const { list } = useFormats();
  const { hosts } = inspected;
  const rights = isUpdate ? inspected.new_rights : inspected.rights;
  const none = isUpdate ? words.noNewRights : words.noRights;
  return (
    <>
      {rights.length === 0 ? (
        <p>{none}</p>
      ) : (
        <>
          <p>{isUpdate ? words.newRights : words.grants}</p>
          <ul className={css.rights}>
            {rights.map((right) => (
              <li key={right}>{words.right[right] ?? right}</li>
            ))}
          </ul>
        </>
      )}
      {hosts.length === 0 && <p>{words.noHosts}</p>}
      {hosts.includes('*') && <p>{words.anyHost}</p>}
      {hosts.length > 0 && !hosts.includes('*') && <p>{words.hosts(list(hosts))}</p>}
      <p className={softClass}>{words.trust}</p>
    </>
  );
}
