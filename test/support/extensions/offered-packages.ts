import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestEntry } from '../archives.ts';
import { aCatalogue, aProduct, type CatalogueFolder } from '../catalogues.ts';
import { aManifest, aPackage, digestOf, packed } from './packages.ts';

/** A product of a catalogue, and its package. */
export interface Offer {
  readonly slug: string;
  /** Members of the product. */
  readonly product?: Readonly<Record<string, unknown>>;
  /** Members of `backroom` in the manifest. */
  readonly manifest?: object;
  /** The source of its module. */
  readonly module?: string;
  /** Further files of the package. */
  readonly files?: number;
  /** Entries of the package, in place of those of an extension. */
  readonly entries?: readonly TestEntry[];
  /** Changes of size and digest. */
  readonly digest?: object;
}

/** Publishes a catalogue with these products and their packages beside it, `version` of the catalogue rising. */
export async function publishOffers(folder: CatalogueFolder, offers: readonly Offer[], version = 1): Promise<void> {
  const products: object[] = [];
  for (const [
    index,
    { slug, product = {}, manifest = {}, module, files = 0, digest = {}, entries },
  ] of offers.entries()) {
    const number = (product.version as string | undefined) ?? '1.2.0';
    const manifestText = aManifest({ version: number }, { slug, title: slug, ...manifest });
    const more = Array.from({ length: files }, (_, at) => ({ name: `package/data/${at}.txt`, text: `${slug} ${at}` }));
    const bytes = await packed(entries ?? [...aPackage(manifestText, module), ...more]);
    const url = `packages/${slug}-${number}.tgz`;
    const path = join(dirname(folder.path), url);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    const file = { url, ...digestOf(bytes), ...digest };
    products.push(
      aProduct({ product_id: 2_000 + index, slug, name: slug, version: number, package: file, ...product }),
    );
  }
  await folder.publish(aCatalogue({ version, groups: [], products }));
}
