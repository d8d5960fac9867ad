import { catalogueForged, catalogueKeyRevoked, catalogueUnsigned } from '../errors.ts';
import type { CataloguePorts, CatalogueState } from '../ports.ts';
import type { CatalogueFile } from './read-catalogue.ts';

type KeyPorts = Pick<CataloguePorts, 'signatureVerifier' | 'settings'>;

/**
 * Returns the id of the key that signed the file; null if no keys are configured, where signatures do not count.
 * @throws DomainError `catalogue_unsigned`, `catalogue_signature_invalid`, `catalogue_key_revoked`
 */
export function checkSignature(
  { signatureVerifier, settings }: KeyPorts,
  { signature, signedText, revokedKeys }: CatalogueFile,
  revokedBefore: readonly string[],
): string | null {
  if (settings.catalogueKeys.length === 0) return null;
  if (!signature) throw catalogueUnsigned();
  const key = settings.catalogueKeys.find((each) => signatureVerifier.keyId(each) === signature.key);
  if (key === undefined || !signatureVerifier.verify(key, signedText, signature.value)) throw catalogueForged();
  if ([...revokedBefore, ...revokedKeys].includes(signature.key)) throw catalogueKeyRevoked();
  return signature.key;
}

/** Whether the last good copy counts: it is of the configured source, and its key is trusted still. */
export function isTrusted(
  { extensionCatalog: { address }, signatureVerifier, settings: { catalogueKeys } }: CataloguePorts,
  state: CatalogueState,
): boolean {
  if (address === null || state.address !== address) return false;
  if (catalogueKeys.length === 0) return true;
  const { keyId, revokedKeys } = state;
  return (
    keyId !== null &&
    !revokedKeys.includes(keyId) &&
    catalogueKeys.some((each) => signatureVerifier.keyId(each) === keyId)
  );
}
