import { execFileSync } from 'node:child_process';
import type { Commit } from './subjects.ts';

/** Commits that are not on the main branch yet, or the reason why there is nothing to compare with. */
export type NewCommits = { readonly base: string; readonly commits: readonly Commit[] } | { readonly skipped: string };

/** Candidates for the main branch; the first existing one is used. */
const mainBranches = ['origin/main', 'main'];

/** The rule holds from the commit that adds this file; what came before it is not judged. */
const rule = 'scripts/commits/subjects.ts';

/** Reads the commits of this branch that the main branch does not have; merge commits are left out. */
export function newCommits(folder: string): NewCommits {
  const git = (...args: readonly string[]): string | undefined => {
    try {
      return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      return undefined;
    }
  };
  if (git('rev-parse', '--verify', 'HEAD') === undefined) return { skipped: 'there is no git repository here' };
  const base = mainBranches.find((name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== undefined);
  if (base === undefined) return { skipped: `there is no branch ${mainBranches.join(' or ')}` };
  const first = git('log', '--diff-filter=A', '--format=%H', '--max-count=1', '--', rule);
  const until = [base, ...(first ? [first] : [])].map((name) => `^${name}`);
  const log = git('log', '--no-merges', '--format=%h %s', 'HEAD', ...until) ?? '';
  return {
    base,
    commits: log
      .split('\n')
      .filter((line) => line !== '')
      .map(commitOf),
  };
}

function commitOf(line: string): Commit {
  const end = line.indexOf(' ');
  return { id: line.slice(0, end), subject: line.slice(end + 1) };
}
