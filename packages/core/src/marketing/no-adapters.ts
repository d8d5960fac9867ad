import type { ContributedSuggestions, MarketingChannels } from './ports.ts';

const unknown = (): Promise<never> => Promise.reject(new TypeError('There is no such channel.'));

/** An installation without marketing channels. */
export const noMarketingChannels: MarketingChannels = {
  list: async () => [],
  state: unknown,
  campaigns: unknown,
  campaignTypes: unknown,
};

/** An installation whose extensions contribute no suggestions. */
export const noContributedSuggestions: ContributedSuggestions = { list: async () => [] };
