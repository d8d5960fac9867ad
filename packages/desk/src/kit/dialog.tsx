import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import css from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Name of the button that closes it; a dialog without one cannot be dismissed. */
  readonly closeLabel?: string | undefined;
  readonly onClose?: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog; it opens when it is rendered, and gives the focus back when it is removed. */
export function Dialog({ title, closeLabel, onClose, wide = false, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      aria-labelledby={id}
      className={css.dialog}
      data-wide={wide || undefined}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onClose?.();
      }}
      ref={box}
    >
      <div className={css.head}>
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        {closeLabel && onClose && <IconButton icon="close" label={closeLabel} onClick={onClose} />}
      </div>
      <div className={css.body}>{children}</div>
    </dialog>
  );
}
