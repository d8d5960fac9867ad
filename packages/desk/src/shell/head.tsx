import { type ReactNode, useEffect, useRef } from 'react';
import css from './head.module.css';

interface PageHeadProps {
  readonly title: string;
  /** Under the title. */
  readonly detail?: ReactNode;
  /** Controls at the end of the line. */
  readonly children?: ReactNode;
  /** Above the title: the way back. */
  readonly back?: ReactNode;
}

/** Title and tools of a screen; the title takes the focus when the screen opens, and is the name of the page. */
export function PageHead({ title, detail, children, back }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body || !activeElement.isConnected;
    const isNavigation = activeElement?.closest('[data-navigation]') !== null;
    if (isFree || isNavigation) heading.current?.focus({ preventScroll: true });
    // In a low window the entry of the screen may be outside of the part of the navigation that is shown.
    document.querySelector('[data-navigation] [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <header className={css.head}>
      {back}
      <div className={css.line}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children && <div className={`${css.tools} not-printed`}>{children}</div>}
      </div>
      {detail && <div className={css.detail}>{detail}</div>}
    </header>
  );
}
