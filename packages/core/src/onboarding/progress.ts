import { isObject } from '../kernel/reading/storable.ts';
/** The steps of the set-up; in any order, and repeatable. */
export const profilerSteps = [
  'intro-opt-in',
  'skip-guided-setup',
  'user-profile',
  'business-info',
  'plugins',
  'intro-builder',
] as const;
/** One of `profilerSteps`. */
export type ProfilerStep = (typeof profilerSteps)[number];

/** Time of the last completion of each step; steps that were never completed are absent. */
export type ProfilerProgress = { readonly [K in ProfilerStep]?: { readonly completedAt: Date } };

/** The stored form of a completed step. */
export const keptStep = (step: ProfilerStep, at: Date): Readonly<Record<string, unknown>> => ({
  [step]: { completed_at: at.toISOString() },
});

/** Parses stored progress. */
export function progressIn(stored: unknown): ProfilerProgress {
  const kept = isObject(stored) ? stored : {};
  return Object.fromEntries(
    profilerSteps.flatMap((step) => {
      const { completed_at: at } = (kept[step] ?? {}) as { readonly completed_at?: string };
      return at === undefined ? [] : [[step, { completedAt: new Date(at) }]];
    }),
  );
}
