import { codesByKind } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/page.ts';
import { type DeclaredRefusals, type UseCase, useCase } from '../../kernel/use-case.ts';
import { reportTookTooLong } from '../errors.ts';
import type { ReportPorts } from '../report-ports.ts';

/** The use case of a report, and its query, which exports and questions of a screen call directly. */
export interface ReportRead<I, O> extends UseCase<ReportPorts, I, O> {
  query(ports: ReportPorts, input: I): Promise<O>;
}
/** The use case of a list report. */
export type ReportList<I, E> = ReportRead<I, Page<E>>;

/** Builds the use case of a report from its query. */
export const reportRead = <I, O>(
  query: (ports: ReportPorts, input: I) => Promise<O>,
  refusals: DeclaredRefusals = codesByKind(reportTookTooLong()),
): ReportRead<I, O> => ({
  ...useCase<ReportPorts, I, O>(
    { access: 'manage_store', effect: 'read', refusals },
    (ports) => (_, input) => query(ports, input),
  ),
  query,
});

/** Builds the use case of a list report from its query. */
export const reportList = <I, E>(query: (ports: ReportPorts, input: I) => Promise<Page<E>>): ReportList<I, E> =>
  reportRead(query);
