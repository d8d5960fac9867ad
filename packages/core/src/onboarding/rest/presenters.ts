import type { ProfilerProgress, ShownProfile } from '../index.ts';

/** The profile as published. */
export const presentProfile = ({ profile, isMarketConnected }: ShownProfile): Record<string, unknown> => ({
  completed: profile.completed,
  skipped: profile.skipped,
  industry: profile.industry,
  business_extensions: profile.businessExtensions,
  is_agree_marketing: profile.isAgreeMarketing,
  store_email: profile.storeEmail,
  is_store_country_set: profile.isStoreCountrySet,
  is_plugins_page_skipped: profile.isPluginsPageSkipped,
  business_choice: profile.businessChoice,
  selling_online_answer: profile.sellingOnlineAnswer,
  selling_platforms: profile.sellingPlatforms,
  market_connected: isMarketConnected,
});

/** The completed steps with their timestamps, to the second. */
export const presentSteps = (progress: ProfilerProgress): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(progress).map(([step, { completedAt }]) => [
      step,
      { completed_at: completedAt.toISOString().replace(/\.\d+Z$/, 'Z') },
    ]),
  );
