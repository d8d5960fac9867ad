/** One variant of an A/B test. */
export interface ExperimentVariation {
  readonly name: string;
  /** Relative weight among the variations. */
  readonly weight: number;
}

/** An A/B test. */
export interface Experiment {
  readonly name: string;
  /** Another salt reassigns all participants. */
  readonly salt?: string;
  /** Percentage of participants in the test. */
  readonly allocation: number;
  readonly variations: readonly ExperimentVariation[];
  /** Fixed assignments, by anonymous id or by account id. */
  readonly force?: Readonly<Record<string, string>>;
  /** RFC 3339, inclusive. */
  readonly start?: string;
  /** RFC 3339, exclusive. */
  readonly end?: string;
}

/** A potential participant. */
export interface Participant {
  readonly anonId: string;
  readonly userId: number | undefined;
}

/** The variation that leaves the shop unchanged. */
const CONTROL = 'control';
const BUCKETS = 10_000;
const BUCKETS_PER_PERCENT = 100;
const FIRST_BYTES = 8;

/** Whether the experiment is active at this time. */
export const isRunning = ({ start, end }: Experiment, now: Date): boolean =>
  (start === undefined || now >= new Date(start)) && (end === undefined || now < new Date(end));

/**
 * Assigns a variation; null is the control group. Deterministic: a participant gets the same variation in every process.
 */
export function variationFor(
  experiment: Experiment,
  { anonId, userId }: Participant,
  sha256: (text: string) => Uint8Array,
): string | null {
  const { name, salt = '', allocation, variations, force = {} } = experiment;
  const forced = own(force, anonId) ?? (userId === undefined ? undefined : own(force, String(userId)));
  const assigned =
    forced ?? variationOfBucket(bucketOf(sha256(`${salt}:${name}:${anonId}`)), { allocation, variations });
  return assigned === undefined || assigned === CONTROL ? null : assigned;
}

const own = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** One of `BUCKETS`, from the first eight bytes of the digest. */
const bucketOf = (digest: Uint8Array): number => {
  const number = digest.subarray(0, FIRST_BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return Number(number % BigInt(BUCKETS));
};

/** Divides the allocated buckets by weight. */
function variationOfBucket(
  bucket: number,
  { allocation, variations }: Pick<Experiment, 'allocation' | 'variations'>,
): string | undefined {
  const allocated = allocation * BUCKETS_PER_PERCENT;
  if (bucket >= allocated) return undefined;
  const total = variations.reduce((sum, { weight }) => sum + weight, 0);
  let cumulative = 0;
  for (const { name, weight } of variations) {
    cumulative += weight;
    if (bucket * total < cumulative * allocated) return name;
  }
  return undefined;
}
