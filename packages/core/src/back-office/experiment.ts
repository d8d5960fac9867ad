/** One way of the shop that an experiment tries. */
export interface ExperimentVariation {
  readonly name: string;
  /** Its share among the others. */
  readonly weight: number;
}

/** Something that is tried with a part of the people who use the shop. */
export interface Experiment {
  readonly name: string;
  /** Another one deals the people out anew. */
  readonly salt?: string;
  /** How many percent of the people take part. */
  readonly allocation: number;
  readonly variations: readonly ExperimentVariation[];
  /** Who gets which variation, whatever would be dealt: by anonymous id, or by the id of an account. */
  readonly force?: Readonly<Record<string, string>>;
  /** RFC 3339; before that nobody takes part. */
  readonly start?: string;
  /** RFC 3339; from then on nobody takes part. */
  readonly end?: string;
}

/** Somebody who may take part. */
export interface Participant {
  readonly anonId: string;
  readonly userId: number | undefined;
}

/** What everything that is not tried is called. */
const CONTROL = 'control';
const BUCKETS = 10_000;
const BUCKETS_PER_PERCENT = 100;
const FIRST_BYTES = 8;

/** Whether anybody takes part at this moment. */
export const isRunning = ({ start, end }: Experiment, now: Date): boolean =>
  (start === undefined || now >= new Date(start)) && (end === undefined || now < new Date(end));

/**
 * Deals somebody a variation; null is the shop as it is. The same person gets the same one each time, in every process.
 */
export function variationFor(
  experiment: Experiment,
  { anonId, userId }: Participant,
  sha256: (text: string) => Uint8Array,
): string | null {
  const { name, salt = '', allocation, variations, force = {} } = experiment;
  const forced = own(force, anonId) ?? (userId === undefined ? undefined : own(force, String(userId)));
  const dealt = forced ?? dealtIn(bucketOf(sha256(`${salt}:${name}:${anonId}`)), { allocation, variations });
  return dealt === undefined || dealt === CONTROL ? null : dealt;
}

const own = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** One of 10,000, from the first eight bytes. */
const bucketOf = (digest: Uint8Array): number => {
  const number = digest.subarray(0, FIRST_BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return Number(number % BigInt(BUCKETS));
};

/** Those who take part are shared out by weight. */
function dealtIn(
  bucket: number,
  { allocation, variations }: Pick<Experiment, 'allocation' | 'variations'>,
): string | undefined {
  const taking = allocation * BUCKETS_PER_PERCENT;
  if (bucket >= taking) return undefined;
  const total = variations.reduce((sum, { weight }) => sum + weight, 0);
  let reached = 0;
  for (const { name, weight } of variations) {
    reached += weight;
    if (bucket * total < reached * taking) return name;
  }
  return undefined;
}
