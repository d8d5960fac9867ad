import { useEffect, useState } from 'react';
import { pause } from '../data/pause.ts';
import { type Operation, reverseOperation } from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { showToast } from '../kit/toast.tsx';
import { useErrorText } from '../shell/error-text.ts';
import { useFormats, useWords } from '../words/words.tsx';
import css from './stockroom.module.css';

/** How long an operation can be taken back from here (ms); later from the ledger. */
const TAKE_BACK = 10_000;

interface BookedProps {
  readonly operation: Operation;
  readonly onClose: () => void;
}

/** What was just booked: the balance before and after, and the way back for a short time. */
export function Booked({ operation, onClose }: BookedProps) {
  const say = useErrorText();
  const { stockroom: words, action } = useWords();
  const { count } = useFormats();
  const [isOpen, setOpen] = useState(true);
  const writing = useWriting({
    write: reverseOperation,
    topics: ['stock'],
    onDone: () => {
      showToast({ id: 'taken-back', text: words.takenBack });
      onClose();
    },
  });
  useEffect(() => {
    void pause(TAKE_BACK).then(() => setOpen(false));
  }, []);
  const { type, balance_before: before, balance_after: after, location, to_location: to, id } = operation;
  return (
    <section aria-label={words.type[type]} className={css.booked}>
      <div>
        <p className="soft">
          {words.type[type]} · {to ? `${location} → ${to}` : location}
        </p>
        <p className={css.balance}>
          <span>{count(before)}</span> <span aria-hidden="true">→</span> <strong>{count(after)}</strong>
        </p>
        {writing.error && <p className={css.fault}>{say(writing.error)}</p>}
      </div>
      {isOpen && (
        <Button disabled={writing.isPending} icon="undo" onClick={() => writing.mutate({ id, reason: '' })}>
          {words.takeBack}
        </Button>
      )}
      <IconButton icon="close" label={action.close} onClick={onClose} />
    </section>
  );
}
