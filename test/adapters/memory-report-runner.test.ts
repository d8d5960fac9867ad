import { emptyReportTables, MemoryReportRunner, type MemoryTables } from '@backroom/adapters-memory';
import type { Question, ReportAnswer } from '@backroom/core/analytics';
import { reportRunnerContract } from '../contracts/report-runner.contract.ts';

reportRunnerContract('MemoryReportRunner', async () => {
  let tables: MemoryTables = emptyReportTables();
  const answer = <Q extends Question>(question: Q): Promise<ReportAnswer<Q>> =>
    new MemoryReportRunner(tables).answer(question);
  return {
    runner: { answer },
    store: async (given) => {
      tables = given;
    },
    close: async () => {},
  };
});
