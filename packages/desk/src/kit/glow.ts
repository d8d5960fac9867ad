import { useState } from 'react';
import css from './glow.module.css';

/**
 * The class of a part that glows once when its value changes. A value of another question does not glow; while the question is
 * undefined, the value is that of the question before.
 */
export function useGlow(value: unknown, question: string | undefined): string {
  const [seen, setSeen] = useState({ value, question, times: 0 });
  if (question !== undefined && (seen.question !== question || seen.value !== value)) {
    const isChange = seen.question === question && seen.value !== undefined && value !== undefined;
    setSeen({ value, question, times: isChange ? seen.times + 1 : 0 });
  }
  if (seen.times === 0) return '';
  return (seen.times % 2 === 1 ? css.odd : css.even) ?? '';
}
