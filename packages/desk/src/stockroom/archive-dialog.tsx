import type { Tagged } from '../data/client.ts';
import { type Item, saveRecord } from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { useGo } from '../shell/links.tsx';
import { FormDialog } from '../shell/records/form-dialog.tsx';
import { useWords } from '../words/words.tsx';

interface ArchiveProps {
  readonly tagged: Tagged<Item>;
  readonly onClose: () => void;
}

/** Removes an item, or archives it where it has history. */
export function ArchiveDialog({ tagged: { record, tag }, onClose }: ArchiveProps) {
  const { stockroom: words } = useWords();
  const go = useGo();
  const writing = useWriting({
    write: saveRecord<undefined>(`/items/${record.id}`, 'DELETE'),
    tag,
    topics: ['stock', 'catalog'],
    onDone: () => go('/stockroom'),
  });
  return (
    <FormDialog
      error={writing.error}
      isPending={writing.isPending}
      kind="danger"
      onClose={onClose}
      onSubmit={() => writing.mutate(undefined)}
      submitLabel={words.archive}
      title={words.archiveTitle}
    >
      <p>{words.archiveText}</p>
    </FormDialog>
  );
}
