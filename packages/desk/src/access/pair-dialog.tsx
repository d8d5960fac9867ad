import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { approveCode, codeStatusQuery, issueCode, type PhoneCode } from '../data/administration/phones.ts';
import { useWriting } from '../data/writing.ts';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { softClass } from '../kit/layout.tsx';
import { QrCode } from '../kit/qr.tsx';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { useWords } from '../words/words.tsx';
import css from './access.module.css';

/** Signs in a phone: a code that it scans, then the number that it shows. */
export function PairDialog({ onClose }: { readonly onClose: () => void }) {
  const { access, action } = useWords();
  const { phones: words } = access;
  const issuing = useWriting({ write: issueCode, topics: [] });
  const { mutate } = issuing;
  // The first code is asked for by opening the dialog.
  useEffect(() => mutate(undefined), []);
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={words.signIn}>
      <div className={css.pair}>
        <ErrorNotice error={issuing.error} />
        {issuing.data ? (
          <Pairing code={issuing.data} key={issuing.data.token} onAgain={() => mutate(undefined)} onClose={onClose} />
        ) : (
          <p className={softClass}>{words.waiting}</p>
        )}
      </div>
    </Dialog>
  );
}

interface PairingProps {
  readonly code: PhoneCode;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

function Pairing({ code, onAgain, onClose }: PairingProps) {
  const { access, action } = useWords();
  const { phones: words } = access;
  const queries = useQueryClient();
  const status = useQuery(codeStatusQuery(code.token));
  const { status: state = 'pending', numbers = [], ap_name: name = '' } = status.data ?? {};
  const choosing = useWriting({ write: approveCode, topics: [], onDone: () => void status.refetch() });
  useEffect(() => {
    if (state === 'consumed') void queries.invalidateQueries({ queryKey: ['phones'] });
  }, [state, queries]);
  const error = choosing.error ?? status.error;
  return (
    <>
      {state === 'pending' && (
        <>
          <p>{words.steps}</p>
          <QrCode label={words.picture} text={code.url} />
        </>
      )}
      {state === 'scanned' && (
        <>
          <p>
            {words.choose} <span className={softClass}>{words.chooseText}</span>
          </p>
          <div className={css.numbers}>
            {numbers.map((choice) => (
              <Button
                className={css.number}
                disabled={choosing.isPending}
                key={choice}
                onClick={() => choosing.mutate({ token: code.token, choice })}
              >
                {choice}
              </Button>
            ))}
          </div>
        </>
      )}
      <p aria-live="polite">
        {state === 'approved' && words.finishing}
        {state === 'consumed' && words.done(name)}
        {state === 'rejected' && words.rejected}
        {state === 'expired' && words.expired}
      </p>
      <ErrorNotice error={error} />
      <Actions>
        {(state === 'rejected' || state === 'expired') && <Button onClick={onAgain}>{words.again}</Button>}
        <Button kind={state === 'consumed' ? 'main' : 'plain'} onClick={onClose}>
          {state === 'consumed' ? action.done : action.cancel}
        </Button>
      </Actions>
    </>
  );
}
