import type { CommercePorts } from '../commerce/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { AttentionCount, AttentionName } from './attention.ts';
import type { SearchKind, SearchResult } from './search-hits.ts';

/** How much of what a search gives. */
export interface SearchRequest {
  readonly kinds: readonly SearchKind[];
  /** Most records of each kind. */
  readonly most: number;
}

/** Search over records of several kinds. */
export interface RecordSearch {
  /**
   * Finds records of these kinds, case and accents ignored, exact matches first: orders by the beginning of their number or of
   * the e-mail address; customers by the beginning of name, last name, e-mail address or username; products, variations and
   * items by the beginning of the sku; products and items by words, each the beginning of a word of the name; items by their
   * barcode. One statement, whose cost does not depend on the number of records.
   */
  find(text: string, request: SearchRequest): Promise<SearchResult>;
}

/** What is counted, and how far. */
export interface AttentionRequest {
  readonly names: readonly AttentionName[];
  /** Counting ends there. */
  readonly most: number;
  /** In ten-thousandths: from where a product is out of stock, and low where it has no amount of its own. */
  readonly noStock: number;
  readonly lowStock: number;
  /** Whether an item with the same sku is that of a product. */
  readonly linksBySku: boolean;
}

/** Counts of what wants attention. */
export interface AttentionCounter {
  /**
   * Counts by one statement; the ledger by its last verification. Products are those published or private whose stock is their
   * own; the stock of others is that of items.
   */
  count(request: AttentionRequest): Promise<ReadonlyMap<AttentionName, AttentionCount>>;
}

/** The ports of the overview context. */
export interface OverviewPorts extends KernelPorts, CommercePorts {
  readonly recordSearch: RecordSearch;
  readonly attention: AttentionCounter;
}

/** Whether the database or another adapter supplies each port. */
export const overviewPorts = { recordSearch: 'store', attention: 'store' } as const;
