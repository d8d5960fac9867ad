import type { CatalogueProduct, ExtensionType } from '../../commerce/index.ts';
import { canonical } from '../../kernel/change.ts';
import type { DomainError } from '../../kernel/errors.ts';
import { type DocumentForm, readJson, refusalOf } from '../../outbound/index.ts';
import { catalogueInvalid } from '../errors.ts';
import { catalogueFormat } from './format.ts';

/** A product as the file has it. */
export type FileProduct = Pick<CatalogueProduct, 'productId' | 'slug' | 'name' | 'description' | 'price'> &
  Pick<CatalogueProduct, 'currency' | 'billing' | 'version' | 'reviewsCount' | 'vendorName' | 'installPriority'> &
  Pick<CatalogueProduct, 'categories' | 'subcategories' | 'tags' | 'isInstallable'> & {
    readonly type: ExtensionType;
  } & {
    readonly [K in OptionalMember]?: NonNullable<CatalogueProduct[K]>;
  };

type OptionalMember =
  | 'icon'
  | 'url'
  | 'documentationUrl'
  | 'checkoutUrl'
  | 'package'
  | 'rating'
  | 'vendorUrl'
  | 'preview'
  | 'minShopVersion';

/** A group as the file has it. */
interface FileGroup {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly url?: string;
  readonly itemType: 'product' | 'category';
  readonly items: readonly number[];
}

/** The signature of a file: the id of its key, and the value in base64. */
export interface FileSignature {
  readonly key: string;
  readonly value: string;
}

/** A catalogue file whose form is valid. */
export interface CatalogueFile {
  /** Rises with each edition. */
  readonly version: number;
  readonly groups: readonly FileGroup[];
  readonly products: readonly FileProduct[];
  /** Ids of keys whose signatures do not count any more. */
  readonly revokedKeys: readonly string[];
  readonly signature?: FileSignature;
  /** What the signature covers: the canonical JSON (RFC 8785) of the file without `signature`. */
  readonly signedText: string;
}

const form: DocumentForm = { root: 'catalogue', schema: catalogueFormat, refuse: catalogueInvalid };

/**
 * Reads the text of a catalogue file.
 * @throws DomainError `catalogue_invalid` that names the first faulty member
 */
export function readCatalogue(text: string): CatalogueFile {
  const { value: file, raw } = readJson<Omit<CatalogueFile, 'signedText'>>(text, form);
  demandConsistent(file);
  const { signature: _, ...signed } = raw;
  return { ...file, signedText: canonical(signed) };
}

function demandConsistent({ products, groups }: Omit<CatalogueFile, 'signedText'>): void {
  const ids = new Set(products.map(({ productId }) => productId));
  if (ids.size < products.length) throw invalid('catalogue[products] has a product_id twice');
  if (new Set(products.map(({ slug }) => slug)).size < products.length)
    throw invalid('catalogue[products] has a slug twice');
  if (new Set(groups.map(({ id }) => id)).size < groups.length) throw invalid('catalogue[groups] has an id twice');
  const unknown = groups.flatMap(({ items }) => items).find((id) => !ids.has(id));
  if (unknown !== undefined) throw invalid(`catalogue[groups] names the product ${unknown}, which is not listed`);
}

const invalid = (message: string): DomainError => refusalOf(form, message);
