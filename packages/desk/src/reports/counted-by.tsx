import type { ReportDeclaration } from '../data/reports.ts';
import type { Looking } from '../looks/look-tools.tsx';
import { useSession } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import css from './reports.module.css';

const types = ['date_paid', 'date_created', 'date_completed'];

/** By which day of an order a report counts; where the report takes it, it can be changed. */
export function CountedBy({
  report,
  looking: { look, set },
}: {
  readonly report: ReportDeclaration;
  readonly looking: Looking;
}) {
  const words = useWords();
  const { shop } = useSession();
  if (report.stats?.date_basis !== 'counted') return null;
  const counted = look.dateType ?? shop.date_type;
  if (!report.stats.date_type) return <span>{words.report.counted[shop.date_type]}</span>;
  return (
    <label className={css.counted}>
      <span className="for-readers">{words.report.countBy}</span>
      <select
        onChange={({ target }) => set({ dateType: target.value === shop.date_type ? undefined : target.value })}
        value={counted}
      >
        {types.map((type) => (
          <option key={type} value={type}>
            {words.report.counted[type]}
          </option>
        ))}
      </select>
    </label>
  );
}
