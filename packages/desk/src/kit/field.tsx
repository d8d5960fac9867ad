import { type ComponentProps, type ReactNode, useId } from 'react';
import css from './field.module.css';

interface FieldLook {
  readonly label: string;
  /** Rules, shown before the first key. */
  readonly hint?: string | undefined;
  /** What is wrong, in the words of the server. */
  readonly fault?: string | undefined;
}

interface FrameProps extends FieldLook {
  readonly children: (ids: Described) => ReactNode;
}

interface Described {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Label, hint and fault around any control. */
export function Field({ label, hint, fault, children }: FrameProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={css.field} data-invalid={fault !== undefined || undefined}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': fault ? true : undefined })}
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className={css.fault} id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** A field of one line. */
export const TextField = ({ label, hint, fault, ...rest }: ComponentProps<'input'> & FieldLook) => (
  <Field fault={fault} hint={hint} label={label}>
    {(ids) => (
      <input
        type="text"
        {...rest}
        {...ids}
        aria-invalid={ids['aria-invalid'] ?? rest['aria-invalid']}
        className={css.input}
      />
    )}
  </Field>
);

/** A text of several lines. */
export const TextArea = ({ label, hint, fault, ...rest }: ComponentProps<'textarea'> & FieldLook) => (
  <Field fault={fault} hint={hint} label={label}>
    {(ids) => <textarea rows={3} {...rest} {...ids} className={css.input} />}
  </Field>
);

/** One of a few values. */
export const SelectField = ({ label, hint, fault, children, ...rest }: ComponentProps<'select'> & FieldLook) => (
  <Field fault={fault} hint={hint} label={label}>
    {(ids) => (
      <select {...rest} {...ids} className={css.input}>
        {children}
      </select>
    )}
  </Field>
);

/** A box to tick. */
export const Checkbox = ({ label, hint, ...rest }: ComponentProps<'input'> & FieldLook) => (
  <label className={css.check}>
    <input type="checkbox" {...rest} />
    <span>
      {label}
      {hint && <span className={css.hint}>{hint}</span>}
    </span>
  </label>
);

/** A switch that acts at once. */
export const Switch = ({ label, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { readonly label: string }) => (
  <label className={css.switch}>
    <span>{label}</span>
    {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself. */}
    <input role="switch" type="checkbox" {...rest} />
  </label>
);

/** The class of a text input, for inputs without a visible label. */
export const inputClass = css.input ?? '';
