import type { Tagged } from '../data/client.ts';
import { type Item, saveRecord } from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { useGo } from '../shell/links.tsx';
import { useWords } from '../words/words.tsx';
import css from './stockroom.module.css';

interface ArchiveProps {
  readonly tagged: Tagged<Item>;
  readonly onClose: () => void;
}

/** Removes an item, or archives it where it has history. */
export function ArchiveDialog({ tagged: { record, tag }, onClose }: ArchiveProps) {
  const { stockroom: words, action } = useWords();
  const go = useGo();
  const writing = useWriting({
    write: saveRecord<undefined>(`/items/${record.id}`, 'DELETE'),
    tag,
    topics: ['stock', 'catalog'],
    onDone: () => go('/stockroom'),
  });
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={words.archiveTitle}>
      <p>{words.archiveText}</p>
      {writing.error && (
        <p className={css.trouble} role="alert">
          {writing.error.message}
        </p>
      )}
      <Actions>
        <Button onClick={onClose}>{action.cancel}</Button>
        <Button disabled={writing.isPending} kind="danger" onClick={() => writing.mutate(undefined)}>
          {words.archive}
        </Button>
      </Actions>
    </Dialog>
  );
}
