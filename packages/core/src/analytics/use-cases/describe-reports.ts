import type { KernelPorts } from '../../kernel/ports.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';

/** A published declaration of a report. */
export type ReportDeclaration = Readonly<Record<string, unknown>>;

/** Returns the declarations published by the calling interface. */
export const describeReports: UseCase<
  KernelPorts,
  { readonly published: readonly ReportDeclaration[] },
  readonly ReportDeclaration[]
> = useCase(
  { access: 'manage_store', effect: 'read' },
  () =>
    async (_, { published }) =>
      published,
);
