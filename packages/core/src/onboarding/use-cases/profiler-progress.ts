import { momentOf, optionNames } from '../../back-office/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { OnboardingPorts } from '../ports.ts';
import { keptStep, type ProfilerProgress, type ProfilerStep, progressIn } from '../progress.ts';

/** Returns the completed steps of the set-up, with their times. */
export const readProgress = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ options }: OnboardingPorts) =>
    async (): Promise<ProfilerProgress> => {
      const { onboardingProgress } = optionNames;
      return progressIn((await options.read([onboardingProgress])).get(onboardingProgress));
    },
);

/** Records a step as completed, again if it was, and returns all completed steps. */
export const completeProfilerStep = useCase(
  { access: 'manage_store', effect: 'write', audit: 'onboarding.step_complete' },
  ({ options, clock, events }: OnboardingPorts) =>
    async (actor, { step }: { readonly step: ProfilerStep }, { note }): Promise<ProfilerProgress> => {
      const at = clock.now();
      const { after } = await options.merge(optionNames.onboardingProgress, keptStep(step, at), at);
      note({ target: { type: 'profiler_step', id: step } });
      events.publish({ type: 'onboarding.core_profiler_step_completed', ...momentOf(actor, at), step });
      return progressIn(after);
    },
);
