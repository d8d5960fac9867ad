import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(width < 760px)');

const subscribe = (changed: () => void) => {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
};

/** Whether the window is as narrow as a phone now. */
export const isNarrow = (): boolean => narrow.matches;

/** The same, rendered again when it changes. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow);
