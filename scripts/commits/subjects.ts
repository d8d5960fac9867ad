/** Kinds of a change, as CONTRIBUTING.md explains them. */
export const commitTypes = ['feat', 'fix', 'perf', 'refactor', 'test', 'build', 'docs', 'revert'] as const;

/** Maximum length of a subject in characters: `git log --oneline` shows it on one line. */
export const longestSubject = 72;

const form = new RegExp(String.raw`^(?:${commitTypes.join('|')})\([a-z0-9][a-z0-9/.-]*\)!?: \S`);

/** The faults of a commit subject, one sentence each. */
export function subjectFaults(subject: string): readonly string[] {
  const length = [...subject].length;
  return [
    ...(form.test(subject) ? [] : [`is not "type(scope): what" with a type of ${commitTypes.join(', ')}`]),
    ...(length > longestSubject ? [`has ${length} characters; at most ${longestSubject}`] : []),
    ...(/[.\s]$/.test(subject) ? ['ends with a full stop or a blank'] : []),
  ];
}

/** A commit, as `git log` names it. */
export interface Commit {
  readonly id: string;
  readonly subject: string;
}

/** The faults of all these subjects, one line each. */
export const faultsOfCommits = (commits: readonly Commit[]): readonly string[] =>
  commits.flatMap(({ id, subject }) => subjectFaults(subject).map((fault) => `${id} "${subject}" ${fault}.`));
