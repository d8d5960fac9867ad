import { isOutdated, Refused, Unreachable } from '../data/refusal.ts';
import { useWords } from '../words/words.tsx';

/** Says in a form why a write was not made, in the language of the reader where the server's sentence would not help. */
export function useTroubleText(): (error: Error) => string {
  const { state, shop } = useWords();
  return (error) => {
    if (error instanceof Unreachable) return state.unanswered;
    if (error instanceof Refused && error.code === 'idempotency_key_reused') return state.undecided;
    return isOutdated(error) ? shop.conflict : error.message;
  };
}
