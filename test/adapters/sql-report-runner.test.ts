import { SqlReportRunner } from '@backroom/adapters-persistence';
import { reportRunnerContract } from '../contracts/report-runner.contract.ts';
import { databases } from '../support/databases.ts';
import { storeFacts } from '../support/report-facts.ts';

for (const { name, open } of databases)
  reportRunnerContract(`SqlReportRunner on ${name}`, async () => {
    const database = await open();
    return {
      runner: new SqlReportRunner(database),
      store: (tables) => storeFacts(database, tables),
      close: () => database.close(),
    };
  });
