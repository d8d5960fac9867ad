import { momentOf, optionNames } from '../../back-office/index.ts';
import { auditChangesOf } from '../../kernel/audit.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { OnboardingPorts } from '../ports.ts';
import { acceptAnswers, type ProfileChanges, profileIn } from '../profile.ts';

/**
 * Updates the owner's answers; absent ones keep their values, and null removes one.
 * @throws DomainError `validation_failed`
 */
export const updateProfile = useCase(
  { access: 'manage_store', effect: 'write', audit: 'onboarding.profile_update' },
  ({ options, clock, events }: OnboardingPorts) =>
    async (actor, changes: ProfileChanges, { note }): Promise<void> => {
      const answers = acceptAnswers(changes);
      const at = clock.now();
      const { before, after } = await options.merge(optionNames.onboardingProfile, answers, at);
      const was = profileIn(before);
      const is = profileIn(after);
      const changedNames = Object.keys(auditChangesOf(comparable(was), comparable(is)));
      if (changedNames.length === 0) return note({ isIdle: true });
      note({ changes: Object.fromEntries(changedNames.map((name) => [name, true as const])) });
      const changed = Object.fromEntries(Object.entries(is).filter(([name]) => changedNames.includes(name)));
      events.publish({ type: 'onboarding.profile_updated', ...momentOf(actor, at), before: was, changed });
    },
);

/** Compares lists by content. */
const comparable = (profile: object): object =>
  Object.fromEntries(Object.entries(profile).map(([name, value]) => [name, JSON.stringify(value)]));
