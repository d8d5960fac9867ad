import type { CatalogueProduct } from '../../commerce/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import { askChannels } from '../channels/ask-channels.ts';
import { type ChannelState, channelStateFormat } from '../channels/channel.ts';
import type { MarketingPorts } from '../ports.ts';

/** The category of products that have none, and of requests that name none. */
const MARKETING = 'marketing';
/** The tag of products for other pages than that of marketing. */
const OTHER_PAGES = 'misc';
/** The subcategory of extensions that are marketing channels. */
const CHANNELS = 'sales-channels';

const isOf = (category: string, { categories }: CatalogueProduct): boolean =>
  categories.includes(category) || (category === MARKETING && categories.length === 0);
const isChannel = ({ subcategories }: CatalogueProduct): boolean => subcategories.some(({ slug }) => slug === CHANNELS);

/** The form of slugs: lower case, with hyphens for everything else. */
const slugged = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

const installedSlugs = async ({ extensions }: MarketingPorts): Promise<ReadonlySet<string>> =>
  new Set((await extensions.list()).map(({ slug }) => slug));

/** A category of the extension catalogue, and the number of entries. */
export interface RecommendedInput {
  readonly category?: string;
  readonly perPage: number;
}

/** Lists extensions of a category of the catalogue that are not installed. */
export const listRecommendedExtensions = useCase(
  { access: 'manage_extensions', effect: 'read' },
  (ports: MarketingPorts) =>
    async (_, { category = MARKETING, perPage }: RecommendedInput): Promise<readonly CatalogueProduct[]> => {
      const wanted = slugged(category) || MARKETING;
      const installed = await installedSlugs(ports);
      const products = await ports.extensionLookup.find({ type: 'plugin' });
      return products.filter((each) => isOf(wanted, each) && !installed.has(each.slug)).slice(0, perPage);
    },
);

/** Lists the extensions of the catalogue that are tagged for other pages. */
export const listOtherRecommendations = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ extensionLookup }: MarketingPorts) =>
    (_, __: object): Promise<readonly CatalogueProduct[]> =>
      extensionLookup.find({ type: 'plugin', tag: OTHER_PAGES }),
);

/** Lists the marketing extensions of the catalogue: those that are channels, or the others. */
export const listMarketingExtensions = useCase(
  { access: 'manage_extensions', effect: 'read' },
  ({ extensionLookup }: MarketingPorts) =>
    async (_, { category }: { readonly category: 'channels' | 'extensions' }): Promise<readonly CatalogueProduct[]> => {
      const products = await extensionLookup.find({ type: 'plugin' });
      return products.filter((each) => isOf(MARKETING, each) && isChannel(each) === (category === 'channels'));
    },
);

/** An installed extension that the catalogue lists for marketing. */
export interface MarketingExtension {
  readonly product: CatalogueProduct;
  readonly status: 'installed' | 'activated' | 'configured';
  /** Where its channel is set up; null without a channel. */
  readonly settingsUrl: string | null;
}

/** Lists the installed marketing extensions; one is configured when a channel of it is set up. */
export const listInstalledMarketing = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: MarketingPorts) =>
    async (_, __: object): Promise<readonly MarketingExtension[]> => {
      const installed = new Map((await ports.extensions.list()).map((each) => [each.slug, each]));
      const products = await ports.extensionLookup.find({ type: 'plugin', slugs: [...installed.keys()] });
      const listed = products.filter((each) => isOf(MARKETING, each));
      if (listed.length === 0) return [];
      const slugs = new Set(listed.map(({ slug }) => slug));
      const channels = (await ports.marketingChannels.list()).filter(({ extension }) => slugs.has(extension));
      const states = await askChannels<ChannelState>(ports, channels, { name: 'state', format: channelStateFormat });
      return listed.map((product) => {
        const own = states.filter(({ channel }) => channel.extension === product.slug);
        const isActive = installed.get(product.slug)?.isActive ?? false;
        const isConfigured = own.some(({ answer }) => answer?.isSetupCompleted === true);
        const status = !isActive ? 'installed' : isConfigured ? 'configured' : 'activated';
        return { product, status, settingsUrl: own[0]?.channel.settingsUrl ?? null };
      });
    },
);
