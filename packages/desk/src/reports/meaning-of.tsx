import { memo } from 'react';
import type { ReportDeclaration } from '../data/reports.ts';
import { Meaning } from '../kit/bits.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useWords } from '../words/words.tsx';
import css from './reports.module.css';

interface MeaningOfProps {
  readonly report: ReportDeclaration;
  readonly label: string;
  readonly meaning: string;
}

/** The meaning of a number, and where all of its report stand. */
export const MeaningOf = memo(({ report, label, meaning }: MeaningOfProps) => {
  const { report: words, reports } = useWords();
  return (
    <Meaning label={words.meaning(label)}>
      <p>{reports.declared[meaning] ?? meaning}</p>
      <p className={css.meanings}>
        <ScreenLink search={{ report: report.slug }} to="/reports/meanings">
          {words.meanings}
        </ScreenLink>
      </p>
    </Meaning>
  );
});
