import { DomainError, type FieldProblem } from './errors.ts';

/** Most rows of a table that is imported; blank ones count, the header does not. */
export const MOST_ROWS = 50_000;

/** A table has too many rows: 413 `payload_too_large`. */
export const tooManyRows = (): DomainError =>
  new DomainError('too-large', 'payload_too_large', `The table has more than ${MOST_ROWS} rows.`);

/** A row of a table that was read: what it says, or what is wrong with it. */
export type Row<L> = { readonly row: number } & ({ readonly line: L } | { readonly faults: readonly FieldProblem[] });

/** What a refusal says of the members at fault; of none in particular where it names none. */
export const faultsOf = ({ code, message, details }: DomainError): readonly FieldProblem[] =>
  details.fields ?? [{ path: [], code, message }];
