import { codesByKind } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/page.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';
import { reportTookTooLong } from '../errors.ts';
import type { ReportPorts } from '../report-ports.ts';

/** A list report's use case and its query, which exports call directly. */
export interface ReportList<I, E> extends UseCase<ReportPorts, I, Page<E>> {
  query(ports: ReportPorts, input: I): Promise<Page<E>>;
}

/** Builds the use case of a list report from its query. */
export const reportList = <I, E>(query: (ports: ReportPorts, input: I) => Promise<Page<E>>): ReportList<I, E> => ({
  ...useCase<ReportPorts, I, Page<E>>(
    { access: 'manage_store', effect: 'read', refusals: codesByKind(reportTookTooLong()) },
    (ports) => (_, input) => query(ports, input),
  ),
  query,
});
