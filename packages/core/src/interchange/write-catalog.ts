import { categoryFaults, parentFaults, productExists, skuFaults } from '../catalog/index.ts';
import { completeVariation, type Product, type Variation } from '../commerce/index.ts';
import { DomainError, type FieldProblem } from '../kernel/errors.ts';
import { faultsOf } from '../kernel/rows.ts';
import type { RecordKind, RecordOf } from './kinds.ts';
import type { ImportPorts } from './ports.ts';
import type { Entry } from './read-lines.ts';

/** Stores records, and tells of each that it cannot. */
export interface Writing {
  readonly ports: ImportPorts;
  readonly refuse: (entry: Entry, problems: readonly FieldProblem[]) => void;
}

type EntryOf<K extends RecordKind> = Extract<Entry, { readonly kind: K }>;

/** The entries of one kind. */
export const only = <K extends RecordKind>(entries: readonly Entry[], kind: K): readonly EntryOf<K>[] =>
  entries.filter((entry): entry is EntryOf<K> => entry.kind === kind);

/** The entries without those that are at fault, which are refused. */
export function withoutFaults<K extends RecordKind>(
  { refuse }: Writing,
  entries: readonly EntryOf<K>[],
  faults: readonly (unknown | undefined)[],
): readonly EntryOf<K>[] {
  return entries.filter((entry, index) => {
    const fault = faults[index];
    if (fault === undefined) return true;
    if (!(fault instanceof DomainError)) throw fault;
    refuse(entry, faultsOf(fault));
    return false;
  });
}

/** What a record refers to does not exist. */
export const unknownReference = (member: string): readonly FieldProblem[] => [
  { path: [member], code: 'unknown_reference', message: 'There is nothing with that id.' },
];

/** Stores categories; each may stand below one before it. */
export async function writeCategories(writing: Writing, entries: readonly EntryOf<'category'>[]): Promise<void> {
  const { taxonomy, clock } = writing.ports;
  const faults = await parentFaults(
    writing.ports,
    entries.map(({ value }) => value),
  );
  const good = withoutFaults(writing, entries, faults).map(({ value }) => value);
  if (good.length > 0) await taxonomy.saveCategories(good, clock.now());
}

/** Stores attributes whose keys and terms are nobody else's. */
export async function writeAttributes(writing: Writing, entries: readonly EntryOf<'attribute'>[]): Promise<void> {
  const { taxonomy } = writing.ports;
  const keys = new Map<string, number>();
  const terms = new Map<number, number>();
  const sent = new Set(entries.map(({ value }) => value.id));
  const take = ({ id, key, terms: own }: RecordOf<'attribute'>): boolean => {
    const isFree = (keys.get(key) ?? id) === id && own.every((term) => (terms.get(term.id) ?? id) === id);
    if (!isFree) return false;
    keys.set(key, id);
    for (const term of own) terms.set(term.id, id);
    return true;
  };
  for (const stored of await taxonomy.attributes()) if (!sent.has(stored.id)) take(stored);
  const good = entries.filter((entry) => {
    const isTaken = !take(entry.value);
    if (isTaken)
      writing.refuse(entry, [
        { path: ['key'], code: 'shop_rest_attribute_exists', message: 'Another has that key or term.' },
      ]);
    return !isTaken;
  });
  if (good.length > 0) await taxonomy.saveAttributes(good.map(({ value }) => value));
}

/** Stores products, then their variations. */
export async function writeProducts(writing: Writing, entries: readonly Entry[]): Promise<void> {
  const { products, facts, clock } = writing.ports;
  const sent = only(entries, 'product');
  const misplaced = await categoryFaults(
    writing.ports,
    sent.map(({ value }) => value),
  );
  const placed = withoutFaults(writing, sent, misplaced);
  const variations = await completed(
    writing,
    only(entries, 'variation'),
    placed.map(({ value }) => value),
  );
  const free = await withFreeSkus(writing, [...placed, ...variations]);
  const good = only(free, 'product').map(({ value }) => value);
  if (good.length > 0) {
    const moved = await products.saveProducts(good, clock.now());
    if (moved.length > 0) await facts.markProducts(moved);
  }
  const stored = new Set(good.map(({ id }) => id));
  const refused = new Set(sent.map(({ value }) => value.id).filter((id) => !stored.has(id)));
  const sold = only(free, 'variation').filter((entry) => {
    const isLost = refused.has(entry.value.productId);
    if (isLost) writing.refuse(entry, unknownReference('productId'));
    return !isLost;
  });
  // They have been completed above.
  if (sold.length > 0)
    await products.saveVariations(
      sold.map(({ value }) => value as Variation),
      clock.now(),
    );
}

/** Products and variations share their ids and skus. */
async function withFreeSkus(
  writing: Writing,
  entries: readonly EntryOf<'product' | 'variation'>[],
): Promise<readonly Entry[]> {
  const values = entries.map(({ value }) => value);
  const taken = new Map(await writing.ports.products.taken(values.map(({ id }) => id)));
  const faults = await skuFaults(writing.ports, values);
  return entries.filter((entry, index) => {
    const { kind, value } = entry;
    const fault = (taken.get(value.id) ?? kind) === kind ? faults[index] : productExists();
    taken.set(value.id, kind);
    if (fault instanceof DomainError) writing.refuse(entry, faultsOf(fault));
    return fault === undefined;
  });
}

/** Variations with what they have from their products; those of no product are refused. */
async function completed(
  writing: Writing,
  entries: readonly EntryOf<'variation'>[],
  before: readonly Product[],
): Promise<readonly EntryOf<'variation'>[]> {
  const { products } = writing.ports;
  const parents = new Map<number, Product | undefined>(before.map((product) => [product.id, product]));
  const ids = [...new Set(entries.map(({ value }) => value.productId))].filter((id) => !parents.has(id));
  for (const id of ids) parents.set(id, await products.find(id));
  return entries.flatMap((entry) => {
    const parent = parents.get(entry.value.productId);
    if (!parent) writing.refuse(entry, unknownReference('productId'));
    return parent ? [{ ...entry, value: completeVariation(entry.value, parent) }] : [];
  });
}
