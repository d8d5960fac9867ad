import { offsetOf, type Page, type PageRequest } from '../../kernel/page.ts';
import { useCase } from '../../kernel/use-case.ts';
import { askChannels } from '../channels/ask-channels.ts';
import {
  type Campaign,
  type CampaignAmount,
  type CampaignType,
  type ChannelState,
  campaignsFormat,
  campaignTypesFormat,
  channelStateFormat,
  type MarketingChannel,
} from '../channels/channel.ts';
import { formatAmount, loadPriceFormat, type PriceFormat } from '../channels/price-format.ts';
import type { MarketingPorts } from '../ports.ts';

/** A channel with its state. */
export interface ChannelReport {
  readonly channel: MarketingChannel;
  readonly state: ChannelState;
}

/** Shown for a channel that did not answer. */
const unreachable: ChannelState = { isSetupCompleted: false, productListingsStatus: 'sync-failed', errorsCount: 1 };

/** Lists the registered marketing channels; one that fails or does not answer in time is shown with one error. */
export const listMarketingChannels = useCase(
  { access: 'manage_extensions', effect: 'read' },
  (ports: MarketingPorts) =>
    async (_, __: object): Promise<readonly ChannelReport[]> => {
      const channels = await ports.marketingChannels.list();
      const states = await askChannels<ChannelState>(ports, channels, { name: 'state', format: channelStateFormat });
      return states.map(({ channel, answer: state = unreachable }) => ({ channel, state }));
    },
);

/** An amount with its text. */
export interface FormattedAmount extends CampaignAmount {
  /** As the shop writes prices: `€12.50`. */
  readonly formatted: string;
}

/** A campaign of one of the channels. */
export interface ListedCampaign extends Omit<Campaign, 'cost' | 'sales'> {
  readonly channel: MarketingChannel;
  readonly cost?: FormattedAmount;
  readonly sales?: FormattedAmount;
}

/** Lists the campaigns of all channels in their order; channels that fail or do not answer in time are left out. */
export const listCampaigns = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: MarketingPorts) =>
    async (_, page: PageRequest): Promise<Page<ListedCampaign>> => {
      const all = await everyEntry<Campaign>(ports, { name: 'campaigns', format: campaignsFormat });
      const entries = pageOf(all, page);
      if (entries.length === 0) return { entries: [], total: all.length };
      const format = await loadPriceFormat(ports);
      return { entries: entries.map((each) => withTexts(each, format)), total: all.length };
    },
);

/** A type of campaigns of one of the channels. */
export interface ListedCampaignType extends CampaignType {
  readonly channel: MarketingChannel;
}

/** Lists the types of campaigns of all channels; channels that fail or do not answer in time are left out. */
export const listCampaignTypes = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: MarketingPorts) =>
    async (_, page: PageRequest): Promise<Page<ListedCampaignType>> => {
      const all = await everyEntry<CampaignType>(ports, { name: 'campaignTypes', format: campaignTypesFormat });
      return { entries: pageOf(all, page), total: all.length };
    },
);

async function everyEntry<T extends object>(
  ports: MarketingPorts,
  question: Parameters<typeof askChannels>[2],
): Promise<readonly (T & { readonly channel: MarketingChannel })[]> {
  const answers = await askChannels<readonly T[]>(ports, await ports.marketingChannels.list(), question);
  return answers.flatMap(({ channel, answer = [] }) => answer.map((each) => ({ ...each, channel })));
}

const pageOf = <T>(entries: readonly T[], page: PageRequest): readonly T[] =>
  entries.slice(offsetOf(page), offsetOf(page) + page.perPage);

function withTexts(
  { cost, sales, ...campaign }: Campaign & { readonly channel: MarketingChannel },
  format: PriceFormat,
): ListedCampaign {
  const text = (amount: CampaignAmount): FormattedAmount => ({ ...amount, formatted: formatAmount(amount, format) });
  return { ...campaign, ...(cost && { cost: text(cost) }), ...(sales && { sales: text(sales) }) };
}
