import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';

const packages = fileURLToPath(new URL('./packages', import.meta.url));

export default defineConfig({
  resolve: {
    // The tests read the sources, so they need no build.
    alias: [
      { find: /^@backroom\/(core|testing)\/(.+)$/, replacement: `${packages}/$1/src/$2/index.ts` },
      { find: /^@backroom\/([a-z-]+)$/, replacement: `${packages}/$1/src/index.ts` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/end-with-parent.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    // One process per core (one core would be left idle otherwise), but not so many that the databases of the test
    // files ask for more connections than the server has.
    maxWorkers: Math.min(4, availableParallelism()),
    // A process keeps what it has loaded for its next file: that halves the time of most of them. No file changes what
    // is the process's own: its environment, its folder, its signals.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Servers and embedded databases take their time when both cores are busy with other things.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
