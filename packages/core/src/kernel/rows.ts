import { DomainError, type FieldProblem } from './errors.ts';

/** Maximum rows of an imported table; blank rows count, the header does not. */
export const MOST_ROWS = 50_000;

/** A table has too many rows: 413 `payload_too_large`. */
export const tooManyRows = (): DomainError =>
  new DomainError('too-large', 'payload_too_large', `The table has more than ${MOST_ROWS} rows.`);

/** A row of an imported table: its parsed line, or its faults. */
export type ImportRow<L> = { readonly row: number } & (
  | { readonly line: L }
  | { readonly faults: readonly FieldProblem[] }
);

/** The field faults of a refusal; a single one with an empty path if it names no fields. */
export const faultsOf = ({ code, message, details }: DomainError): readonly FieldProblem[] =>
  details.fields ?? [{ path: [], code, message }];
