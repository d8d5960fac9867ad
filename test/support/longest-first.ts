import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longer than 100 s in `.ci/run`, in the order of their times, and folders whose files start processes. Kills
 * wait for half of their time, and browsers use both cores: beside one another they are done soonest.
 */
const long = [
  'browser/desk/screens',
  'resilience/export-kill',
  'packages/installs',
  'resilience/mail-kill',
  'browser/desk/reports',
  'resilience/records-kill',
  'browser/desk/stockroom',
  'resilience/import-kill',
  'cli/pages',
  'browser/desk/tables',
  'resilience/feed-kill',
  'browser/desk/system',
  'published/shop-permissions',
  'resilience/connector-kill',
  'adapters/mikro-fact-store',
  'cli/data',
  'browser/desk/soak',
  'resilience/',
  'browser/',
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
