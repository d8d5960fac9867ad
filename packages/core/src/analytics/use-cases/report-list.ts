import type { Page } from '../../kernel/page.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';
import type { ReportPorts } from '../report-ports.ts';

/** The use case of a listed report, and its query, which exports call without going through the core again. */
export interface ReportList<I, E> extends UseCase<ReportPorts, I, Page<E>> {
  query(ports: ReportPorts, input: I): Promise<Page<E>>;
}

/** Makes the use case of a listed report from its query. */
export const reportList = <I, E>(query: (ports: ReportPorts, input: I) => Promise<Page<E>>): ReportList<I, E> => ({
  ...useCase<ReportPorts, I, Page<E>>(
    { access: 'manage_store', effect: 'read' },
    (ports) => (_, input) => query(ports, input),
  ),
  query,
});
