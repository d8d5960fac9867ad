import type { CatalogueProduct } from '../../commerce/index.ts';
import { DomainError } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { licencedProductUnknown, licenceUnknown, maskedKey } from '../../marketplace/index.ts';
import { switchTheme } from '../../themes/index.ts';
import { pluginMissing, pluginNotActivated, subscriptionRefused } from '../errors.ts';
import type { ExtensionPorts } from '../ports.ts';
import { activateExtension } from '../setup/activate.ts';
import { slugOf } from '../setup/slugs.ts';

/** A licence by its key. */
export interface SubscriptionInput {
  readonly productKey: string;
}

/**
 * Activates the installed extension or theme of a licence; false if it is active already.
 * @throws DomainError `licence_unknown`, `licence_product_unknown`, `subscription_refused`
 */
export const activateSubscription = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    runsLong: true,
    audit: 'extension.activate',
    refusals: { invalid: ['licence_unknown', 'licence_product_unknown', 'subscription_refused'] },
  },
  (ports: ExtensionPorts) =>
    async (_, { productKey }: SubscriptionInput, { note }): Promise<boolean> => {
      note({ target: { type: 'licence', id: maskedKey(productKey) } });
      const licence = await ports.licenceLedger.find(productKey);
      if (!licence) throw licenceUnknown();
      const [product] = await ports.extensionLookup.find({ ids: [licence.productId] });
      if (!product) throw licencedProductUnknown();
      const target = { type: product.type === 'theme' ? 'theme' : 'extension', id: product.slug };
      note({ target });
      const isNew = await activateProduct(ports, product).catch(refused(subscriptionRefused));
      note({ target, isIdle: !isNew });
      return isNew;
    },
);

const activateProduct = async (ports: ExtensionPorts, { type, slug }: CatalogueProduct): Promise<boolean> =>
  type === 'theme'
    ? (await ports.unitOfWork.run(() => switchTheme(ports, slug))).isNew
    : activateExtension(ports, slug);

/**
 * Activates an installed extension; false if it is active already.
 * @throws DomainError `shop_rest_invalid_plugin`
 */
export const activatePlugin = useCase(
  {
    access: 'manage_extensions',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    runsLong: true,
    audit: 'extension.activate',
    refusals: { 'not-found': ['shop_rest_invalid_plugin'], misconfigured: ['shop_rest_invalid_plugin'] },
  },
  (ports: ExtensionPorts) =>
    async (_, { plugin }: { readonly plugin: string }, { note }): Promise<boolean> => {
      const slug = slugOf(plugin);
      const target = { type: 'extension', id: slug };
      note({ target });
      if (!(await ports.extensions.find(slug))) throw pluginMissing();
      const isNew = await activateExtension(ports, slug).catch(refused(pluginNotActivated));
      note({ target, isIdle: !isNew });
      return isNew;
    },
);

/** Gives refusals of the activation the code of a route; faults of the database stay. */
const refused =
  (make: (message: string) => DomainError) =>
  (error: unknown): never => {
    throw error instanceof DomainError &&
      (error.code.startsWith('extension_') || error.code === 'shop_rest_invalid_theme')
      ? make(error.message)
      : error;
  };
