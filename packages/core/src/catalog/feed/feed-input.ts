/** Input of the job that writes a catalogue feed; stored as JSON. */
export type FeedInput = {
  /** Members of entries that are no variations, sorted, separated by commas; empty for all. */
  readonly productFields: string;
  /** Members of variations, as `productFields`. */
  readonly variationFields: string;
  /** Public base address of the site, for permalinks. */
  readonly baseUrl: string;
};

/** Progress of a catalogue feed. */
export type FeedPlace = {
  /** The run that writes the part file; each run has its own. */
  readonly run: number;
  /** Variations follow after all products. */
  readonly isAtVariations: boolean;
  /** The last id written. */
  readonly afterId: number;
  /** Bytes of the part file up to the last complete page. */
  readonly size: number;
};

/** Result of a catalogue feed. */
export type FeedResult = {
  readonly file: string;
  readonly completedAt: string;
};

/** Action parameter of a download URL. */
export const FEED_ACTION = 'shop_pos_catalog_feed';
/** Lifetime of a completed feed: 20 hours, in milliseconds. */
export const FEED_LIFETIME = 20 * 3_600_000;
/** Prefix of the names of all files of feeds. */
export const FEED_PREFIX = 'pos-catalog-feed-';

/** Name of a feed without its suffix: the day of its request and the id of its job. */
export const feedNameOf = ({ id, createdAt }: { readonly id: string; readonly createdAt: Date }): string =>
  `${FEED_PREFIX}${createdAt.toISOString().slice(0, 10)}-${id.replaceAll('-', '')}`;

/** Name of the file that a run of the job writes. */
export const feedPartOf = (job: { readonly id: string; readonly createdAt: Date }, run: number): string =>
  `${feedNameOf(job)}-${run}.part`;

/** Whether a name has the form of a feed name. */
export const isFeedFile = (name: string): boolean => /^pos-catalog-feed-\d{4}-\d{2}-\d{2}-[0-9a-f]{32}$/.test(name);
