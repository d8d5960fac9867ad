import type { KernelPorts } from '../../kernel/ports.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';

/** Path segment and description of a report. */
export interface ReportName {
  readonly slug: string;
  readonly description: string;
}

/** Returns the reports published by the calling interface. */
export const listReports: UseCase<KernelPorts, { readonly published: readonly ReportName[] }, readonly ReportName[]> =
  useCase(
    { access: 'manage_store', effect: 'read' },
    () =>
      async (_, { published }) =>
        published,
  );
