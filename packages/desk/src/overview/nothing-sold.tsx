import { Button } from '../kit/button.tsx';
import type { Compared } from '../looks/asking.ts';
import type { Looking } from '../looks/look-tools.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useWords } from '../words/words.tsx';
import css from './overview.module.css';

const longest: Looking['look']['period'] = '12m';

interface NothingSoldProps {
  readonly looking: Looking;
  /** Undefined until they are there. */
  readonly answers: readonly (Compared | undefined)[];
}

/** What helps where no number of the period is other than zero: a longer period, or the first steps of a new shop. */
export function NothingSold({ looking: { look, set }, answers }: NothingSoldProps) {
  const { reports, shell } = useWords();
  const isNothing = answers.every(
    (answer) => answer && Object.values(answer.now.totals).every((value) => typeof value !== 'number' || value === 0),
  );
  if (!isNothing) return null;
  return (
    <p className={css.nothing}>
      {reports.empty.text}
      {look.period !== longest && <Button onClick={() => set({ period: longest })}>{reports.empty.action}</Button>}
      <ScreenLink to="/getting-started">{shell.screens.onboarding}</ScreenLink>
    </p>
  );
}
