/** The steps in which a new shop is set up; in any order, and any of them more than once. */
export const profilerSteps = [
  'intro-opt-in',
  'skip-guided-setup',
  'user-profile',
  'business-info',
  'plugins',
  'intro-builder',
] as const;
/** Something that is done once while a shop is new, and may be done again. */
export type ProfilerStep = (typeof profilerSteps)[number];

/** When each step was last completed; steps that never were are missing. */
export type Progress = { readonly [K in ProfilerStep]?: { readonly completedAt: Date } };

/** How a completed step is kept. */
export const keptStep = (step: ProfilerStep, at: Date): Readonly<Record<string, unknown>> => ({
  [step]: { completed_at: at.toISOString() },
});

/** The progress that is kept like this. */
export function progressIn(stored: unknown): Progress {
  const kept = typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
  return Object.fromEntries(
    profilerSteps.flatMap((step) => {
      const { completed_at: at } = (kept[step] ?? {}) as { readonly completed_at?: string };
      return at === undefined ? [] : [[step, { completedAt: new Date(at) }]];
    }),
  );
}
