import { DomainError } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { attemptDocument, recordAttempt } from '../../outbound/index.ts';
import { extensionCatalogue } from '../catalogue/catalogue-kind.ts';
import type { LicenceOrigin } from '../licences/licence.ts';
import { type Subscription, subscriptionsAt } from '../licences/subscriptions.ts';
import { type KnownTerms, ownedLicences, termsOf } from '../licences/terms.ts';
import { accessTokenOf } from '../market/credentials.ts';
import { LICENCES, type MarketplacePorts } from '../ports.ts';

/** Outcome of reading catalogue and licences again. */
export interface RefreshedMarketplace {
  /** Why one of the sources could not be read; null after a success. The data of before are kept. */
  readonly fault: { readonly code: string; readonly message: string } | null;
  readonly subscriptions: readonly Subscription[];
}

/** Licences that are compared with the licence server in one refresh. */
const MOST_CHECKED = 50;

/**
 * Reads the catalogue, and the terms of licences from the licence server, and returns all subscriptions. Data whose source
 * cannot be read stay as they are.
 */
export const refreshMarketplace = useCase(
  { access: 'manage_store', effect: 'write', transaction: 'own', repeats: 'answer', audit: 'marketplace.refresh' },
  (ports: MarketplacePorts) =>
    async (_, { site }: { readonly site: string }, { note, inUnit }): Promise<RefreshedMarketplace> => {
      const target = { type: 'marketplace', id: 'catalogue' };
      note({ target, isIdle: true });
      const attempt =
        ports.extensionCatalog.address === null ? undefined : await attemptDocument(extensionCatalogue, ports);
      const read = await readLicences(ports, site);
      return inUnit(async () => {
        const recorded = attempt && (await recordAttempt(extensionCatalogue, ports, attempt));
        const changed = await storeTerms(ports, read.licences);
        const failed = recorded?.state.fault ?? read.fault;
        const isIdle = failed === null && changed === 0 && recorded?.isReplaced !== true;
        note({ target, isIdle, ...(failed && { reason: failed.code }) });
        return { fault: failed, subscriptions: await subscriptionsAt(ports, site) };
      });
    },
);

interface ReadLicence extends KnownTerms {
  readonly productKey: string;
  readonly origin: LicenceOrigin;
}

interface ReadLicences {
  readonly licences: readonly ReadLicence[];
  readonly fault: RefreshedMarketplace['fault'];
}

/** The terms of known keys and of the connected account; those read before a failure count. */
async function readLicences(ports: MarketplacePorts, site: string): Promise<ReadLicences> {
  const licences: ReadLicence[] = [];
  if (ports.licenceServer.address === null) return { licences, fault: null };
  try {
    const accessToken = await accessTokenOf(ports);
    const owned = accessToken === undefined ? [] : await ownedLicences(ports, accessToken);
    licences.push(...owned.map((each) => ({ ...each, origin: 'account' as const })));
    const listed = new Set(owned.map(({ productKey }) => productKey));
    const entered = (await ports.licenceLedger.list()).filter(
      ({ origin, productKey }) => origin !== 'order' && !listed.has(productKey),
    );
    for (const { productKey, origin } of entered.slice(0, MOST_CHECKED)) {
      const known = await termsOf(ports, productKey, site).catch(unlessUnknown);
      if (known) licences.push({ ...known, productKey, origin });
    }
    return { licences, fault: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { licences, fault: { code: error.code, message: error.message } };
  }
}

/** A key that the server does not know any more keeps its terms. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof DomainError && error.code === 'licence_unknown')) throw error;
}

/** Returns how many licences are new or have other terms. */
async function storeTerms({ licenceLedger, clock }: MarketplacePorts, licences: readonly ReadLicence[]) {
  let changed = 0;
  let left = licences.length === 0 ? 0 : LICENCES - (await licenceLedger.list()).length;
  for (const { productKey, origin, terms, sites } of licences.toSorted((a, b) =>
    a.productKey < b.productKey ? -1 : 1,
  )) {
    const known = await licenceLedger.hold(productKey);
    if (known && !isSame(known, terms, sites)) await licenceLedger.save({ ...known, ...terms, sites });
    if (!known && left > 0) {
      await licenceLedger.insert({ ...terms, sites, productKey, origin, autoUpdates: false, createdAt: clock.now() });
      left -= 1;
    }
    if (!(known && isSame(known, terms, sites))) changed += 1;
  }
  return changed;
}

const isSame = (
  known: KnownTerms['terms'] & Pick<KnownTerms, 'sites'>,
  terms: KnownTerms['terms'],
  sites: KnownTerms['sites'],
) =>
  known.sitesMax === terms.sitesMax &&
  known.productId === terms.productId &&
  known.orderId === terms.orderId &&
  known.expiresAt?.getTime() === terms.expiresAt?.getTime() &&
  known.sites.join('\n') === sites.join('\n');
