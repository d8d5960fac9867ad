import type { OptionStore } from '../back-office/index.ts';
import type { CommercePorts, ExtensionLookup } from '../commerce/index.ts';
import type { ExtensionStore } from '../extensions/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { DocumentCopyStore, DocumentSource } from '../outbound/index.ts';
import type { SettingsPorts } from '../settings/index.ts';
import type { MarketingChannel } from './channels/channel.ts';
import type { Suggestions } from './documents/suggestions.ts';

/** The channels that running extensions contribute. What a channel answers is read as hostile input. */
export interface MarketingChannels {
  /** The registered channels, at most 50; slugs are unique. */
  list(): Promise<readonly MarketingChannel[]>;
  /** The state of a channel, as `channelStateFormat`. Settles within 5 seconds. */
  state(slug: string): Promise<unknown>;
  /** The campaigns of a channel, as `campaignsFormat`. Settles within 5 seconds. */
  campaigns(slug: string): Promise<unknown>;
  /** The types of campaigns that a channel can create, as `campaignTypesFormat`. Settles within 5 seconds. */
  campaignTypes(slug: string): Promise<unknown>;
}

/** Suggestions that running extensions contribute. */
export interface ContributedSuggestions {
  /** The suggestions of each extension. */
  list(): Promise<readonly Pick<Suggestions, 'payments' | 'shipping'>[]>;
}

/** The ports of the marketing context. */
export interface MarketingPorts extends KernelPorts, CommercePorts, SettingsPorts {
  readonly options: OptionStore;
  /** The source of the suggestions of the operator. */
  readonly suggestionCatalog: DocumentSource;
  readonly suggestionStore: DocumentCopyStore;
  /** The source of the knowledge base of the operator. */
  readonly knowledgeBase: DocumentSource;
  readonly knowledgeStore: DocumentCopyStore;
  readonly marketingChannels: MarketingChannels;
  readonly contributedSuggestions: ContributedSuggestions;
  readonly extensions: ExtensionStore;
  /** Made by `createCore`. */
  readonly extensionLookup: ExtensionLookup;
}

/** Whether the database or another adapter supplies each port. */
export const marketingPorts = {
  suggestionCatalog: 'service',
  suggestionStore: 'store',
  knowledgeBase: 'service',
  knowledgeStore: 'store',
  marketingChannels: 'service',
  contributedSuggestions: 'service',
} as const;
