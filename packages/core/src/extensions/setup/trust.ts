import { extensionUntrusted } from '../errors.ts';
import type { Extension } from '../extension.ts';
import type { ExtensionPorts } from '../ports.ts';

type TrustPorts = Pick<ExtensionPorts, 'settings' | 'signatureVerifier' | 'catalogueStore' | 'extensionInstaller'>;

/**
 * Checks that an installed extension may run: a key that is trusted still has signed its package, or its folder is one of
 * EXTENSIONS_UNSIGNED.
 * @throws DomainError `extension_untrusted`
 */
export async function demandTrusted(ports: TrustPorts, extension: Extension): Promise<void> {
  if (!(await isTrusted(ports, extension))) throw extensionUntrusted(extension.slug);
}

async function isTrusted(
  { settings, signatureVerifier, catalogueStore, extensionInstaller }: TrustPorts,
  { signedBy, folder }: Extension,
): Promise<boolean> {
  if (signedBy === null) return extensionInstaller.isUnsigned(folder);
  if (!settings.catalogueKeys.some((key) => signatureVerifier.keyId(key) === signedBy)) return false;
  return !(await catalogueStore.read()).revokedKeys.includes(signedBy);
}
