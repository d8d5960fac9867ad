import type { MeasureDeclaration } from '../data/reports.ts';
import { Change } from '../kit/bits.tsx';
import type { Words } from '../words/en.ts';
import { useFormats, useWords } from '../words/words.tsx';

/** A text of a declaration in the language of the reader, else in the English of the server. */
export const declaredText = (words: Words, { label }: { readonly label: string }): string =>
  words.reports.declared[label] ?? label;

/** The part by which a number changed; infinite, in its direction, where there was nothing before. */
export const changeOf = (now: number, before: number): number =>
  now === before ? 0 : (now - before) / Math.abs(before);

/** A written change: +35%, "new" where nothing was before. */
export function useWrittenChange(): (now: number, before: number) => string {
  const words = useWords();
  const formats = useFormats();
  return (now, before) => {
    const ratio = changeOf(now, before);
    if (!Number.isFinite(ratio)) return words.reports.isNew;
    return ratio === 0 ? words.reports.noChange : formats.change(ratio);
  };
}

interface MeasureChangeProps {
  readonly measure: Pick<MeasureDeclaration, 'better'>;
  readonly now: number;
  readonly before: number;
}

/** Change of a measure, in green where it is what one wants. */
export function MeasureChange({ measure: { better }, now, before }: MeasureChangeProps) {
  const write = useWrittenChange();
  const ratio = changeOf(now, before);
  const direction = ratio === 0 ? 'flat' : ratio > 0 ? 'up' : 'down';
  const isBetter = better === direction;
  const tone = direction === 'flat' || better === null ? 'plain' : isBetter ? 'good' : 'bad';
  return <Change direction={direction} text={write(now, before)} tone={tone} />;
}
