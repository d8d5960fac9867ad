import { useEffect, useRef } from 'react';

/** Keys of a scanner follow each other within this time (ms). */
const GAP = 35;
/** Fewer keys are typing. */
const LEAST = 6;

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** Calls `onCode` with a code of a scanner that acts as a keyboard, wherever the focus is but in a text field. */
export function useScanner(onCode: (code: string) => void): void {
  const handler = useRef(onCode);
  useEffect(() => {
    handler.current = onCode;
  });
  useEffect(() => {
    let keys = '';
    let last = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if (isTextField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.timeStamp - last > GAP) keys = '';
      last = event.timeStamp;
      if (event.key.length === 1) keys += event.key;
      if (event.key !== 'Enter' || keys.length < LEAST) return;
      event.preventDefault();
      event.stopPropagation();
      handler.current(keys);
      keys = '';
    };
    // Before the shortcuts of the page, so that the Enter of a code acts on nothing else.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}
