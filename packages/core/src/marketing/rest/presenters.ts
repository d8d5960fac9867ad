import type { CatalogueProduct } from '../../commerce/index.ts';
import type {
  ChannelReport,
  KnowledgePost,
  MarketingExtension,
  OfferedBundle,
  PaymentSuggestion,
  ProductKind,
  ShippingSuggestion,
} from '../index.ts';

const MOST_WORDS = 20;

/** An entry of the catalogue as recommendations show it. */
export const presentEntry = (product: CatalogueProduct) => ({
  title: product.name,
  description: product.description,
  url: product.url ?? '',
  direct_install: product.isInstallable,
  icon: product.icon ?? '',
  product: product.slug,
  plugin: `${product.slug}/${product.slug}`,
  categories: product.categories,
  subcategories: product.subcategories,
  tags: product.tags,
});

/** A payment suggestion. */
export const presentPayment = (suggestion: PaymentSuggestion) => ({
  id: suggestion.id,
  title: suggestion.title,
  content: suggestion.content,
  image: suggestion.image,
  ...(suggestion.image72x72 !== undefined && { image_72x72: suggestion.image72x72 }),
  plugins: suggestion.plugins,
  is_visible: true,
  recommendation_priority: suggestion.recommendationPriority,
  category_other: suggestion.categoryOther,
  category_additional: suggestion.categoryAdditional,
});

/** A shipping suggestion. */
export const presentShipping = (suggestion: ShippingSuggestion) => ({
  slug: suggestion.slug,
  name: suggestion.name,
  description: suggestion.description,
  ...(suggestion.learnMoreLink !== undefined && { learn_more_link: suggestion.learnMoreLink }),
  is_visible: true,
  available_layouts: suggestion.availableLayouts,
  ...(suggestion.layoutRow && { layout_row: suggestion.layoutRow }),
  ...(suggestion.layoutColumn && { layout_column: suggestion.layoutColumn }),
  countries_where_primary: suggestion.countriesWherePrimary,
});

/** A bundle of free extensions. */
export const presentBundle = ({ key, title, plugins }: OfferedBundle) => ({
  key,
  title,
  plugins: plugins.map((plugin) => ({
    key: plugin.key,
    name: plugin.name,
    description: plugin.description,
    image_url: plugin.imageUrl,
    manage_url: plugin.manageUrl,
    is_built_by_shop: plugin.isBuiltByShop,
    is_visible: true,
    is_installed: plugin.isInstalled,
    is_activated: plugin.isActivated,
    ...(plugin.label !== undefined && { label: plugin.label }),
    ...(plugin.learnMoreLink !== undefined && { learn_more_link: plugin.learnMoreLink }),
    ...(plugin.installPriority !== undefined && { install_priority: plugin.installPriority }),
  })),
});

/** Kinds of products by key. */
export const presentKinds = (kinds: readonly ProductKind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind.key, presentKind(kind)]));

const presentKind = ({ label, isDefault, product }: ProductKind) => ({
  label,
  ...(isDefault && { default: true }),
  ...(product && {
    product: product.productId,
    ...(product.billing === 'yearly' && { yearly_price: Number(product.price) }),
    description: product.description,
    ...(product.url !== null && { more_url: product.url }),
    slug: product.slug,
  }),
});

/** An article of the knowledge base. */
export const presentPost = (post: KnowledgePost) => ({
  title: post.title,
  date: post.date,
  link: post.link,
  author_name: post.authorName,
  author_avatar: post.authorAvatar,
  image: post.image,
});

const firstWords = (text: string): string => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.length <= MOST_WORDS ? words.join(' ') : `${words.slice(0, MOST_WORDS).join(' ')}…`;
};

/** An installed marketing extension. */
export const presentInstalled = ({ product, status, settingsUrl }: MarketingExtension) => ({
  slug: product.slug,
  status,
  name: product.name,
  description: firstWords(product.description),
  icon: product.icon ?? '',
  supportUrl: product.vendorUrl ?? product.url ?? '',
  ...(settingsUrl !== null && { settingsUrl }),
  ...(product.documentationUrl !== null && { docsUrl: product.documentationUrl }),
});

/** A marketing channel with its state. */
export const presentChannel = ({ channel, state }: ChannelReport) => ({
  slug: channel.slug,
  name: channel.name,
  description: channel.description,
  icon: channel.icon,
  is_setup_completed: state.isSetupCompleted,
  settings_url: channel.settingsUrl,
  product_listings_status: state.productListingsStatus,
  errors_count: state.errorsCount,
});
