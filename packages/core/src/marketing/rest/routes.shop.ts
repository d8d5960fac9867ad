import { section } from '../../interface/route.ts';
import { cannotUpdate, cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schemas } from '../../kernel/schema.ts';
import {
  listArticles,
  listCampaigns,
  listCampaignTypes,
  listInstalledMarketing,
  listMarketingChannels,
  listMarketingExtensions,
  listOtherRecommendations,
  listRecommendedExtensions,
} from '../index.ts';
import { offerRoutes } from './offer-routes.ts';
import { presentChannel, presentEntry, presentInstalled, presentPost } from './presenters.ts';
import { campaignShape, campaignTypeShape, channelsShape, entriesShape, installedShape, postsShape } from './shapes.ts';

const page = {
  context: { type: 'string', enum: ['view'], description: 'How much is shown.' },
  page: { type: 'integer', default: 1, minimum: 1, description: 'The page of the list.' },
  per_page: { type: 'integer', default: 10, minimum: 1, maximum: 100, description: 'Entries on a page.' },
} as const satisfies Schemas;

/** Marketing: recommended extensions, channels, campaigns and the knowledge base; suggestions. */
export const marketingShopRoutes: readonly ShopRoute[] = section(
  'Marketing',
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/marketing/recommended',
    summary: 'List extensions of a category of the catalogue that are not installed.',
    params: {
      per_page: { type: 'integer', default: 10, minimum: 1, maximum: 100, description: 'Entries that are listed.' },
      category: { type: 'string' },
    },
    refusal: cannotUpdate,
    useCase: listRecommendedExtensions,
    present: (products) => products.map(presentEntry),
    returns: entriesShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/marketing/knowledge-base',
    summary: 'List articles of the knowledge base of the operator.',
    params: { category: { type: 'string' } },
    refusal: cannotView,
    useCase: listArticles,
    present: (posts) => posts.map(presentPost),
    returns: postsShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/marketing/misc-recommendations',
    summary: 'List extensions that the catalogue recommends for other pages.',
    params: {},
    refusal: cannotView,
    useCase: listOtherRecommendations,
    present: (products) => products.map(presentEntry),
    returns: entriesShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/marketing/overview/installed-plugins',
    summary: 'List the installed marketing extensions.',
    params: {},
    refusal: cannotView,
    useCase: listInstalledMarketing,
    present: (extensions) => extensions.map(presentInstalled),
    returns: installedShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/marketing/recommendations',
    summary: 'List the marketing extensions of the catalogue: channels, or others.',
    params: { category: { type: 'string', enum: ['channels', 'extensions'], required: true } },
    refusal: cannotView,
    useCase: listMarketingExtensions,
    input: ({ category }): { readonly category: 'channels' | 'extensions' } => ({
      category: category === 'channels' ? 'channels' : 'extensions',
    }),
    present: (products) => products.map(presentEntry),
    returns: entriesShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/marketing/channels',
    summary: 'List the marketing channels with their state.',
    params: {},
    refusal: cannotView,
    useCase: listMarketingChannels,
    present: (channels) => channels.map(presentChannel),
    returns: channelsShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/marketing/campaigns',
    summary: 'List the campaigns of all channels.',
    params: page,
    refusal: cannotView,
    useCase: listCampaigns,
    present: ({ id, channel, title, manageUrl, cost, sales }) => ({
      id,
      channel: channel.slug,
      title,
      manage_url: manageUrl,
      ...(cost && { cost }),
      ...(sales && { sales }),
    }),
    returns: campaignShape,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-admin/marketing/campaign-types',
    summary: 'List the types of campaigns of all channels.',
    params: page,
    refusal: cannotView,
    useCase: listCampaignTypes,
    present: ({ id, name, description, channel, createUrl, iconUrl }) => ({
      id,
      name,
      description,
      channel: { slug: channel.slug, name: channel.name },
      create_url: createUrl,
      icon_url: iconUrl,
    }),
    returns: campaignTypeShape,
  }),
  ...offerRoutes,
);
