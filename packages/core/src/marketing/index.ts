/** Suggestions, recommended extensions, marketing channels and the knowledge base. */

export {
  type Campaign,
  type CampaignType,
  type ChannelState,
  campaignsFormat,
  campaignTypesFormat,
  channelStateFormat,
  type MarketingChannel,
} from './channels/channel.ts';
export {
  knowledgeRules,
  readArticles,
  readSuggestions,
  suggestionRules,
  suggestionWarnings,
} from './documents/kinds.ts';
export type { KnowledgePost } from './documents/knowledge.ts';
export type {
  ExtensionBundle,
  LayoutName,
  PaymentSuggestion,
  ShippingSuggestion,
  Suggestions,
} from './documents/suggestions.ts';
export { noContributedSuggestions, noMarketingChannels } from './no-adapters.ts';
export type {
  ContributedSuggestions,
  MarketingChannels,
  MarketingPorts,
} from './ports.ts';
export { marketingPorts } from './ports.ts';
export { isVisible, type RuleFacts } from './rules/evaluate.ts';
export type { VisibilityRule } from './rules/rule.ts';
export {
  type ChannelReport,
  listCampaigns,
  listCampaignTypes,
  listMarketingChannels,
} from './use-cases/channels.ts';
export {
  type DocumentReport,
  listArticles,
  refreshArticles,
  refreshArticlesWhenDue,
  refreshSuggestions,
  refreshSuggestionsWhenDue,
  showArticles,
  showSuggestions,
} from './use-cases/documents.ts';
export {
  listInstalledMarketing,
  listMarketingExtensions,
  listOtherRecommendations,
  listRecommendedExtensions,
  type MarketingExtension,
} from './use-cases/offers.ts';
export {
  listFreeExtensions,
  listProductTypes,
  type OfferedBundle,
  type ProductKind,
} from './use-cases/onboarding-offers.ts';
export {
  dismissPaymentSuggestions,
  listPaymentSuggestions,
  listShippingSuggestions,
} from './use-cases/suggestions.ts';
