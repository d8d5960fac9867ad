import { type ReactNode, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import css from './toast.module.css';

/** A short message over the screen. */
export interface Toast {
  readonly id: string;
  readonly text: string;
  readonly kind?: 'plain' | 'bad';
  /** Done and whole, of a progress. */
  readonly progress?: readonly [done: number, whole: number] | undefined;
  readonly action?: ReactNode;
  /** Stays until it is closed. */
  readonly stays?: boolean;
}

let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();
const set = (next: readonly Toast[]): void => {
  toasts = next;
  for (const each of listeners) each();
};

/** Shows a message, or changes the one with this id. */
export function showToast(toast: Toast): void {
  const others = toasts.filter(({ id }) => id !== toast.id);
  set([...others, toast].slice(-3));
  if (toast.stays !== true) setTimeout(() => toasts.includes(toast) && hideToast(toast.id), 8_000);
}

export const hideToast = (id: string): void => set(toasts.filter((each) => each.id !== id));

/** Where messages appear; once in the shell. */
export function Toasts({ closeLabel }: { readonly closeLabel: string }) {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div aria-live="polite" className={`${css.toasts} not-printed`}>
      {shown.map(({ id, text, kind = 'plain', progress, action }) => (
        <div className={css.toast} data-kind={kind} key={id}>
          <span className={css.text}>{text}</span>
          {action}
          <IconButton icon="close" label={closeLabel} onClick={() => hideToast(id)} />
          {progress && <progress aria-label={text} className={css.progress} max={progress[1]} value={progress[0]} />}
        </div>
      ))}
    </div>
  );
}
