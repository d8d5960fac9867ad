import type { NewExtension } from '@backroom/core/extensions';

/** The row of an active extension in a folder below that of `EXTENSIONS_DIR`. */
export const activeExtension = (slug: string, changes: Partial<NewExtension> = {}): NewExtension => ({
  slug,
  title: `Extension ${slug}`,
  version: '1.0.0',
  api: 1,
  isActive: true,
  state: 'running',
  failure: null,
  rights: [],
  folder: slug,
  sha256: 'ab'.repeat(32),
  signedBy: null,
  previousVersion: null,
  previousFolder: null,
  isUnproven: false,
  installedAt: new Date('2026-01-01T12:00:00Z'),
  activatedAt: new Date('2026-01-01T12:00:00Z'),
  ...changes,
});

/** Waits until something is so. */
export async function until(isSo: () => Promise<boolean> | boolean, milliseconds = 10_000): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('It did not become so in time.');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
