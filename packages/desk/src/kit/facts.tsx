import type { ReactNode } from 'react';
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
