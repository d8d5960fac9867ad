import type { ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import css from './table.module.css';

/** Where a row stands in a tree. */
export interface Nested {
  /** From 1. */
  readonly level: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}

interface BranchProps extends Nested {
  /** Label of the button that opens or closes the row. */
  readonly label: string;
  readonly onToggle: () => void;
  /** The button is reached by Tab. */
  readonly isTabbed?: boolean;
  readonly children: ReactNode;
}

/** Deeper levels are not indented further. */
const DEEPEST = 12;

/** The name of a row of a tree, indented by its level, after the button that opens or closes it. */
export const Branch = ({ level, hasChildren, isOpen, label, onToggle, isTabbed = true, children }: BranchProps) => (
  <span className={css.branch} style={{ paddingInlineStart: `${(Math.min(level, DEEPEST) - 1) * 1.25}rem` }}>
    {hasChildren ? (
      <IconButton
        aria-expanded={isTabbed ? isOpen : undefined}
        icon={isOpen ? 'down' : 'next'}
        label={label}
        onClick={onToggle}
        tabIndex={isTabbed ? undefined : -1}
      />
    ) : (
      <span className={css.leaf} />
    )}
    <span className={css.branchName}>{children}</span>
  </span>
);
