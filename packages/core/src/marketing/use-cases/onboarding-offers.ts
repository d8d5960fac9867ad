import type { CatalogueProduct } from '../../commerce/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import { loadDocument } from '../../outbound/index.ts';
import { symbolOf } from '../channels/price-format.ts';
import { defaultSuggestions } from '../documents/default-suggestions.ts';
import { suggestionCatalogue } from '../documents/kinds.ts';
import type { BundledExtension, ExtensionBundle } from '../documents/suggestions.ts';
import type { MarketingPorts } from '../ports.ts';
import { isVisible } from '../rules/evaluate.ts';
import { always } from '../rules/rule.ts';
import { loadRuleFacts } from '../rules/rule-facts.ts';

/** An extension of a bundle, and whether it is here. */
export interface OfferedExtension extends BundledExtension {
  readonly isInstalled: boolean;
  readonly isActivated: boolean;
}

/** A bundle with its visible extensions. */
export interface OfferedBundle {
  readonly key: string;
  readonly title: string;
  readonly plugins: readonly OfferedExtension[];
}

/** Separates the slug of an extension from the variant of its entry. */
const VARIANT = ':';
const slugOf = ({ key }: BundledExtension): string => key.split(VARIANT)[0] ?? key;

/**
 * Lists the bundles of free extensions: those of the suggestions, completed by free products of the extension catalogue that are
 * tagged with the name of a bundle (`task-list-grow`).
 */
export const listFreeExtensions = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: MarketingPorts) =>
    async (_, __: object): Promise<readonly OfferedBundle[]> => {
      const { bundles: own = [] } = (await loadDocument(suggestionCatalogue, ports)) ?? {};
      const products = await ports.extensionLookup.find({ type: 'plugin' });
      const bundles = defaultSuggestions.bundles.map((each) =>
        completed(own.find(({ key }) => key === each.key) ?? each, products),
      );
      const rules = bundles.flatMap(({ plugins }) => plugins.map((plugin) => plugin.isVisible));
      const facts = await loadRuleFacts(ports, rules);
      const installed = new Set((await ports.extensions.list()).map(({ slug }) => slug));
      const offer = (plugin: BundledExtension): OfferedExtension => ({
        ...plugin,
        isInstalled: installed.has(slugOf(plugin)),
        isActivated: facts.activeExtensions.has(slugOf(plugin)),
      });
      return bundles.map(({ key, title, plugins }) => ({
        key,
        title,
        plugins: plugins.filter((plugin) => isVisible(plugin.isVisible, facts)).map(offer),
      }));
    },
);

/** A bundle with the free products of the catalogue that are tagged for it and not listed already. */
function completed(bundle: ExtensionBundle, products: readonly CatalogueProduct[]): ExtensionBundle {
  const tag = bundle.key.replace('/', '-');
  const listed = new Set(bundle.plugins.map(slugOf));
  const tagged = products.filter(
    ({ billing, tags, slug }) => billing === 'free' && !listed.has(slug) && tags.some((each) => each.slug === tag),
  );
  return { ...bundle, plugins: [...bundle.plugins, ...tagged.map(bundledOf)] };
}

const bundledOf = (product: CatalogueProduct): BundledExtension => ({
  key: product.slug,
  name: product.name,
  description: product.description,
  imageUrl: product.icon ?? '',
  manageUrl: product.url ?? '',
  isBuiltByShop: false,
  isVisible: always,
  ...(product.documentationUrl !== null && { learnMoreLink: product.documentationUrl }),
  installPriority: product.installPriority,
});

/** A kind of products that a shop may sell. */
export interface ProductKind {
  readonly key: string;
  readonly label: string;
  readonly isDefault: boolean;
  /** The extension that adds it, if the catalogue knows it. */
  readonly product: CatalogueProduct | undefined;
}

/** Kinds of products by the slug of the extension that adds them; the first two need none. */
const kinds = [
  { key: 'physical', label: 'Physical products', isBuiltIn: true },
  { key: 'downloads', label: 'Downloads', isBuiltIn: true },
  { key: 'subscriptions', label: 'Subscriptions', isBuiltIn: false },
  { key: 'memberships', label: 'Memberships', isBuiltIn: false },
  { key: 'bookings', label: 'Bookings', isBuiltIn: false },
  { key: 'product-bundles', label: 'Bundles', isBuiltIn: false },
  { key: 'product-add-ons', label: 'Products with options', isBuiltIn: false },
] as const;

/**
 * Lists the kinds of products, each with the extension of the catalogue that adds it. Without a catalogue, names only; a kind
 * that the catalogue does not know has the sign of the currency after its name, because it is not included.
 */
export const listProductTypes = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ extensionLookup, shopSettings }: MarketingPorts) =>
    async (_, __: object): Promise<readonly ProductKind[]> => {
      const products = await extensionLookup.find({ type: 'plugin' });
      const sign = symbolOf((await shopSettings.read()).currency);
      return kinds.map(({ key, label, isBuiltIn }) => {
        const product = isBuiltIn ? undefined : products.find(({ slug }) => slug === key);
        const isExtra = !isBuiltIn && product === undefined && products.length > 0;
        return { key, label: isExtra ? `${label} ${sign}` : label, isDefault: key === 'physical', product };
      });
    },
);
