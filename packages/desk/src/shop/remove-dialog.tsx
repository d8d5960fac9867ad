import { useState } from 'react';
import type { Tagged } from '../data/client.ts';
import { type RecordPath, removeRecordOf, topicsAt } from '../data/shop-records.ts';
import { useWriting } from '../data/writing.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../shell/records/form-dialog.tsx';
import { useWords } from '../words/words.tsx';

interface RemoveProps {
  readonly kind: RecordPath;
  readonly name: string;
  readonly tagged: Tagged<{ readonly id: number }>;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

const hasBin = (kind: RecordPath): boolean => /^(?:orders|products(?:\/\d+\/variations)?)$/.test(kind);

/** Puts a record into the bin; a kind without one is deleted for good, after its name was typed. */
export function RemoveDialog({ kind, name, tagged: { record, tag }, onClose, onDone = onClose }: RemoveProps) {
  const { shop: words } = useWords();
  const [typed, setTyped] = useState('');
  const isForGood = !hasBin(kind);
  const writing = useWriting({ write: removeRecordOf(kind, record.id), topics: topicsAt(kind), tag, onDone });
  return (
    <FormDialog
      error={writing.error}
      isPending={writing.isPending}
      isReady={!isForGood || typed.trim() === name}
      kind="danger"
      onClose={onClose}
      onSubmit={() => writing.mutate(isForGood)}
      submitLabel={isForGood ? words.removeForGood : words.bin}
      title={`${isForGood ? words.removeForGood : words.bin}: ${name}`}
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
    </FormDialog>
  );
}
