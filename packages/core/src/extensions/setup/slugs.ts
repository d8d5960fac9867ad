import type { Digests } from '../../back-office/index.ts';
import { pluginsInvalid } from '../errors.ts';

/** Maximum extensions of one request. */
export const MOST_SLUGS = 50;
const KEY_LENGTH = 200;

/**
 * Reduces names to slugs, each once, sorted. `a:b`, the variant b of a, counts as a.
 * @throws DomainError `shop_rest_invalid_plugins`
 */
export function slugsIn(given: readonly string[] = []): readonly string[] {
  if (given.length > MOST_SLUGS) throw pluginsInvalid(MOST_SLUGS);
  const slugs = [...new Set(given.map(slugOf))].filter((slug) => slug !== '').toSorted();
  if (slugs.length === 0) throw pluginsInvalid(MOST_SLUGS);
  return slugs;
}

/** The slug that a name means; empty if it has no character of a slug. */
export const slugOf = (name: string): string => {
  const [first = ''] = name.split(/[:/]/);
  return first
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '')
    .slice(0, SLUG_LENGTH);
};
const SLUG_LENGTH = 64;

/** The key of a job for a set of slugs. */
export function jobKeyOf({ digests }: { readonly digests: Digests }, slugs: readonly string[]): string {
  const joined = slugs.join(',');
  return joined.length <= KEY_LENGTH ? joined : hexadecimal(digests.sha256(joined));
}

const hexadecimal = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
