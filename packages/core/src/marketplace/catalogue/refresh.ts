import { DomainError } from '../../kernel/errors.ts';
import { catalogueOutdated, catalogueUnavailable } from '../errors.ts';
import type { CatalogueState, FetchedCatalogue, MarketplacePorts } from '../ports.ts';
import { checkSignature, isTrusted } from './check-signature.ts';
import { type CatalogueFile, readCatalogue } from './read-catalogue.ts';

/** The result of reading the source: unchanged, a file of valid form, or the refusal. */
export type CatalogueAttempt =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'file'; readonly file: CatalogueFile; readonly text: string; readonly etag: string | null }
  | { readonly kind: 'refused'; readonly refusal: DomainError };

/** Reads the source, outside of units of work. A copy that does not count is fetched whole. */
export async function attemptCatalogue(ports: MarketplacePorts): Promise<CatalogueAttempt> {
  const { catalogueStore, extensionCatalog } = ports;
  const state = await catalogueStore.read();
  try {
    const fetched = await extensionCatalog.fetch(isTrusted(ports, state) ? state.etag : null);
    return read(fetched);
  } catch (cause) {
    const refusal =
      cause instanceof DomainError ? cause : catalogueUnavailable('the source failed unexpectedly', cause);
    return { kind: 'refused', refusal };
  }
}

function read(fetched: FetchedCatalogue): CatalogueAttempt {
  if (fetched.kind === 'unchanged') return fetched;
  const { text, etag } = fetched;
  return { kind: 'file', file: readCatalogue(text), text, etag };
}

/**
 * Stores the outcome of an attempt in the surrounding unit of work; a refused file leaves the last good copy. Returns the new
 * state, and whether the copy was replaced.
 */
export async function recordAttempt(
  ports: MarketplacePorts,
  attempt: CatalogueAttempt,
): Promise<{ readonly state: CatalogueState; readonly isReplaced: boolean }> {
  const { catalogueStore, clock } = ports;
  const before = await catalogueStore.hold();
  const checked = { ...before, checkedAt: clock.now(), fault: null };
  if (attempt.kind === 'unchanged') return save(ports, checked);
  try {
    if (attempt.kind === 'refused') throw attempt.refusal;
    return await save(ports, { ...checked, ...accepted(ports, before, attempt) }, attempt.text);
  } catch (refusal) {
    if (!(refusal instanceof DomainError)) throw refusal;
    const { code, message, cause } = refusal;
    ports.log.warn('catalogue refused', { code, message, ...(cause instanceof Error && { reason: cause.message }) });
    return save(ports, { ...checked, fault: { code, message } });
  }
}

type FileAttempt = Extract<CatalogueAttempt, { readonly kind: 'file' }>;

/** Members of the state that an acceptable file sets. */
function accepted(ports: MarketplacePorts, before: CatalogueState, { file, etag }: FileAttempt) {
  const { address } = ports.extensionCatalog;
  const keyId = checkSignature(ports, file, before.revokedKeys);
  if (before.address === address && before.version !== null && file.version < before.version)
    throw catalogueOutdated(file.version, before.version);
  return {
    revision: before.revision + 1,
    address,
    etag,
    version: file.version,
    keyId,
    acceptedAt: ports.clock.now(),
    // Only a signature entitles to revoke.
    revokedKeys: keyId === null ? before.revokedKeys : [...new Set([...before.revokedKeys, ...file.revokedKeys])],
  };
}

async function save({ catalogueStore }: MarketplacePorts, state: CatalogueState, document?: string) {
  await catalogueStore.save(state, document);
  return { state, isReplaced: document !== undefined };
}
