import { SqlReportRunner } from '@backroom/adapters-persistence';
import { reportRunnerContract } from '../contracts/report-runner.contract.ts';
import { databases } from '../support/databases.ts';
import { storeFacts } from '../support/report-facts.ts';
import { storeSums } from '../support/report-sums.ts';

for (const { name, open } of databases)
  reportRunnerContract(`SqlReportRunner on ${name}`, async () => {
    const database = await open();
    return {
      runner: new SqlReportRunner(database),
      store: async (tables, sums) => {
        await storeFacts(database, tables);
        if (sums) await storeSums(database, sums);
      },
      close: () => database.close(),
    };
  });
