import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import css from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Name of the button that closes it; a dialog without one cannot be dismissed. */
  readonly closeLabel?: string | undefined;
  readonly onClose?: () => void;
  readonly wide?: boolean;
  /** What it shows is not shown again: a click beside it does not close it. */
  readonly once?: boolean;
  /** The title is for readers only. */
  readonly bare?: boolean;
  readonly children: ReactNode;
}

/** What takes the focus of a dialog that opens: its first field. */
const fields = 'input:not([hidden], [readonly]), select, textarea';

/**
 * A modal dialog; it opens when it is rendered, and gives the focus back when it is removed. A click beside it closes it, unless
 * something was typed: that is given up by Escape or a button only.
 */
export function Dialog({
  title,
  closeLabel,
  onClose,
  wide = false,
  bare = false,
  once = false,
  children,
}: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const isKept = useRef(once);
  const isPressedBeside = useRef(false);
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
      onClick={(event) => {
        // A drag that ends beside the dialog is no click beside it.
        if (event.target === event.currentTarget && isPressedBeside.current && (bare || !isKept.current)) onClose?.();
      }}
      onInput={() => {
        isKept.current = true;
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === event.currentTarget;
      }}
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
