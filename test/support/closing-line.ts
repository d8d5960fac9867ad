import { writeSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends the run's output with one plain line, `N passed, N failed`, that a person and a script can both read. A file
 * that did not load and an error outside every test count as failed, so the line never says 0 failed for a bad run;
 * and a run in which no test was executed is a bad run.
 */
export default class ClosingLine implements Reporter {
  #passed = 0;
  #failed = 0;
  #skipped = 0;
  #ended = false;

  onInit(): void {
    // At the very end, behind whatever else reports.
    process.once('exit', (code) => this.#close(code));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#passed = 0;
    this.#failed = unhandledErrors.length;
    this.#skipped = 0;
    for (const module of modules) {
      let failedInModule = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') this.#passed += 1;
        else if (state === 'failed') failedInModule += 1;
        else this.#skipped += 1;
      }
      if (failedInModule === 0 && module.state() === 'failed') failedInModule = 1;
      this.#failed += failedInModule;
    }
    this.#ended = true;
  }

  #close(code: number): void {
    const executed = this.#passed + this.#failed;
    if (code === 0 && (!this.#ended || executed === 0)) {
      process.exitCode = 1;
      writeSync(2, 'No test was executed.\n');
    }
    if (code !== 0 && this.#failed === 0) this.#failed = 1;
    const skipped = this.#skipped > 0 ? `, ${this.#skipped} skipped` : '';
    writeSync(1, `${this.#passed} passed, ${this.#failed} failed${skipped}\n`);
  }
}
