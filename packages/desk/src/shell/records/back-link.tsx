import type { ReactNode } from 'react';
import { ScreenLink } from '../links.tsx';
import css from './records.module.css';

/** Above the title of a screen: the way back to its list. */
export const BackLink = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <ScreenLink className={css.back} to={to}>
    {children}
  </ScreenLink>
);
