/** A group of test files, by the beginning of their paths below `test`, and why tests of them are left out. */
interface SkipReason {
  readonly files: readonly string[];
  readonly reason: string;
}

/** Reasons of all conditions by which tests are left out; the first row that fits a file counts. */
export const skipReasons: readonly SkipReason[] = [
  { files: ['browser/desk/journeys'], reason: 'one of the two databases is enough, or no Chromium was found' },
  { files: ['browser/'], reason: 'no Chromium was found: install chromium' },
  { files: ['cli/completion', 'cli/interruption'], reason: 'bash, zsh, fish or script is not installed' },
  { files: ['resilience/full-disk'], reason: 'a small file system cannot be mounted: that needs root on Linux' },
  { files: ['resilience/embedded-memory'], reason: 'only long forms on Linux: BACKROOM_LONG=1' },
  {
    files: ['adapters/migrating', 'cli/fresh-start', 'resilience/extension-step-kill'],
    reason: 'only long forms: BACKROOM_LONG=1',
  },
  { files: ['adapters/mikro-rate-limiter', 'adapters/jobs-at-work'], reason: 'not for the embedded database' },
  { files: ['packages/installs'], reason: 'only for npm' },
  { files: ['process', 'orphans', 'time'].map((name) => `resilience/extension-${name}`), reason: 'only for Linux' },
  { files: ['adapters/data-folder', 'adapters/secrets-file', 'adapters/file-token-keys'], reason: 'not for Windows' },
];

/** Why tests of a file are left out; undefined without a row for it. */
export const reasonFor = (file: string): string | undefined =>
  skipReasons.find(({ files }) => files.some((each) => file.startsWith(each)))?.reason;

/** Lines with the number and the reason of tests that were left out, by reason; `skipped` counts them by file below `test`. */
export function skippedLines(skipped: ReadonlyMap<string, number>): readonly string[] {
  const byReason = new Map<string, [file: string, count: number][]>();
  for (const entry of skipped) {
    const reason = reasonFor(entry[0]) ?? 'marked in the file';
    byReason.set(reason, [...(byReason.get(reason) ?? []), entry]);
  }
  return [...byReason].map(([reason, files]) => {
    const count = files.reduce((sum, [, each]) => sum + each, 0);
    return `Skipped ${count} (${reason}): ${files.map(([file]) => file).join(', ')}`;
  });
}
