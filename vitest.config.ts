import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';
import { aloneFiles, timedFiles } from './test/support/timed-files.ts';

const packages = fileURLToPath(new URL('./packages', import.meta.url));

interface Group {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** At most four, because the databases of the files share the connections of one server. */
  readonly processes: number;
}

/** The groups of files run one after the other. */
const projectOf = (
  { name, include, exclude = [], processes }: Group,
  groupOrder: number,
): TestProjectInlineConfiguration => ({
  resolve: {
    // The tests read the sources, so they need no build.
    alias: [
      { find: /^@backroom\/([a-z-]+)\/([a-z-]+)$/, replacement: `${packages}/$1/src/$2/index.ts` },
      { find: /^@backroom\/([a-z-]+)$/, replacement: `${packages}/$1/src/index.ts` },
    ],
  },
  test: {
    name,
    include: [...include],
    exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
    setupFiles: ['test/support/end-with-parent.ts'],
    maxWorkers: processes,
    sequence: { groupOrder },
    // A process keeps what it has loaded for its next file: that halves the time of most of them. No file changes what
    // is the process's own: its environment, its folder, its signals.
    isolate: false,
    // Servers and embedded databases take their time when both cores are busy with other things.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});

const cores = availableParallelism();
const groups: readonly Group[] = [
  // Those of test/resilience wait for half of their time until the work of a killed process is taken over; others use it.
  {
    name: 'general',
    include: ['test/**/*.test.ts'],
    exclude: timedFiles,
    processes: Math.min(4, Math.ceil(1.5 * cores)),
  },
  { name: 'timed', include: timedFiles, exclude: aloneFiles, processes: Math.min(4, cores) },
  { name: 'alone', include: aloneFiles, processes: 1 },
];

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    sequence: { sequencer: LongestFirst },
    projects: groups.map(projectOf),
  },
});
