import { readFileSync } from 'node:fs';
import { API_VERSION, type Build } from '@backroom/core/site';

/** Identifies this build; the commit is null outside of a git checkout. */
export const build: Build = { version: API_VERSION, commit: readCommit(), runtime: process.version };

function readCommit(): string | null {
  const history = new URL('../../../.git/', import.meta.url);
  try {
    const head = readFileSync(new URL('HEAD', history), 'utf8').trim();
    const commit = head.startsWith('ref: ') ? readFileSync(new URL(head.slice(5), history), 'utf8').trim() : head;
    return /^[0-9a-f]{40}$/.test(commit) ? commit : null;
  } catch {
    return null;
  }
}
