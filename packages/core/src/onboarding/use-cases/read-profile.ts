import { optionNames } from '../../back-office/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { OnboardingPorts } from '../ports.ts';
import { type Profile, profileIn } from '../profile.ts';

/** The profile, and whether the shop is connected with the marketplace. */
export interface ShownProfile {
  readonly profile: Profile;
  readonly isMarketConnected: boolean;
}

/** Reads the owner's onboarding answers. */
export const readProfile = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ options }: OnboardingPorts) =>
    async (): Promise<ShownProfile> => {
      const { onboardingProfile, marketAccount } = optionNames;
      const stored = await options.read([onboardingProfile, marketAccount]);
      return {
        profile: profileIn(stored.get(onboardingProfile)),
        isMarketConnected: (stored.get(marketAccount) ?? null) !== null,
      };
    },
);

/** The default e-mail address of the form; empty if none is known. */
export const readEmailPrefill = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ options, settings }: OnboardingPorts) =>
    async (): Promise<string> => {
      const { marketAccount } = optionNames;
      const account = (await options.read([marketAccount])).get(marketAccount) as { readonly email?: string } | null;
      return account?.email ?? settings.siteEmail ?? '';
    },
);
