import type { KernelPorts } from '../../kernel/ports.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';

/** A report by the end of its address, and what it tells. */
export interface ReportName {
  readonly slug: string;
  readonly description: string;
}

/** Lists the reports that there are, as whoever publishes them names them. */
export const listReports: UseCase<KernelPorts, { readonly published: readonly ReportName[] }, readonly ReportName[]> =
  useCase(
    { access: 'manage_store', effect: 'read' },
    () =>
      async (_, { published }) =>
        published,
  );
