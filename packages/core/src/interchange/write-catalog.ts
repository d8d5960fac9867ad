import { categoryFaults, parentFaults, productExists, skuFaults, withSlugs } from '../catalog/index.ts';
import { completeVariation, type Product, type Variation } from '../commerce/index.ts';
import { DomainError, type FieldProblem } from '../kernel/errors.ts';
import { faultsOf } from '../kernel/rows.ts';
import type { RecordKind, RecordOf } from './kinds.ts';
import type { ImportPorts } from './ports.ts';
import type { ImportEntry } from './read-lines.ts';

/** The ports, and a callback for refused records. */
export interface ImportTarget {
  readonly ports: ImportPorts;
  readonly refuse: (entry: ImportEntry, problems: readonly FieldProblem[]) => void;
}

type ImportEntryOf<K extends RecordKind> = Extract<ImportEntry, { readonly kind: K }>;

/** The entries of one kind. */
export const only = <K extends RecordKind>(entries: readonly ImportEntry[], kind: K): readonly ImportEntryOf<K>[] =>
  entries.filter((entry): entry is ImportEntryOf<K> => entry.kind === kind);

/** Refuses the entries with faults and returns the others. */
export function withoutFaults<K extends RecordKind>(
  { refuse }: ImportTarget,
  entries: readonly ImportEntryOf<K>[],
  faults: readonly (unknown | undefined)[],
): readonly ImportEntryOf<K>[] {
  return entries.filter((entry, index) => {
    const fault = faults[index];
    if (fault === undefined) return true;
    if (!(fault instanceof DomainError)) throw fault;
    refuse(entry, faultsOf(fault));
    return false;
  });
}

/** The record refers to a missing record. */
export const unknownReference = (member: string): readonly FieldProblem[] => [
  { path: [member], code: 'unknown_reference', message: 'There is nothing with that id.' },
];

/** Stores categories; a parent may precede its child in the same batch. */
export async function writeCategories(
  target: ImportTarget,
  entries: readonly ImportEntryOf<'category'>[],
): Promise<void> {
  const { taxonomy, clock } = target.ports;
  const faults = await parentFaults(
    target.ports,
    entries.map(({ value }) => value),
  );
  const good = withoutFaults(target, entries, faults).map(({ value }) => value);
  if (good.length > 0) await taxonomy.saveCategories(good, clock.now());
}

/** Stores attributes with unique keys and terms. */
export async function writeAttributes(
  target: ImportTarget,
  entries: readonly ImportEntryOf<'attribute'>[],
): Promise<void> {
  const { taxonomy } = target.ports;
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
      target.refuse(entry, [
        { path: ['key'], code: 'shop_rest_attribute_exists', message: 'Another has that key or term.' },
      ]);
    return !isTaken;
  });
  if (good.length > 0) await taxonomy.saveAttributes(good.map(({ value }) => value));
}

/** Stores products, then their variations. */
export async function writeProducts(target: ImportTarget, entries: readonly ImportEntry[]): Promise<void> {
  const { products, facts, clock } = target.ports;
  const sent = only(entries, 'product');
  const categoryProblems = await categoryFaults(
    target.ports,
    sent.map(({ value }) => value),
  );
  const categorized = withoutFaults(target, sent, categoryProblems);
  const variations = await completed(
    target,
    only(entries, 'variation'),
    categorized.map(({ value }) => value),
  );
  const free = await withFreeSkus(target, [...categorized, ...variations]);
  const good = only(free, 'product').map(({ value }) => value);
  if (good.length > 0) {
    const moved = await products.saveProducts(await withSlugs(target.ports, good), clock.now());
    if (moved.length > 0) await facts.markProducts(moved);
  }
  const stored = new Set(good.map(({ id }) => id));
  const refused = new Set(sent.map(({ value }) => value.id).filter((id) => !stored.has(id)));
  const sold = only(free, 'variation').filter((entry) => {
    const isLost = refused.has(entry.value.productId);
    if (isLost) target.refuse(entry, unknownReference('productId'));
    return !isLost;
  });
  // Completed above.
  if (sold.length > 0)
    await products.saveVariations(
      sold.map(({ value }) => value as Variation),
      clock.now(),
    );
}

/** Products and variations share one space of ids and SKUs. */
async function withFreeSkus(
  target: ImportTarget,
  entries: readonly ImportEntryOf<'product' | 'variation'>[],
): Promise<readonly ImportEntry[]> {
  const values = entries.map(({ value }) => value);
  const taken = new Map(await target.ports.products.taken(values.map(({ id }) => id)));
  const faults = await skuFaults(target.ports, values);
  return entries.filter((entry, index) => {
    const { kind, value } = entry;
    const fault = (taken.get(value.id) ?? kind) === kind ? faults[index] : productExists();
    taken.set(value.id, kind);
    if (fault instanceof DomainError) target.refuse(entry, faultsOf(fault));
    return fault === undefined;
  });
}

/** Completes variations with values inherited from their products; refuses those without a product. */
async function completed(
  target: ImportTarget,
  entries: readonly ImportEntryOf<'variation'>[],
  before: readonly Product[],
): Promise<readonly ImportEntryOf<'variation'>[]> {
  const { products, taxonomy } = target.ports;
  const shared = entries.some(({ value }) => value.name === null) ? await taxonomy.attributes() : [];
  const parents = new Map<number, Product | undefined>(before.map((product) => [product.id, product]));
  const ids = [...new Set(entries.map(({ value }) => value.productId))].filter((id) => !parents.has(id));
  for (const id of ids) parents.set(id, await products.find(id));
  return entries.flatMap((entry) => {
    const parent = parents.get(entry.value.productId);
    if (!parent) target.refuse(entry, unknownReference('productId'));
    return parent ? [{ ...entry, value: completeVariation(entry.value, parent, shared) }] : [];
  });
}
