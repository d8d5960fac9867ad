import { useQuery } from '@tanstack/react-query';
import { limits } from '../data/api/limits.ts';
import { actOnPerson, personQuery, savePerson } from '../data/system.ts';
import { useWriting } from '../data/writing.ts';
import { Button, buttonClass } from '../kit/button.tsx';
import { buttonsClass } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { RecordForm } from '../shell/record-form.tsx';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { useSession } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import { usePersonFields } from './person-fields.ts';

interface PersonProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** Changes an account, ends its sessions, lifts its lock, or deletes it. */
export function PersonDialog({ id, onClose }: PersonProps) {
  const { access, system } = useWords();
  const { people } = system;
  const { user } = useSession();
  const fields = usePersonFields('known');
  const { data } = useQuery({ ...personQuery(id), gcTime: 0 });
  const writing = useWriting({
    write: actOnPerson(id),
    topics: ['people'],
    onDone: () => {
      showToast({ id: 'person', text: people.done });
      onClose();
    },
  });
  if (!data) return null;
  const actions = [
    ['revoke-tokens', people.endSessions],
    ['unlock', people.unlock],
  ] as const;
  return (
    <RecordForm
      fields={fields}
      limits={limits.person}
      onClose={onClose}
      onSaved={onClose}
      record={data.record}
      title={data.record.username}
      writing={{ write: savePerson(id), topics: ['people'], tag: data.tag }}
    >
      <ErrorNotice error={writing.error} />
      <div className={buttonsClass}>
        <ScreenLink className={buttonClass} data-kind="plain" to={`/people/${id}/passwords`}>
          {access.passwords.open}
        </ScreenLink>
        {actions.map(([action, label]) => (
          <Button disabled={writing.isPending} key={action} onClick={() => writing.mutate(action)}>
            {label}
          </Button>
        ))}
        {id !== user.id && (
          <Button
            disabled={writing.isPending}
            icon="trash"
            kind="danger"
            onClick={() => writing.mutate('delete')}
            title={people.removeText}
          >
            {people.remove}
          </Button>
        )}
      </div>
    </RecordForm>
  );
}
