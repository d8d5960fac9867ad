import { useState } from 'react';
import type { Tagged } from '../data/client.ts';
import { removeRecordOf, type ShopKind, topicsOf } from '../data/shop-records.ts';
import { useWriting } from '../data/writing.ts';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { TextField } from '../kit/field.tsx';
import { useWords } from '../words/words.tsx';
import css from './shop.module.css';

interface RemoveProps {
  readonly kind: ShopKind;
  readonly name: string;
  readonly tagged: Tagged<{ readonly id: number }>;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

const hasBin = (kind: ShopKind): boolean => kind === 'orders' || kind === 'products';

/** Puts a record into the bin; a kind without one is deleted for good, after its name was typed. */
export function RemoveDialog({ kind, name, tagged: { record, tag }, onClose, onDone = onClose }: RemoveProps) {
  const { shop: words, action } = useWords();
  const [typed, setTyped] = useState('');
  const isForGood = !hasBin(kind);
  const writing = useWriting({ write: removeRecordOf(kind, record.id), topics: topicsOf[kind], tag, onDone });
  return (
    <Dialog
      closeLabel={action.close}
      onClose={onClose}
      title={`${isForGood ? words.removeForGood : words.bin}: ${name}`}
    >
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          writing.mutate(isForGood);
        }}
      >
        {isForGood ? (
          <TextField
            autoFocus
            label={words.typeToRemove(name)}
            onChange={({ target }) => setTyped(target.value)}
            value={typed}
          />
        ) : (
          <p>{words.binText}</p>
        )}
        {writing.error && (
          <p className={css.trouble} role="alert">
            {writing.error.message}
          </p>
        )}
        <Actions>
          <Button onClick={onClose}>{action.cancel}</Button>
          <Button disabled={writing.isPending || (isForGood && typed.trim() !== name)} kind="danger" type="submit">
            {isForGood ? words.removeForGood : words.bin}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
