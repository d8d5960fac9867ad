import { useState } from 'react';
import { uploadTheme } from '../data/administration/themes.ts';
import { useWriting } from '../data/writing.ts';
import { Field } from '../kit/field.tsx';
import { showToast } from '../kit/toast.tsx';
import { useErrorText } from '../shell/error-text.ts';
import { FormDialog } from '../shell/records/form-dialog.tsx';
import { useWords } from '../words/words.tsx';

/** Installs a theme from a file. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const { themes: words } = useWords().upkeep;
  const say = useErrorText();
  const [file, setFile] = useState<File>();
  const writing = useWriting({
    write: uploadTheme,
    topics: ['settings'],
    onDone: () => {
      showToast({ id: 'theme', text: words.uploaded });
      onClose();
    },
  });
  return (
    <FormDialog
      error={null}
      isPending={writing.isPending}
      isReady={file !== undefined}
      onClose={onClose}
      onSubmit={() => file && writing.mutate(file)}
      submitLabel={words.upload}
      title={words.upload}
    >
      <Field fault={writing.error ? say(writing.error) : undefined} hint={words.uploadText} label={words.file}>
        {(ids) => (
          <input
            {...ids}
            accept=".zip,.tgz,.gz"
            onChange={({ target }) => {
              setFile(target.files?.[0]);
              writing.reset();
            }}
            type="file"
          />
        )}
      </Field>
    </FormDialog>
  );
}
