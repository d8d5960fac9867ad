import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  /** What the button does. */
  readonly verb: string;
  /** The write that is confirmed. */
  readonly writing: { readonly isPending: boolean; readonly error: Error | null };
  readonly onConfirm: (form: HTMLFormElement) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before something that cannot be taken back. */
export const Confirm = ({ title, text, verb, writing, onConfirm, onClose, children }: ConfirmProps) => (
  <FormDialog
    error={writing.error}
    isPending={writing.isPending}
    kind="danger"
    onClose={onClose}
    onSubmit={onConfirm}
    submitLabel={verb}
    title={title}
  >
    <p>{text}</p>
    {children}
  </FormDialog>
);
