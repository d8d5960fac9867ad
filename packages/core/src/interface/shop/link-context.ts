import type { BatchItems } from '../../kernel/batch.ts';
import type { ShopNames } from './names.ts';
import type { ShopIndex } from './site-index.ts';

/** What a route may know of the request and the place it is answered at, beside its parameters. */
export interface LinkContext {
  /** Where the world sees the site. */
  readonly baseUrl: string;
  readonly names: ShopNames;
  /** The address of one of our paths: `{base_url}/index.php?rest_route=/shop-admin/options`. */
  link(path: string, query?: Readonly<Record<string, string>>): string;
  /** What is published here. */
  readonly index: ShopIndex;
  /** Asks other routes in the name of whoever asked this one. */
  readonly items: BatchItems;
}
