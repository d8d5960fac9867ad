import { type FormEvent, type ReactNode, useRef } from 'react';
import { Actions, Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { formClass } from '../../kit/layout.tsx';
import { useWords } from '../../words/words.tsx';
import { useLeaving } from '../leaving.ts';
import { ErrorNotice } from './error-notice.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly onSubmit: (form: HTMLFormElement) => void;
  /** Text of the button that sends the form. */
  readonly submitLabel: string;
  /** `danger` for what cannot be taken back. */
  readonly kind?: 'main' | 'danger';
  readonly isPending: boolean;
  readonly isReady?: boolean;
  /** Why the write was refused, where no field says it. */
  readonly error: Error | null;
  readonly wide?: boolean;
  readonly children: ReactNode;
  /** Before the buttons. */
  readonly actions?: ReactNode;
  /** Under the form. */
  readonly after?: ReactNode;
}

/** A form in a dialog: its fields, why it was refused, and its buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, onClose, onSubmit, submitLabel, kind = 'main', isPending, isReady = true, error } = props;
  const { action } = useWords();
  const isTyped = useRef(false);
  // Once it was sent, what it leads to is no way out.
  useLeaving(() => isTyped.current && !isPending);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isReady) onSubmit(event.currentTarget);
  };
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={title} wide={props.wide ?? false}>
      <form
        className={formClass}
        onInput={() => {
          isTyped.current = true;
        }}
        onSubmit={submit}
      >
        {props.children}
        <ErrorNotice error={error} />
        <Actions>
          {props.actions}
          <Button onClick={onClose}>{action.cancel}</Button>
          <Button disabled={isPending || !isReady} kind={kind} type="submit">
            {submitLabel}
          </Button>
        </Actions>
      </form>
      {props.after}
    </Dialog>
  );
}
