/** Kinds of packages of the catalogue. */
export const extensionTypes = ['plugin', 'theme'] as const;
/** One of `extensionTypes`. */
export type ExtensionType = (typeof extensionTypes)[number];

/** The archive of one version of a product. */
export interface CataloguePackage {
  /** Absolute: `https:`, or `file:` below the folder of a catalogue that is a file. */
  readonly url: string;
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** A tag or subcategory of the catalogue. */
export interface CatalogueLabel {
  readonly slug: string;
  readonly name: string;
}

/** A product of the extension catalogue. Addresses are `http:` or `https:`. */
export interface CatalogueProduct {
  readonly productId: number;
  /** Unique; the slug of the installed extension or theme. */
  readonly slug: string;
  readonly type: ExtensionType;
  readonly name: string;
  readonly description: string;
  readonly icon: string | null;
  readonly url: string | null;
  readonly documentationUrl: string | null;
  /** Where it is bought; null if it is free or not sold. */
  readonly checkoutUrl: string | null;
  /** A decimal number: `49.00`. */
  readonly price: string;
  readonly currency: string;
  readonly billing: 'free' | 'once' | 'yearly';
  /** Of the package. */
  readonly version: string;
  readonly package: CataloguePackage | null;
  /** 0 to 5. */
  readonly rating: number | null;
  readonly reviewsCount: number;
  readonly vendorName: string;
  readonly vendorUrl: string | null;
  /** As the vendor wrote it: not safe to show. */
  readonly preview: { readonly html: string; readonly css: string } | null;
  /** Slugs. */
  readonly categories: readonly string[];
  readonly subcategories: readonly CatalogueLabel[];
  readonly tags: readonly CatalogueLabel[];
  /** Whether the package may be installed directly: the catalogue says so, names a package, and its signature is valid. */
  readonly isInstallable: boolean;
  readonly minShopVersion: string | null;
  /** Extensions with a smaller number are installed first. */
  readonly installPriority: number;
}

/** A group of the catalogue that is shown together. */
export interface CatalogueGroup {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly url: string | null;
  readonly itemType: 'product' | 'category';
  readonly items: readonly CatalogueProduct[];
}

/** Conditions on products of the catalogue; all of them hold. */
export interface CatalogueFilter {
  readonly ids?: readonly number[];
  readonly slugs?: readonly string[];
  readonly type?: ExtensionType;
  readonly category?: string;
  /** Slug of a tag. */
  readonly tag?: string;
}

/** An installed package, as other contexts see it. */
export interface InstalledPackage {
  readonly slug: string;
  readonly type: ExtensionType;
  readonly version: string;
  /** Relative to the folder of extensions; the slug of a theme, which has none. */
  readonly folder: string;
  /** Whether it is activated and has not failed. */
  readonly isActive: boolean;
}
