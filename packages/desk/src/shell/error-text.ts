import { isOutdated, Refused, Unreachable } from '../data/refusal.ts';
import type { Words } from '../words/en.ts';
import { useWords } from '../words/words.tsx';

/** The sentence of a refusal; of a limit, when it lets in again. */
export function refusalText(error: Error, { state }: Words): string {
  const { kind, retryAfter = 1 } = error as Partial<Refused>;
  if (kind !== 'limited') return error.message;
  return state.later(retryAfter < 100 ? `${retryAfter} s` : `${Math.ceil(retryAfter / 60)} min`);
}

/** Says in a form why a write was not made, in the language of the reader where the server's sentence would not help. */
export function useErrorText(): (error: Error) => string {
  const words = useWords();
  const { state, shop } = words;
  return (error) => {
    if (error instanceof Unreachable) return state.unanswered;
    if (error instanceof Refused && error.code === 'idempotency_key_reused') return state.undecided;
    return isOutdated(error) ? shop.conflict : refusalText(error, words);
  };
}
