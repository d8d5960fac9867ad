import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, Ed25519Verifier, type SigningKeyPair, signText } from '@backroom/adapters-node';
import { readCatalogue } from '@backroom/core/marketplace';

type Members = Readonly<Record<string, unknown>>;

/** A product as a catalogue file has it. */
export const aProduct = (changes: Members = {}): Members => ({
  product_id: 1_001,
  slug: 'low-stock',
  type: 'plugin',
  name: 'Low stock',
  description: 'Posts low stock to a webhook.',
  url: 'https://market.example/low-stock',
  price: '0',
  currency: 'EUR',
  billing: 'free',
  version: '1.2.0',
  package: { url: 'packages/low-stock.zip', sha256: 'a'.repeat(64), size: 1_234 },
  rating: 4.5,
  reviews_count: 12,
  vendor_name: 'Backroom',
  categories: ['stock'],
  tags: [{ slug: 'webhook', name: 'Webhooks' }],
  is_installable: true,
  ...changes,
});

/** A catalogue document without signature. */
export const aCatalogue = (changes: Members = {}): Members => ({
  version: 1,
  groups: [{ id: 'first', title: 'First', items: [1_001] }],
  products: [aProduct()],
  ...changes,
});

/** The text of a signed catalogue. */
export function signedText(document: Members, { privateKey, publicKey }: SigningKeyPair): string {
  const { signedText: text } = readCatalogue(JSON.stringify(document));
  const signature = { key: keyIdOf(publicKey), value: signText(privateKey, text) };
  return JSON.stringify({ ...document, signature });
}

export const keyIdOf = (publicKey: string): string => new Ed25519Verifier().keyId(publicKey);

/** A folder with a catalogue file, and the key of its operator. */
export interface CatalogueFolder extends AsyncDisposable {
  readonly path: string;
  readonly key: SigningKeyPair;
  /** Replaces the file by a text as it is. */
  write(text: string): Promise<void>;
  /** Replaces the file by this document, signed by the operator or by another key. */
  publish(document: Members, key?: SigningKeyPair): Promise<void>;
}

export async function openCatalogueFolder(): Promise<CatalogueFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
  const path = join(folder, 'extensions.json');
  const key = createSigningKey();
  return {
    path,
    key,
    write: (text) => writeFile(path, text),
    publish: (document, signer = key) => writeFile(path, signedText(document, signer)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** The terms of a licence key. */
export interface KeyTerms {
  readonly product_id: number;
  readonly sites_max: number;
  readonly expires?: number | null;
  readonly order_id?: number;
}

/** A licence key, signed by the operator or by another key. */
export function aLicenceKey(terms: KeyTerms | Members, { privateKey }: SigningKeyPair): string {
  const payload = Buffer.from(JSON.stringify(terms)).toString('base64url');
  return `${payload}.${Buffer.from(signText(privateKey, payload), 'base64').toString('base64url')}`;
}
