import { momentOf, optionNames } from '../../back-office/index.ts';
import { changesTold } from '../../kernel/audit.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { OnboardingPorts } from '../ports.ts';
import { acceptAnswers, type ProfileChanges, profileIn } from '../profile.ts';

/**
 * Keeps new answers of the owner of the shop; those that are not given stay, and null takes one back.
 * @throws DomainError `validation_failed`
 */
export const updateProfile = useCase(
  { access: 'manage_store', effect: 'write', audit: 'onboarding.profile_update' },
  ({ options, clock, events }: OnboardingPorts) =>
    async (actor, changes: ProfileChanges, { note }): Promise<void> => {
      const answers = acceptAnswers(changes);
      const at = clock.now();
      const { before, after } = await options.merge(optionNames.onboardingProfile, answers, at);
      const [was, is] = [profileIn(before), profileIn(after)];
      const told = Object.keys(changesTold(comparable(was), comparable(is)));
      if (told.length === 0) return note({ isIdle: true });
      note({ changes: Object.fromEntries(told.map((name) => [name, true as const])) });
      const changed = Object.fromEntries(Object.entries(is).filter(([name]) => told.includes(name)));
      events.publish({ type: 'onboarding.profile_updated', ...momentOf(actor, at), before: was, changed });
    },
);

/** Lists are the same when they say the same. */
const comparable = (profile: object): object =>
  Object.fromEntries(Object.entries(profile).map(([name, value]) => [name, JSON.stringify(value)]));
