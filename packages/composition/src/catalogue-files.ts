import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createSigningKey, Ed25519Verifier, publicKeyOf, signText } from '@backroom/adapters-node';
import { DomainError } from '@backroom/core';
import { isObject } from '@backroom/core/kernel';
import { CATALOGUE_BYTES, catalogueTooLarge, type PackageFile, readCatalogue } from '@backroom/core/marketplace';

const ownerOnly = 0o600;

/**
 * Makes a key for catalogues and licences, and stores the private one in a new file that only its owner can read. Returns the
 * public key.
 * @throws DomainError `file_unusable` when the file exists or cannot be written
 */
export async function createSigningKeyFile(path: string): Promise<string> {
  const { privateKey, publicKey } = createSigningKey();
  await writeFile(path, privateKey, { flag: 'wx', mode: ownerOnly }).catch(unusable(path));
  return publicKey;
}

/** What a licence key entitles to, in the members of its payload. */
export interface LicenceKeyTerms {
  readonly product_id: number;
  /** 0 for any number. */
  readonly sites_max: number;
  readonly order_id: number;
  /** Seconds since 1970; null for a licence without end. */
  readonly expires: number | null;
}

/**
 * Makes a licence key: the terms as JSON, and their signature, both in base64url.
 * @throws DomainError `file_unusable`, `signing_key_invalid`
 */
export async function signLicenceKey(terms: LicenceKeyTerms, keyPath: string): Promise<string> {
  const privateKey = await readFile(keyPath, 'utf8').catch(unusable(keyPath));
  publicKeyIn(privateKey, keyPath);
  const payload = Buffer.from(JSON.stringify(terms)).toString('base64url');
  return `${payload}.${Buffer.from(signText(privateKey, payload), 'base64').toString('base64url')}`;
}

/** A catalogue that was signed. */
export interface SignedCatalogue {
  readonly version: number;
  readonly products: number;
  readonly publicKey: string;
  readonly keyId: string;
}

/**
 * Signs a catalogue file in place, or into another file. Members `sha256` and `size` of packages beside the file are set from their
 * bytes first.
 * @throws DomainError `catalogue_invalid`, `catalogue_too_large`, `file_unusable`, `signing_key_invalid`
 */
export async function signCatalogueFile(
  path: string,
  { keyPath, target = path }: { readonly keyPath: string; readonly target?: string },
): Promise<SignedCatalogue> {
  const privateKey = await readFile(keyPath, 'utf8').catch(unusable(keyPath));
  const publicKey = publicKeyIn(privateKey, keyPath);
  const { signature: _, ...document } = objectIn(await readLimited(path));
  readCatalogue(JSON.stringify({ ...document, products: await withPackages(document.products, () => someDigest) }));
  const digestBeside = (url: string) => digestOf(join(dirname(path), url));
  const completed = { ...document, products: await withPackages(document.products, digestBeside) };
  const { version, products, signedText } = readCatalogue(JSON.stringify(completed));
  const keyId = new Ed25519Verifier().keyId(publicKey);
  const signature = { key: keyId, value: signText(privateKey, signedText) };
  const draft = `${target}.draft`;
  await writeFile(draft, `${JSON.stringify({ ...completed, signature }, undefined, 2)}\n`).catch(unusable(target));
  await rename(draft, target).catch(unusable(target));
  return { version, products: products.length, publicKey, keyId };
}

/** Faults of a catalogue beyond its form; empty lists for one that can be published. */
export interface CatalogueFaults {
  readonly version: number;
  readonly products: number;
  /** Null if the file is not signed. */
  readonly keyId: string | null;
  /** Whether the signature is valid for one of the given keys. */
  readonly isSigned: boolean;
  /** Packages beside the file that are missing, or differ from `sha256` and `size`. */
  readonly packages: readonly string[];
}

/**
 * Checks form, signature and the packages beside a catalogue file.
 * @throws DomainError `catalogue_invalid`, `catalogue_too_large`, `file_unusable`
 */
export async function checkCatalogueFile(path: string, publicKeys: readonly string[]): Promise<CatalogueFaults> {
  const { version, products, signature, signedText } = readCatalogue(await readLimited(path));
  const verifier = new Ed25519Verifier();
  const isSigned = publicKeys.some((key) => signature && verifier.verify(key, signedText, signature.value));
  const packages: string[] = [];
  for (const { slug, package: file } of products) {
    if (file === undefined || isRemote(file.url)) continue;
    const found = await digestOf(join(dirname(path), file.url)).catch(() => undefined);
    if (found?.sha256 !== file.sha256 || found.size !== file.size)
      packages.push(`${slug}: ${file.url} ${found ? 'differs from sha256 and size' : 'cannot be read'}`);
  }
  return { version, products: products.length, keyId: signature?.key ?? null, isSigned, packages };
}

async function readLimited(path: string): Promise<string> {
  const bytes = await readFile(path).catch(unusable(path));
  if (bytes.byteLength > CATALOGUE_BYTES) throw catalogueTooLarge(CATALOGUE_BYTES);
  return bytes.toString('utf8');
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(text);
    if (isObject(document)) return { ...document };
  } catch {
    // The reader refuses it with its reason.
  }
  readCatalogue(text);
  return {};
}

type Digest = Omit<PackageFile, 'url'>;
/** Stands in for the digests while the form of a file is checked. */
const someDigest: Digest = { sha256: '0'.repeat(64), size: 1 };

/** Products with the digests of their packages; values of another form are left to the check of the form. */
async function withPackages(products: unknown, digest: (url: string) => Digest | Promise<Digest>): Promise<unknown> {
  if (!Array.isArray(products)) return products;
  const completed: unknown[] = [];
  for (const product of products as readonly { readonly package?: Partial<PackageFile> | null }[]) {
    const url: unknown = product?.package?.url;
    if (typeof url !== 'string' || isRemote(url)) completed.push(product);
    else completed.push({ ...product, package: { url, ...(await digest(url)) } });
  }
  return completed;
}

async function digestOf(path: string): Promise<Digest> {
  const bytes = await readFile(path).catch(unusable(path));
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength };
}

const isRemote = (url: string): boolean => url.startsWith('https://');

function publicKeyIn(privateKey: string, path: string): string {
  try {
    return publicKeyOf(privateKey);
  } catch {
    throw new DomainError('invalid', 'signing_key_invalid', `${path} has no private key of Ed25519 in PEM.`);
  }
}

const unusable =
  (path: string) =>
  (cause: unknown): never => {
    const { code } = cause as { readonly code?: string };
    throw new DomainError('invalid', 'file_unusable', `${path} cannot be used (${code}).`, {}, cause);
  };
