import { emptyReportTables, MemoryReportRunner, type MemoryTables } from '@backroom/adapters-memory';
import type { ReportRunner } from '@backroom/core/analytics';
import { reportRunnerContract } from '../contracts/report-runner.contract.ts';

reportRunnerContract('MemoryReportRunner', async () => {
  let tables: MemoryTables = emptyReportTables();
  const runner: ReportRunner = {
    answer: (question) => new MemoryReportRunner(tables).answer(question),
    inOneSnapshot: (work) => new MemoryReportRunner(tables).inOneSnapshot(work),
  };
  return {
    runner,
    store: async (given) => {
      tables = given;
    },
    close: async () => {},
  };
});
