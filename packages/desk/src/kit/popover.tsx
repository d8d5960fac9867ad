import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import css from './popover.module.css';

/** What a button has to carry to open its popover. */
export interface TriggerProps {
  readonly popoverTarget: string;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'dialog' | 'menu';
}

interface PopoverProps {
  /** Accessible name of the content. */
  readonly label: string;
  readonly trigger: (props: TriggerProps) => ReactNode;
  /** Rendered only while it is open; the function closes it. */
  readonly children: (close: () => void) => ReactNode;
  readonly kind?: 'dialog' | 'menu';
  readonly align?: 'start' | 'end';
  readonly onOpen?: () => void;
}

/** The class of what floats over the page. */
export const popoverClass = css.popover ?? '';

/** A button and what it opens: beside it on a wide screen, a sheet at the bottom of a phone. */
export function Popover({ label, trigger, children, kind = 'dialog', align = 'end', onOpen }: PopoverProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const toggled = ({ newState }: ToggleEvent) => {
    setOpen(newState === 'open');
    if (newState === 'open') onOpen?.();
  };
  const close = () => box.current?.hidePopover();
  return (
    <>
      {trigger({ popoverTarget: id, 'aria-expanded': isOpen, 'aria-haspopup': kind })}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a dialog or a menu. */}
      <div
        aria-label={label}
        className={popoverClass}
        data-align={align}
        id={id}
        onBeforeToggle={toggled}
        popover="auto"
        ref={box}
        role={kind}
      >
        {isOpen && children(close)}
      </div>
    </>
  );
}
