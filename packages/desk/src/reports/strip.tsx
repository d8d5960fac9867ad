import type { MeasureDeclaration, ReportDeclaration } from '../data/reports.ts';
import { Bone } from '../kit/bits.tsx';
import { useGlow } from '../kit/glow.ts';
import type { Compared } from '../looks/asking.ts';
import { declaredText, MeasureChange } from '../looks/figures.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { MeaningOf } from './meaning-of.tsx';
import css from './reports.module.css';

interface StripProps {
  readonly report: ReportDeclaration;
  readonly measures: readonly MeasureDeclaration[];
  readonly compared: Compared | undefined;
  readonly chosen: MeasureDeclaration | undefined;
  readonly onChoose: (name: string) => void;
  readonly isBusy: boolean;
  /** There is a line for the change of each. */
  readonly isCompared: boolean;
  readonly label: string;
}

/** Totals of a report; a press on one shows it in the chart. */
export function Strip({ report, measures, compared, chosen, onChoose, isBusy, isCompared, label }: StripProps) {
  return (
    <section
      aria-busy={isBusy || undefined}
      aria-label={label}
      className={css.strip}
      data-plain={!isCompared || undefined}
    >
      {measures.map((measure) => (
        <Figure
          compared={compared}
          isChosen={measure === chosen}
          key={measure.name}
          measure={measure}
          onChoose={() => onChoose(measure.name)}
          question={isBusy ? undefined : compared?.question}
          report={report}
        />
      ))}
    </section>
  );
}

interface FigureProps {
  readonly report: ReportDeclaration;
  readonly question: string | undefined;
  readonly measure: MeasureDeclaration;
  readonly compared: Compared | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Figure({ report, question, measure, compared, isChosen, onChoose }: FigureProps) {
  const words = useWords();
  const formats = useFormats();
  const { name, unit } = measure;
  const now = compared?.now.totals[name] as number | undefined;
  const before = compared?.before?.totals[name] as number | undefined;
  const label = declaredText(words, measure);
  const glow = useGlow(now, question);
  const hasChart = !measure.totals_only && (compared?.now.intervals.length ?? 1) > 0;
  return (
    <div className={`${css.figure} ${glow}`} data-chosen={(isChosen && hasChart) || undefined}>
      <div className={css.figureHead}>
        <span className={css.figureLabel} title={label}>
          {label}
        </span>
        <MeaningOf label={label} meaning={measure.meaning} report={report} />
      </div>
      <button
        aria-pressed={isChosen}
        className={css.figureNumber}
        disabled={!hasChart}
        onClick={onChoose}
        type="button"
      >
        <span className="for-readers">{label}: </span>
        {now === undefined ? (
          <Bone width={7} />
        ) : (
          <span title={formats.number(now, unit)}>{formats.numberShort(now, unit)}</span>
        )}
      </button>
      <div className={css.figureFoot}>
        {now !== undefined && before !== undefined && <MeasureChange before={before} measure={measure} now={now} />}
      </div>
    </div>
  );
}
