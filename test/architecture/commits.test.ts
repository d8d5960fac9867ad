import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCommits } from '../../scripts/commits/new-commits.ts';
import { faultsOfCommits, subjectFaults } from '../../scripts/commits/subjects.ts';

describe('subjects of commits', () => {
  it.each([
    'fix(jobs): keep one listening connection',
    'feat(core-rest)!: drop the second dispatcher',
    `docs(spec): ${'x'.repeat(60)}`,
    'revert(jobs): keep one listening connection',
  ])('are accepted: %s', (subject) => {
    expect(subjectFaults(subject)).toEqual([]);
  });

  it.each([
    ['fix: keep one connection', 'type(scope): what'],
    ['Fix(jobs): keep one connection', 'type(scope): what'],
    ['wip(jobs): keep one connection', 'type(scope): what'],
    ['fix(jobs):keep one connection', 'type(scope): what'],
    ['fix(): keep one connection', 'type(scope): what'],
    ['fix(jobs): ', 'type(scope): what'],
    [`docs(spec): ${'x'.repeat(61)}`, 'has 73 characters; at most 72'],
    ['fix(jobs): keep one connection.', 'full stop'],
  ])('are refused: %s', (subject, fault) => {
    expect(subjectFaults(subject).join()).toContain(fault);
  });

  it('are named with their commit', () => {
    expect(faultsOfCommits([{ id: 'abc1234', subject: 'keep it' }])).toEqual([
      expect.stringMatching(/^abc1234 "keep it" is not "type\(scope\): what"/),
    ]);
  });
});

describe('commits that are not on the main branch', () => {
  let folder: string;
  const git = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false', ...args],
      {
        cwd: folder,
        stdio: 'ignore',
      },
    );
  const commit = (subject: string) => git('commit', '--allow-empty', '--no-verify', '-m', subject);
  const subjects = () => {
    const found = newCommits(folder);
    return 'skipped' in found ? found.skipped : [found.base, ...found.commits.map(({ subject }) => subject).sort()];
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'backroom-commits-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are those after the rule and after the main branch, without merges', () => {
    expect(subjects()).toBe('there is no git repository here');
    git('init', '--initial-branch', 'trunk');
    commit('the first');
    expect(subjects()).toBe('there is no branch origin/main or main');
    git('branch', 'main');
    commit('before the rule');
    mkdirSync(join(folder, 'scripts/commits'), { recursive: true });
    writeFileSync(join(folder, 'scripts/commits/subjects.ts'), '');
    git('add', '.');
    commit('the rule');
    commit('one');
    git('checkout', '-b', 'side');
    commit('two');
    git('checkout', 'trunk');
    git('merge', '--no-ff', '-m', 'a merge', 'side');
    expect(subjects()).toEqual(['main', 'one', 'two']);
    git('update-ref', 'refs/remotes/origin/main', 'side');
    commit('three');
    expect(subjects()).toEqual(['origin/main', 'three']);
  });
});
