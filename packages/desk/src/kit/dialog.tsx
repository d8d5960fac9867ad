import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import css from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Name of the button that closes it; a dialog without one cannot be dismissed. */
  readonly closeLabel?: string | undefined;
  readonly onClose?: () => void;
  readonly wide?: boolean;
  /** The title is for readers only. */
  readonly bare?: boolean;
  readonly children: ReactNode;
}

/** What takes the focus of a dialog that opens: its first field. */
const fields = 'input:not([hidden], [readonly]), select, textarea';

/** A modal dialog; it opens when it is rendered, and gives the focus back when it is removed. */
export function Dialog({ title, closeLabel, onClose, wide = false, bare = false, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>(fields)?.focus();
    }
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too.
    <dialog
      aria-labelledby={id}
      className={css.dialog}
      data-bare={bare || undefined}
      data-wide={wide || undefined}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onClose?.();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose?.()}
      ref={box}
    >
      <div className={bare ? 'for-readers' : css.head}>
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        {closeLabel && onClose && !bare && <IconButton icon="close" label={closeLabel} onClick={onClose} />}
      </div>
      <div className={bare ? undefined : css.body}>{children}</div>
    </dialog>
  );
}
