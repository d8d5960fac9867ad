import { useFormats, useWords } from '../../words/words.tsx';
import css from '../shop.module.css';

interface AmountListProps {
  /** The first one is always shown, others where they are not zero. */
  readonly rows: readonly (readonly [label: string, amount: number])[];
  readonly total: number;
}

/** Amounts of an order that is being typed, with their total. */
export function AmountList({ rows, total }: AmountListProps) {
  const { order: words } = useWords().shop;
  const { money } = useFormats();
  return (
    <dl className={`${css.preview} ${css.totals}`}>
      {rows
        .filter(([, amount], index) => amount !== 0 || index === 0)
        .map(([label, amount]) => (
          <div className={css.total} key={label}>
            <dt>{label}</dt>
            <dd className="nums">{money(amount)}</dd>
          </div>
        ))}
      <div className={css.total} data-strong="true">
        <dt>{words.total}</dt>
        <dd className="nums">{money(total)}</dd>
      </div>
    </dl>
  );
}
