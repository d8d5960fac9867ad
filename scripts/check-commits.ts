// Checks the subjects of the commits that are not on the main branch yet: part of `npm run check`.

import { fileURLToPath } from 'node:url';
import { newCommits } from './commits/new-commits.ts';
import { faultsOfCommits } from './commits/subjects.ts';

const found = newCommits(fileURLToPath(new URL('../', import.meta.url)));
if ('skipped' in found) {
  console.log(`Subjects of commits are not checked: ${found.skipped}.`);
} else {
  const faults = faultsOfCommits(found.commits);
  for (const fault of faults) console.error(fault);
  console.log(
    `${found.commits.length} commits are not on ${found.base} yet; ${faults.length} faults in their subjects.`,
  );
  if (faults.length > 0) process.exitCode = 1;
}
