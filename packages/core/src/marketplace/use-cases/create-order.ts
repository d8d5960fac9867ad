import { rateLimited } from '../../kernel/limits/rate-limits.ts';
import { useCase } from '../../kernel/use-case.ts';
import { productIdInvalid, productNotSold, productUnknown, tooManyLicences } from '../errors.ts';
import { type Licence, maskedKey } from '../licences/licence.ts';
import { type Subscription, subscriptionOf } from '../licences/subscriptions.ts';
import { LICENCES, type MarketplacePorts } from '../ports.ts';

/** The product that is ordered, for a site. */
export interface CreateOrderInput {
  /** Refused unless it is a positive integer. */
  readonly productId: unknown;
  readonly site: string;
}

/** A licence for a free product, or the address where another one is bought. */
export type OrderOutcome =
  | { readonly kind: 'ordered'; readonly subscription: Subscription }
  | { readonly kind: 'redirected'; readonly url: string };

const KEY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const KEY_CHARACTERS = 24;

/**
 * Orders a product: a free one gets a licence at once, which a repeated order returns again; for another one the address
 * of its check-out is returned.
 * @throws DomainError `validation_failed`, `marketplace_product_unknown`, `could-not-install`, `licences_full`, `rate_limited`
 */
export const createOrder = useCase(
  {
    access: 'manage_extensions',
    effect: 'write',
    audit: 'licence.order',
    refusals: {
      'not-found': ['marketplace_product_unknown'],
      misconfigured: ['could-not-install'],
      conflict: ['licences_full'],
      invalid: ['validation_failed'],
    },
  },
  (ports: MarketplacePorts) =>
    async ({ userId }, { productId, site }: CreateOrderInput, { note }): Promise<OrderOutcome> => {
      if (!isId(productId)) throw productIdInvalid();
      note({ target: { type: 'catalogue_product', id: productId } });
      const allowance = await ports.rateLimiter.take(ports.settings.rateLimits['licence-key'], String(userId ?? 0));
      if (allowance.isExceeded) throw rateLimited(allowance);
      const [product] = await ports.extensionLookup.find({ ids: [productId] });
      if (!product) throw productUnknown();
      if (product.billing !== 'free') {
        if (product.checkoutUrl === null) throw productNotSold();
        note({ target: { type: 'catalogue_product', id: productId }, isIdle: true });
        return { kind: 'redirected', url: product.checkoutUrl };
      }
      const before = await ports.licenceLedger.findOrder(productId);
      const licence = before ?? (await order(ports, productId));
      note({ target: { type: 'licence', id: maskedKey(licence.productKey) }, isIdle: before !== undefined });
      return { kind: 'ordered', subscription: await subscriptionOf(ports, licence, site) };
    },
);

const MOST_ID = 2_147_483_647;
const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MOST_ID;

async function order(ports: MarketplacePorts, productId: number): Promise<Licence> {
  const { licenceLedger, clock, random, events } = ports;
  if ((await licenceLedger.list()).length >= LICENCES) throw tooManyLicences(LICENCES);
  const at = clock.now();
  const inserted = await licenceLedger.insert({
    productKey: `FREE-${random.characters(KEY_CHARACTERS, KEY_ALPHABET)}`,
    productId,
    sitesMax: 0,
    expiresAt: null,
    orderId: 0,
    origin: 'order',
    sites: [],
    autoUpdates: false,
    createdAt: at,
  });
  const licence = { ...inserted, orderId: inserted.id };
  await licenceLedger.save(licence);
  events.publish({ type: 'marketplace.order_created', at, productId, orderId: licence.orderId });
  return licence;
}
