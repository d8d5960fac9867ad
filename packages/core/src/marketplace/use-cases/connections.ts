import type { CatalogueProduct } from '../../commerce/index.ts';
import { rateLimited } from '../../kernel/limits/rate-limits.ts';
import { type RunContext, useCase } from '../../kernel/use-case.ts';
import { licencedProductUnknown, licenceExpired, licenceMaxed, licenceUnknown, tooManyLicences } from '../errors.ts';
import { isExpired, isMaxed, type Licence, type LicenceTerms, maskedKey } from '../licences/licence.ts';
import { announceSite, type KnownTerms, termsOf } from '../licences/terms.ts';
import { LICENCES, type MarketplacePorts } from '../ports.ts';

/** A licence, and the site that it is used for. */
export interface SiteLicenceInput {
  readonly productKey: string;
  /** Base address of the site. */
  readonly site: string;
}

/**
 * Connects a site with a licence, so that the product gets updates there. The key is checked by the licence server, or by its
 * signature; a connected site stays connected.
 * @throws DomainError `licence_unknown`, `licence_expired`, `licence_maxed`, `licence_product_unknown`, `licence_server_failed`, `licences_full`, `rate_limited`
 */
export const connectLicence = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    transaction: 'own',
    repeats: 'answer',
    audit: 'licence.connect',
    refusals: {
      invalid: ['licence_unknown', 'licence_expired', 'licence_maxed', 'licence_product_unknown'],
      conflict: ['licences_full'],
      unavailable: ['licence_server_failed'],
    },
  },
  (ports: MarketplacePorts) =>
    async ({ userId }, input: SiteLicenceInput, { note, inUnit }): Promise<Licence> => {
      const { productKey, site } = input;
      note({ target: targetOf(productKey) });
      const { rateLimiter, settings, licenceLedger } = ports;
      const allowance = await rateLimiter.take(settings.rateLimits['licence-key'], String(userId ?? 0));
      if (allowance.isExceeded) throw rateLimited(allowance);
      const known = await licenceLedger.find(productKey);
      if (known?.origin === 'order') return inUnit(() => connect(ports, input, { note }));
      const current = await termsOf(ports, productKey, site);
      await demandUsable(ports, current.terms);
      const sites = await announceSite(ports, 'connect', { product_key: productKey, site });
      return inUnit(() => connect(ports, input, { note, current: { ...current, sites: sites ?? [] } }));
    },
);

interface Connecting {
  readonly note: RunContext['note'];
  /** Absent for an order of this installation, whose terms are in the ledger. */
  readonly current?: KnownTerms;
}

/** The product of a licence that may be used. */
async function demandUsable(
  { extensionLookup, clock }: MarketplacePorts,
  terms: LicenceTerms,
): Promise<CatalogueProduct> {
  const [product] = await extensionLookup.find({ ids: [terms.productId] });
  if (!product) throw licencedProductUnknown();
  if (isExpired(terms, clock.now())) throw licenceExpired();
  return product;
}

async function connect(
  ports: MarketplacePorts,
  { productKey, site }: SiteLicenceInput,
  { current, note }: Connecting,
): Promise<Licence> {
  const { licenceLedger, clock } = ports;
  const held = await licenceLedger.hold(productKey);
  if (!current && !held) throw licenceUnknown();
  const terms = current?.terms ?? (held as LicenceTerms);
  const { slug } = await demandUsable(ports, terms);
  const licence = held ?? (await add(ports, { productKey, terms }));
  // The licence server knows all sites; without one, the ledger does.
  const sites = ports.licenceServer.address === null || !current ? licence.sites : current.sites;
  const isConnected = sites.includes(site);
  if (!isConnected && isMaxed({ ...terms, sites })) throw licenceMaxed();
  const { productId } = terms;
  const connected = { ...licence, ...termsIn(terms), sites: isConnected ? sites : [...sites, site] };
  await licenceLedger.save(connected);
  const wasConnected = held?.sites.includes(site) ?? false;
  note({
    target: targetOf(productKey),
    isIdle: wasConnected,
    changes: { site: { from: null, to: site }, product: { from: null, to: slug } },
  });
  if (!wasConnected) ports.events.publish({ type: 'marketplace.connected', at: clock.now(), productId, site });
  return connected;
}

const termsIn = ({ productId, sitesMax, expiresAt, orderId }: LicenceTerms): LicenceTerms => ({
  productId,
  sitesMax,
  expiresAt,
  orderId,
});

async function add(
  { licenceLedger, clock }: MarketplacePorts,
  { productKey, terms }: { readonly productKey: string; readonly terms: LicenceTerms },
): Promise<Licence> {
  if ((await licenceLedger.list()).length >= LICENCES) throw tooManyLicences(LICENCES);
  const fresh = {
    ...termsIn(terms),
    productKey,
    origin: 'key',
    sites: [],
    autoUpdates: false,
    createdAt: clock.now(),
  } as const;
  return licenceLedger.insert(fresh);
}

/**
 * Disconnects a site from a licence; nothing happens if it is not connected.
 * @throws DomainError `licence_unknown`, `licence_maxed`, `licence_server_failed`
 */
export const disconnectLicence = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    transaction: 'own',
    repeats: 'answer',
    audit: 'licence.disconnect',
    refusals: { invalid: ['licence_unknown', 'licence_maxed'], unavailable: ['licence_server_failed'] },
  },
  (ports: MarketplacePorts) =>
    async (_, input: SiteLicenceInput, { note, inUnit }): Promise<Licence> => {
      const { productKey, site } = input;
      note({ target: targetOf(productKey) });
      const known = await ports.licenceLedger.find(productKey);
      if (!known) throw licenceUnknown();
      if (known.origin !== 'order') await announceSite(ports, 'disconnect', { product_key: productKey, site });
      return inUnit(() => disconnect(ports, input, note));
    },
);

async function disconnect(
  { licenceLedger, clock, events }: MarketplacePorts,
  { productKey, site }: SiteLicenceInput,
  note: RunContext['note'],
): Promise<Licence> {
  const licence = await licenceLedger.hold(productKey);
  if (!licence) throw licenceUnknown();
  const left = { ...licence, sites: licence.sites.filter((each) => each !== site) };
  const isIdle = left.sites.length === licence.sites.length;
  note({ target: targetOf(productKey), isIdle, changes: { site: { from: site, to: null } } });
  if (isIdle) return licence;
  await licenceLedger.save(left);
  events.publish({ type: 'marketplace.disconnected', at: clock.now(), productId: licence.productId, site });
  return left;
}

/** A licence, and whether newer versions of its product are installed without asking. */
export interface AutoUpdateInput {
  readonly productKey: string;
  readonly enabled: boolean;
}

/**
 * Decides whether newer versions are installed by themselves.
 * @throws DomainError `licence_unknown`
 */
export const setAutoUpdate = useCase(
  { access: 'manage_store', effect: 'write', audit: 'licence.auto_update', refusals: { invalid: ['licence_unknown'] } },
  ({ licenceLedger }: MarketplacePorts) =>
    async (_, { productKey, enabled }: AutoUpdateInput, { note }): Promise<Licence> => {
      note({ target: targetOf(productKey) });
      const licence = await licenceLedger.hold(productKey);
      if (!licence) throw licenceUnknown();
      const isIdle = licence.autoUpdates === enabled;
      const changes = { auto_update: { from: licence.autoUpdates, to: enabled } };
      note({ target: targetOf(productKey), isIdle, changes });
      const changed = { ...licence, autoUpdates: enabled };
      if (!isIdle) await licenceLedger.save(changed);
      return changed;
    },
);

const targetOf = (productKey: string) => ({ type: 'licence', id: maskedKey(productKey) });
