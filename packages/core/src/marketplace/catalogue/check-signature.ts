import type { DocumentState } from '../../outbound/index.ts';
import { catalogueForged, catalogueKeyRevoked, catalogueUnsigned } from '../errors.ts';
import type { CataloguePorts } from '../ports.ts';
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

/** Whether the key that signed the last good copy is trusted still. */
export function isSignatureTrusted(
  { signatureVerifier, settings: { catalogueKeys } }: KeyPorts,
  { keyId, revokedKeys }: DocumentState,
): boolean {
  if (catalogueKeys.length === 0) return true;
  return (
    keyId !== null &&
    !revokedKeys.includes(keyId) &&
    catalogueKeys.some((each) => signatureVerifier.keyId(each) === keyId)
  );
}
