import type { DomainError, FieldProblem } from './errors.ts';

/** A row of a table that was read: what it says, or what is wrong with it. */
export type Row<L> = { readonly row: number } & ({ readonly line: L } | { readonly faults: readonly FieldProblem[] });

/** What a refusal says of the members at fault; of none in particular where it names none. */
export const faultsOf = ({ code, message, details }: DomainError): readonly FieldProblem[] =>
  details.fields ?? [{ path: [], code, message }];
