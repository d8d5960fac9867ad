import type { CatalogPorts } from '../catalog/index.ts';
import type { SlugOwner } from '../commerce/index.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
import type { ContentPage, ContentStatus } from './page.ts';

/** Filter of a list of pages; absent members do not restrict. Bounds of the creation date are inclusive. */
export interface ContentPageFilter {
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly search?: string;
  readonly status?: readonly ContentStatus[];
  readonly after?: Date;
  readonly before?: Date;
  readonly modifiedAfter?: Date;
  readonly orderBy: 'id' | 'date' | 'modified';
  readonly order: 'asc' | 'desc';
}

/** Repository of the pages of the public site. */
export interface ContentPageStore {
  /** Loads a page by id. */
  find(id: number): Promise<ContentPage | undefined>;
  /** Loads a page by slug. */
  findBySlug(slug: string): Promise<ContentPage | undefined>;
  /** Pages with one of these slugs, or this id. */
  slugOwners(request: { readonly slugs: readonly string[]; readonly id: number }): Promise<readonly SlugOwner[]>;
  /** Reserves an unused id, above all ids that were supplied by clients. */
  nextId(): Promise<number>;
  /** Stores a new page, or replaces the one with its id; inside a unit of work. A slug taken meanwhile makes the unit try again. */
  save(page: ContentPage): Promise<void>;
  /** Deletes a page; a missing one is ignored. */
  remove(id: number): Promise<void>;
  /** One page of the matching pages, with the total. */
  list(filter: ContentPageFilter, page: PageRequest): Promise<Page<ContentPage>>;
}

/** Removes everything from HTML that could run, load or imitate something. */
export interface HtmlSanitizer {
  /**
   * Keeps text, headings, lists, tables, links and images of `http`, `https` and `mailto` addresses; no scripts, styles, forms,
   * frames or event attributes. Sanitising twice changes nothing.
   */
  content(html: string): string;
  /** Keeps no markup; the result is text, not HTML. */
  text(html: string): string;
}

/** The ports of the content context. */
export interface ContentPorts extends CatalogPorts {
  readonly pages: ContentPageStore;
  readonly htmlSanitizer: HtmlSanitizer;
}

/** Whether the database or another adapter supplies each port. */
export const contentPorts = { pages: 'store', htmlSanitizer: 'service' } as const;
