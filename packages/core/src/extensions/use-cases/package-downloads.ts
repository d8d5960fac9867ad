import type { SignedFileInput } from '../../files/index.ts';
import { type OpenedFile, type OpenFile, type SignedAddress, signAddress, verifyAddress } from '../../files/index.ts';
import { demand } from '../../kernel/actor.ts';
import { DomainError } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { isExpired, licencedProductUnknown, licenceExpired, licenceUnknown } from '../../marketplace/index.ts';
import { packageGone, subscriptionRefused } from '../errors.ts';
import type { ExtensionPorts } from '../ports.ts';
import { findPackage } from '../setup/find-package.ts';
import type { SubscriptionInput } from './activate-offers.ts';

/** Action parameter of the address of a package. */
export const PACKAGE_ACTION = 'shop_extension_package';
/** Lifetime of such an address: an hour, in milliseconds. */
const LIFETIME = 3_600_000;
const types = ['plugin', 'theme'] as const;

/** Where the package of a licence is downloaded, unless its product is installed. */
export type PackageOffer =
  | { readonly kind: 'installed' }
  /** The address is signed unless there is no signing key. */
  | { readonly kind: 'offered'; readonly filename: string; readonly signed: SignedAddress | undefined };

/**
 * Signs the address of the package of a licence, for an hour.
 * @throws DomainError `licence_unknown`, `licence_expired`, `licence_product_unknown`, `subscription_refused`
 */
export const offerPackage = useCase(
  {
    access: 'manage_store',
    effect: 'read',
    refusals: { invalid: ['licence_unknown', 'licence_expired', 'licence_product_unknown', 'subscription_refused'] },
  },
  (ports: ExtensionPorts) =>
    async (_, { productKey }: SubscriptionInput): Promise<PackageOffer> => {
      const { licenceLedger, extensionLookup, installedPackages, signatures, clock } = ports;
      const licence = await licenceLedger.find(productKey);
      if (!licence) throw licenceUnknown();
      const [product] = await extensionLookup.find({ ids: [licence.productId] });
      if (!product) throw licencedProductUnknown();
      if ((await installedPackages.list()).some(({ slug }) => slug === product.slug)) return { kind: 'installed' };
      const now = clock.now();
      if (isExpired(licence, now)) throw licenceExpired();
      const { requested } = await findPackage(ports, product.slug, types).catch(refused);
      const filename = `${requested.slug}-${requested.version}`;
      const until = new Date(now.getTime() + LIFETIME);
      return { kind: 'offered', filename, signed: signAddress(signatures, signedName(filename), until) };
    },
);

/** Signatures of packages are of no use for other files. */
const signedName = (filename: string): string => `${PACKAGE_ACTION}/${filename}`;

function refused(error: unknown): never {
  throw error instanceof DomainError && error.code.startsWith('extension_')
    ? subscriptionRefused(error.message)
    : error;
}

/**
 * Fetches a package of the catalogue for a caller with its signed address, or with the capability `manage_store`. It is checked
 * before its first byte is sent.
 * @throws DomainError `unauthenticated`, `forbidden`, `extension_package_gone`, `extension_package_unavailable`,
 * `extension_package_mismatch`
 */
export const openPackage = useCase(
  {
    access: 'anyone',
    effect: 'read',
    refusals: {
      gone: ['extension_package_gone'],
      unavailable: ['extension_package_unavailable'],
      invalid: ['extension_package_mismatch'],
    },
  },
  (ports: ExtensionPorts) =>
    async (actor, { filename, expires, signature }: SignedFileInput): Promise<OpenedFile> => {
      const sent = {
        expires: /^\d{1,15}$/.test(expires) ? Number(expires) : Number.NaN,
        signature,
        now: ports.clock.now(),
      };
      const verdict = verifyAddress(ports.signatures, signedName(filename), sent);
      if (verdict === 'wrong') demand(actor, 'manage_store');
      if (verdict === 'over') throw packageGone();
      const [, slug = ''] = /^([a-z0-9][a-z0-9_-]{0,63})-\d+\.\d+\.\d+/.exec(filename) ?? [];
      const { requested } = await findPackage(ports, slug, types).catch(gone);
      if (filename !== `${slug}-${requested.version}`) throw packageGone();
      const file = await ports.extensionInstaller.open(requested);
      return { size: file.size, chunks: () => chunksOf(file) };
    },
);

function gone(error: unknown): never {
  throw error instanceof DomainError && error.code.startsWith('extension_') ? packageGone() : error;
}

async function* chunksOf(file: OpenFile): AsyncGenerator<Uint8Array> {
  try {
    yield* file.chunks();
  } finally {
    await file.close();
  }
}
