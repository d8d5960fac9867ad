import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useWords } from '../words/words.tsx';

interface Move {
  readonly currentLocation: { readonly pathname: string };
  readonly nextLocation: { readonly pathname: string };
}

let isForced = false;

/** Questions of what is on the screen, each true where the answer is to stay. */
const questions = new Set<() => boolean>();

/** Loads the page again without a question: the session is over. */
export function reloadNow(): void {
  isForced = true;
  window.location.reload();
}

/** Asks before a screen with typed input is left: by a link or Back in words of the desk, by a reload in those of the browser. */
export function useLeaving(isTyped: () => boolean): void {
  const { history } = useRouter();
  const { title, text } = useWords().shell.leave;
  const isAsked = useEffectEvent(() => !isForced && isTyped());
  const isKept = useEffectEvent(() => isAsked() && !window.confirm(`${title}\n${text}`));
  useEffect(() => {
    const question = () => isKept();
    questions.add(question);
    const unblock = history.block({
      blockerFn: ({ currentLocation, nextLocation }: Move) =>
        currentLocation.pathname !== nextLocation.pathname && isKept(),
      enableBeforeUnload: () => isAsked(),
    });
    return () => {
      questions.delete(question);
      unblock();
    };
  }, [history]);
}

/** Whether a part of the screen may be replaced at the same address; asks where something was typed. */
export const mayLeave = (): boolean => ![...questions].some((question) => question());
