import { type MailDetails, resendMail } from '../data/administration/mails.ts';
import { faultsOf, fieldsOf } from '../data/form-values.ts';
import { useWriting } from '../data/writing.ts';
import { TextField } from '../kit/field.tsx';
import { showToast } from '../kit/toast.tsx';
import { useGo } from '../shell/links.tsx';
import { FormDialog } from '../shell/records/form-dialog.tsx';
import { useWords } from '../words/words.tsx';

/** Sends a mail again, to the same recipients or to others; the new record is shown then. */
export function ResendDialog({ mail, onClose }: { readonly mail: MailDetails; readonly onClose: () => void }) {
  const { mails: words } = useWords().upkeep;
  const go = useGo();
  const writing = useWriting({
    write: resendMail,
    topics: ['jobs'],
    onDone: (id) => {
      showToast({ id: 'mail', text: words.resent });
      onClose();
      go(`/mail/${id}`);
    },
  });
  const submit = (form: HTMLFormElement) => {
    const to = fieldsOf(form)
      .text('to')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '');
    writing.mutate({ id: mail.id, to });
  };
  const faults = faultsOf(writing.error);
  const fault = faults.sent_to ?? faults.sentTo;
  return (
    <FormDialog
      error={fault ? null : writing.error}
      isPending={writing.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={words.resend}
      title={words.resendTitle}
    >
      <TextField
        defaultValue={mail.original_to.join(', ')}
        fault={fault}
        hint={words.recipientsHint}
        label={words.recipients}
        maxLength={5_000}
        name="to"
        required
      />
    </FormDialog>
  );
}
