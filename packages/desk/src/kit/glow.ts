import { useState } from 'react';
import css from './glow.module.css';

interface Seen {
  readonly value: unknown;
  readonly question: string | undefined;
  /** Changes under the same question. */
  readonly times: number;
}

/**
 * Returns the class of a part by its name and value: it glows once when its value changes. A value of another question does not
 * glow; while the question is undefined, the value is that of the question before.
 */
export function useGlows(question: string | undefined): (name: string, value: unknown) => string {
  // Changed in place: setting a state during a render renders the part twice.
  const [seen] = useState(() => new Map<string, Seen>());
  return (name, value) => {
    const last = seen.get(name) ?? { value, question, times: 0 };
    const isSame = question === undefined || (last.question === question && last.value === value);
    const isChange = last.question === question && last.value !== undefined && value !== undefined;
    const next = isSame ? last : { value, question, times: isChange ? last.times + 1 : 0 };
    seen.set(name, next);
    if (next.times === 0) return '';
    return (next.times % 2 === 1 ? css.odd : css.even) ?? '';
  };
}

/** The same for one part. */
export const useGlow = (value: unknown, question: string | undefined): string => useGlows(question)('', value);
