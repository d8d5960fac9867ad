import type { ReactNode } from 'react';
import { Icon } from '../../kit/icon.tsx';
import css from './choice.module.css';

interface OptionContentProps {
  readonly isChecked: boolean;
  readonly name: ReactNode;
  readonly detail?: string | undefined;
}

/** Content of an option with a tick where it is chosen. */
export const OptionContent = ({ isChecked, name, detail }: OptionContentProps) => (
  <>
    <span className={css.tick}>{isChecked && <Icon name="check" />}</span>
    <span className={css.name}>{name}</span>
    {detail && <span className={css.detail}>{detail}</span>}
  </>
);
