import { useEffect } from 'react';

/** Actions by key; a sequence is written with a space: `g o`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const stack: Shortcuts[] = [];
let prefix: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether single letters act; they can be switched off (WCAG 2.1.4). */
export const singleKeysAreOn = (): boolean => localStorage.getItem('desk-keys') !== 'off';
export const switchSingleKeys = (isOn: boolean): void => {
  if (isOn) localStorage.removeItem('desk-keys');
  else localStorage.setItem('desk-keys', 'off');
};

/** Keys of a component while it is on the screen; later ones have precedence. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    stack.push(shortcuts);
    return () => {
      stack.splice(stack.indexOf(shortcuts), 1);
    };
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName) || isTextInput(target));

const isTextInput = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|range)$/.test(target.type);

/** Listens for keys of the page; once in the shell. */
export function listenForShortcuts(openPalette: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      openPalette();
      return;
    }
    const isBusy = event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || event.defaultPrevented;
    if (isBusy || !singleKeysAreOn() || document.querySelector('dialog[open], [popover]:popover-open')) return;
    const key = prefix === undefined ? event.key : `${prefix} ${event.key}`;
    prefix = undefined;
    clearTimeout(timer);
    const act = stack.findLast((each) => Object.hasOwn(each, key))?.[key];
    if (act) {
      event.preventDefault();
      act();
    } else if (event.key === 'g') {
      prefix = 'g';
      timer = setTimeout(() => {
        prefix = undefined;
      }, 1_200);
    }
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
