import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import css from './select.module.css';

type SelectProps = ComponentProps<'select'> & {
  /** Accessible name. */
  readonly label: string;
  /** `small` inside of a sheet. */
  readonly measure?: 'usual' | 'small';
};

/** A choice of one, as quiet as a button; the list is that of the platform. */
export const Select = ({ label, measure = 'usual', children, ...rest }: SelectProps) => (
  <span className={css.select} data-measure={measure}>
    <select {...rest} aria-label={label}>
      {children}
    </select>
    <Icon name="down" size={14} />
  </span>
);
