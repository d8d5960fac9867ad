import type { ReportRunner } from '@backroom/core/analytics';

/** A runner within one snapshot, whose work inside is of the same one. */
export function reportsOfSnapshot(answer: ReportRunner['answer']): ReportRunner {
  const reports: ReportRunner = { answer, inOneSnapshot: (work) => work(reports) };
  return reports;
}
