import { type ApplicationPassword, type Owner, revokePassword } from '../data/administration/passwords.ts';
import { useWriting } from '../data/writing.ts';
import { showToast } from '../kit/toast.tsx';
import { Confirm } from '../shell/records/confirm.tsx';
import { useWords } from '../words/words.tsx';

interface RevokeProps {
  readonly owner: Owner;
  readonly password: ApplicationPassword | 'all';
  /** Of all passwords of the account. */
  readonly count: number;
  readonly onClose: () => void;
}

/** Revokes one application password, or all of an account. */
export function RevokeDialog({ owner, password, count, onClose }: RevokeProps) {
  const { access } = useWords();
  const { passwords: words } = access;
  const isAll = password === 'all';
  const writing = useWriting({
    write: revokePassword(owner),
    topics: ['people'],
    onDone: () => {
      showToast({ id: 'password', text: words.revoked });
      onClose();
    },
  });
  return (
    <Confirm
      onClose={onClose}
      onConfirm={() => writing.mutate(isAll ? 'all' : password.uuid)}
      text={words.revokeText}
      title={isAll ? words.revokeAllTitle(count) : words.revokeTitle(password.name)}
      verb={isAll ? words.revokeAll : words.revoke}
      writing={writing}
    />
  );
}
