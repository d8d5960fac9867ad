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
  console.log(`Commits not on ${found.base} yet: ${found.commits.length}; faults in their subjects: ${faults.length}.`);
  if (faults.length > 0) process.exitCode = 1;
}
