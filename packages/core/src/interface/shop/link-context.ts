import type { BatchItems } from '../../kernel/batch.ts';
import type { SentRequest } from '../../kernel/sent-request.ts';
import type { ShopNames } from './names.ts';
import type { RunningContributions } from './reading/contributed-filters.ts';
import type { ShopIndex } from './site-index.ts';

/** Context of a route besides its parameters. */
export interface LinkContext {
  /** Public base address of the site. */
  readonly baseUrl: string;
  readonly names: ShopNames;
  /** Absolute address of an internal path: `{base_url}/index.php?rest_route=/shop-admin/options`. */
  link(path: string, query?: Readonly<Record<string, string>>): string;
  /** Index of the published routes. */
  readonly index: ShopIndex;
  /** Runs other routes as the same caller. */
  readonly items: BatchItems;
  readonly sent: SentRequest;
  /** What the running extensions contribute. */
  readonly contributions: RunningContributions;
}
