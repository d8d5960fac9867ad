/** Maximum length of a slug, in characters; a number may be added to make it unique. */
const LONGEST = 180;

/**
 * The part of an address that names a product or page: letters and digits of any script in lower case, joined by hyphens,
 * without Latin diacritics. Empty for a text without letters and digits.
 * @example slugOf("Ann's Blue Mug, 0.5 l") // 'anns-blue-mug-0-5-l'
 */
export const slugOf = (text: string): string =>
  [
    ...text
      .normalize('NFKD')
      .replace(/(?<=\p{Script=Latin})[\u0300-\u036f]+|['\u2019]/gu, '')
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  ]
    .slice(0, LONGEST)
    .join('')
    .replace(/^-+|-+$/g, '');

/** A stored record that has a slug. */
export interface SlugOwner {
  readonly id: number;
  readonly slug: string;
}

/** A record whose slug is to be made: from the given slug, else from the name. */
export interface SlugDraft {
  readonly id: number;
  readonly slug: string | null;
  readonly name: string;
}

/** Slugs that a list of drafts may get. */
export const slugCandidates = (drafts: readonly SlugDraft[], word: string): readonly string[] =>
  drafts.flatMap((draft) => {
    const base = plainSlug(draft, word);
    return [base, `${base}-${draft.id}`];
  });

/**
 * A unique slug for each draft, in order: without a given slug the stored one is kept. A slug that another record has gets the
 * id appended.
 * @param owners stored owners of `slugCandidates`, and the drafts that are stored
 * @param word stands in for a name without letters and digits
 */
export function uniqueSlugs(
  drafts: readonly SlugDraft[],
  owners: readonly SlugOwner[],
  word: string,
): readonly string[] {
  const ownerOf = new Map(owners.map(({ id, slug }) => [slug, id]));
  const stored = new Map(owners.map(({ id, slug }) => [id, slug]));
  return drafts.map((draft) => {
    const kept = draft.slug === null ? stored.get(draft.id) : undefined;
    if (kept !== undefined) return kept;
    let slug = plainSlug(draft, word);
    while ((ownerOf.get(slug) ?? draft.id) !== draft.id) slug = `${slug}-${draft.id}`;
    ownerOf.set(slug, draft.id);
    return slug;
  });
}

const plainSlug = ({ slug, name }: SlugDraft, word: string): string =>
  (slug === null ? '' : slugOf(slug)) || slugOf(name) || word;
