import type { Schema } from '../../kernel/schema.ts';
import { addressSchema as address, lineSchema as line, needed, proseSchema as prose } from '../../outbound/index.ts';

/** A registered marketing channel. */
export interface MarketingChannel {
  readonly slug: string;
  /** The slug of the extension that contributes it. */
  readonly extension: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly settingsUrl: string;
}

/** States of the product listings of a channel. */
export const listingStates = ['not-applicable', 'sync-in-progress', 'sync-failed', 'synced'] as const;
/** One of `listingStates`. */
export type ListingState = (typeof listingStates)[number];

/** How far the set-up of a channel is, and how its product listings fare. */
export interface ChannelState {
  readonly isSetupCompleted: boolean;
  readonly productListingsStatus: ListingState;
  readonly errorsCount: number;
}

/** A price or a sum of sales. */
export interface CampaignAmount {
  /** A decimal number: `12.50`. */
  readonly value: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** A campaign of a channel. */
export interface Campaign {
  readonly id: string;
  readonly title: string;
  readonly manageUrl: string;
  readonly cost?: CampaignAmount;
  readonly sales?: CampaignAmount;
}

/** A type of campaigns that a channel can create. */
export interface CampaignType {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createUrl: string;
  readonly iconUrl: string;
}

/** Maximum campaigns of a channel. */
const MOST_CAMPAIGNS = 500;
const id: Schema = { ...line(200), minLength: 1, required: true };
const optionalAddress: Schema = { ...address, default: '' };
const amount: Schema = {
  type: 'object',
  properties: {
    value: { type: 'string', pattern: '^-?\\d{1,9}(\\.\\d{1,4})?$', required: true },
    currency: { type: 'string', pattern: '^[A-Z]{3}$', required: true },
  },
};

/** The form of the state of a channel. */
export const channelStateFormat: Schema = {
  type: 'object',
  properties: {
    is_setup_completed: { type: 'boolean', required: true },
    product_listings_status: { type: 'string', enum: listingStates, default: 'not-applicable' },
    errors_count: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 },
  },
};

/** The form of the campaigns of a channel. */
export const campaignsFormat: Schema = {
  type: 'array',
  maxItems: MOST_CAMPAIGNS,
  items: {
    type: 'object',
    properties: { id, title: needed(line(300)), manage_url: optionalAddress, cost: amount, sales: amount },
  },
};

/** The form of the types of campaigns of a channel. */
export const campaignTypesFormat: Schema = {
  type: 'array',
  maxItems: 50,
  items: {
    type: 'object',
    properties: {
      id,
      name: needed(line(200)),
      description: { ...prose(1_000), default: '' },
      create_url: optionalAddress,
      icon_url: optionalAddress,
    },
  },
};
