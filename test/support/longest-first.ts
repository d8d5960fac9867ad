import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take the longest, whatever their size, in the order of their times in `.ci/run`. Those that start processes
 * and kill them wait for half of it; those in a browser use both cores: beside one another they are done soonest.
 */
const long = [
  'resilience/export-kill',
  'browser/desk/screens',
  'resilience/mail-kill',
  'browser/desk/reports',
  'resilience/records-kill',
  'browser/desk/stockroom',
  'resilience/jobs',
  'browser/desk/soak',
  'resilience/feed-kill',
  'browser/desk/records',
  'resilience/order-batches',
  'packages/installs',
  'resilience/full-disk',
  'browser/desk/tables',
  'resilience/connector-kill',
  'browser/desk/system',
  'resilience/fact-import-kill',
  'resilience/theme-kill',
  'cli/fresh-start',
  'browser/desk/administration',
  'resilience/import-kill',
  'browser/desk/orders',
  'resilience/kill',
  'cli/pages',
  'resilience/order-histories',
  'published/shop-permissions',
  'resilience/extension-install-kill',
  'adapters/sql-report-runner',
  'resilience/fact-races',
  'cli/data',
  'resilience/shop-batches',
  'adapters/mikro-fact-store',
  'resilience/phone-kill',
  'resilience/extension-isolation',
  'adapters/migrating',
  'browser/',
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
