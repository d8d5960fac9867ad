import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { isWhole } from './how-long.ts';
import { skippedLines } from './skip-reasons.ts';

const tests = fileURLToPath(new URL('../', import.meta.url));

/** At most as many failed tests and errors are named at the end. */
const MOST_NAMED = 50;

/**
 * Ends the run's output with what failed, what was left out and why, and with one plain line, `N passed, N failed`, that a
 * person and a script can both read. A file that did not load and an error outside every test count as failed, so the line
 * never reports 0 failed for a bad run; and a run in which no test was executed is a bad run.
 */
export default class ClosingLine implements Reporter {
  #passed = 0;
  #failed = 0;
  readonly #skipped = new Map<string, number>();
  /** Names of failed tests and files, and messages of errors outside tests. */
  #failures: readonly string[] = [];
  #isByName = false;
  #ended = false;

  onInit({ config }: Vitest): void {
    this.#isByName = config.testNamePattern !== undefined;
    // At the very end, behind whatever else reports.
    process.once('exit', (code) => this.#close(code));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    this.#passed = 0;
    this.#failed = unhandledErrors.length;
    const failures = new Set<string>();
    this.#skipped.clear();
    for (const module of modules) {
      let failedInModule = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') this.#passed += 1;
        else if (state === 'failed') {
          failedInModule += 1;
          failures.add(`${fileOf(module)} > ${test.fullName}`);
        } else this.#noteSkipped(module);
      }
      if (failedInModule === 0 && module.state() === 'failed') {
        failedInModule = 1;
        failures.add(fileOf(module));
      }
      this.#failed += failedInModule;
    }
    for (const error of unhandledErrors) failures.add(`outside tests: ${error.message.split('\n', 1)[0]}`);
    this.#failures = [...failures];
    this.#ended = true;
  }

  #noteSkipped(module: TestModule): void {
    const file = fileOf(module);
    this.#skipped.set(file, (this.#skipped.get(file) ?? 0) + 1);
  }

  #close(code: number): void {
    const executed = this.#passed + this.#failed;
    if (code === 0 && (!this.#ended || executed === 0)) {
      process.exitCode = 1;
      writeSync(2, 'No test was executed.\n');
    }
    if (code !== 0 && this.#failed === 0) this.#failed = 1;
    const count = [...this.#skipped.values()].reduce((sum, each) => sum + each, 0);
    const reasons = this.#isByName ? ['Skipped: tests of other names'] : skippedLines(this.#skipped);
    for (const failure of this.#failures.slice(0, MOST_NAMED)) writeSync(1, `Failed: ${failure}\n`);
    if (count > 0) writeSync(1, `${reasons.join('\n')}\n`);
    if (!isWhole)
      writeSync(1, 'Kills, floods and random histories had fewer rounds: BACKROOM_LONG=1 or all has more.\n');
    const skipped = count > 0 ? `, ${count} skipped` : '';
    writeSync(1, `${this.#passed} passed, ${this.#failed} failed${skipped}\n`);
  }
}

/** The path of a file below the tests. */
const fileOf = ({ moduleId }: TestModule): string => relative(tests, moduleId).replaceAll('\\', '/');
