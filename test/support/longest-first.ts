import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take the longest, whatever their size: most start processes and kill them, or make databases. */
const long = [
  'resilience/export-kill',
  'resilience/mail-kill',
  'resilience/records-kill',
  'resilience/jobs',
  'resilience/feed-kill',
  'resilience/fact-import-kill',
  'resilience/kill',
  'resilience/extension-isolation',
  'adapters/migrating',
  'browser/',
  'packages/installs',
  'resilience/',
  'cli/',
  'embedding/',
  'published/',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = long.findIndex((part) => moduleId.includes(`/test/${part}`));
  return rank < 0 ? long.length : rank;
};

/** Begins with what takes longest, so that no core waits for the other at the end; else as vitest does. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
