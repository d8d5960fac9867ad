import type { ComponentProps, ReactNode } from 'react';
import css from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

interface Look {
  /** `main` for the one action of a form, `danger` for what cannot be taken back. */
  readonly kind?: 'plain' | 'main' | 'quiet' | 'danger' | undefined;
  readonly icon?: IconName | undefined;
}

/** A button with a text; its type is `button` unless given. */
export const Button = ({ kind = 'plain', icon, children, className, ...rest }: ComponentProps<'button'> & Look) => (
  <button type="button" {...rest} className={`${css.button} ${className ?? ''}`} data-kind={kind}>
    {icon && <Icon name={icon} />}
    <span className={css.text}>{children}</span>
  </button>
);

/** A square button with an icon; the label is its accessible name and its title. */
export const IconButton = ({
  icon,
  label,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { readonly icon: IconName; readonly label: string }) => (
  <button type="button" title={label} {...rest} aria-label={label} className={`${css.square} ${className ?? ''}`}>
    <Icon name={icon} />
  </button>
);

/** A button whose text is hidden on a phone, by clipping, so that it keeps its name. */
export const ToolButton = ({ icon, children, ...rest }: ComponentProps<'button'> & { readonly icon: IconName }) => (
  <button type="button" {...rest} className={`${css.button} ${css.tool}`} data-kind="plain">
    <Icon name={icon} />
    <span className={css.toolText}>{children}</span>
  </button>
);

/** Buttons in a row at the end of a form or dialog. */
export const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className={css.actions}>{children}</div>
);

/** The class of a button, for links that look like one. */
export const buttonClass = css.button ?? '';
