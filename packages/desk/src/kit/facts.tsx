import type { ReactNode } from 'react';
import { Sheet } from './bits.tsx';
import css from './facts.module.css';

/** A fact of a record: what it is, and its value. */
export type Fact = readonly [label: string, value: ReactNode];

/** Facts of a record, one a line. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={css.facts}>
    {facts.map(([label, value]) => (
      <div className={css.fact} key={label}>
        <dt className={css.label}>{label}</dt>
        <dd className={css.value}>{value}</dd>
      </div>
    ))}
  </dl>
);

/** A sheet with the facts that have a value; absent where none has. */
export function KnownFacts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <Sheet>
      <Facts facts={known} />
    </Sheet>
  );
}
