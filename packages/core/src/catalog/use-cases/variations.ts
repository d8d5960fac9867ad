import type { Product, Variation } from '../../commerce/index.ts';
import { completeVariation, nameAfterChange, variationRecord } from '../../commerce/index.ts';
import { type AuditNote, auditChangesOf } from '../../kernel/audit.ts';
import type { Page } from '../../kernel/page.ts';
import {
  type ChangeInput,
  type CreateInput,
  isGiven,
  type ListInput,
  overlaid,
  type RecordInput,
  type RemoveInput,
} from '../../kernel/records/collection.ts';
import { demandTag, type ExpectedTags } from '../../kernel/records/entity-tag.ts';
import { resolved } from '../../kernel/records/moments.ts';
import { demandRecord } from '../../kernel/records/read-record.ts';
import { writeRecord } from '../../kernel/records/write-record.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noSuchProduct, noSuchVariation, variationExists } from '../errors.ts';
import { withLedgerStock, withStock } from '../ledger-stock.ts';
import type { CatalogPorts, ProductFilter } from '../ports.ts';
import { skuFaults } from '../references.ts';

/** Identifies the parent product. */
export interface OfProduct {
  readonly productId: number;
}

async function demandProduct({ products }: CatalogPorts, id: number): Promise<Product> {
  const product = await products.find(id);
  if (!product) throw noSuchProduct();
  return product;
}

interface OwnedVariation {
  readonly product: Product;
  readonly variation: Variation;
}

async function demandVariation(
  ports: CatalogPorts,
  { productId, id }: OfProduct & RecordInput,
): Promise<OwnedVariation> {
  const product = await demandProduct(ports, productId);
  const variation = await ports.products.findVariation(id);
  if (variation?.productId !== productId) throw noSuchVariation();
  return { product, variation };
}

/** The same, locked, before a change. */
async function demandUnchanged(
  ports: CatalogPorts,
  place: OfProduct & RecordInput,
  expectedTags: ExpectedTags,
): Promise<OwnedVariation> {
  await ports.recordLocks.hold('product', place.id);
  const owned = await demandVariation(ports, place);
  if (expectedTags === undefined) return owned;
  demandTag(variationRecord, await withStock(ports, owned.variation), expectedTags);
  return owned;
}

interface Saving {
  readonly variation: Variation;
  readonly before: Variation | undefined;
  readonly note: AuditNote;
}

async function save(ports: CatalogPorts, { variation, before, note }: Saving): Promise<Variation> {
  const [fault] = await skuFaults(ports, [variation]);
  if (fault) throw variationExists();
  await ports.products.saveVariations([variation], ports.clock.now());
  const written = (each: Variation) => writeRecord(variationRecord, each);
  note({ changes: auditChangesOf(before && written(before), written(variation)) });
  return variation;
}

/**
 * Creates a variation of a product from its record; absent members are inherited from the product.
 * @throws DomainError `shop_rest_product_invalid_id`, `validation_failed`, `shop_rest_variation_exists`
 */
export const createVariation = useCase(
  {
    access: 'edit_products',
    effect: 'write',
    audit: 'variation.create',
    refusals: { 'not-found': ['shop_rest_product_invalid_id'], conflict: ['shop_rest_variation_exists'] },
  },
  (ports: CatalogPorts) =>
    async (_, { productId, record }: CreateInput & OfProduct, { note }): Promise<Variation> => {
      const product = await demandProduct(ports, productId);
      const id = isGiven(record.id) ? record.id : (await ports.products.nextIds(1))[0];
      const defaults = { created_at: ports.clock.now().toISOString() };
      const draft = demandRecord(variationRecord, { ...defaults, ...record, id, product_id: productId });
      note({ target: { type: 'variation', id: draft.id } });
      if (isGiven(record.id)) await ports.recordLocks.hold('product', draft.id);
      if ((await ports.products.taken([draft.id])).size > 0) throw variationExists();
      const variation = completeVariation(draft, product, await ports.taxonomy.attributes());
      return withStock(ports, await save(ports, { variation, before: undefined, note }));
    },
);

/**
 * Changes members of a variation; a name made of its attributes follows them.
 * @throws DomainError `shop_rest_product_invalid_id`, `shop_rest_variation_invalid_id`, `validation_failed`, `shop_rest_variation_exists`
 */
export const updateVariation = useCase(
  {
    access: 'edit_products',
    effect: 'write',
    audit: 'variation.update',
    refusals: {
      'not-found': ['shop_rest_product_invalid_id', 'shop_rest_variation_invalid_id'],
      conflict: ['shop_rest_variation_exists'],
    },
  },
  (ports: CatalogPorts) =>
    async (_, { record, expectedTags, ...place }: ChangeInput & OfProduct, { note }): Promise<Variation> => {
      note({ target: { type: 'variation', id: place.id } });
      const { product, variation: before } = await demandUnchanged(ports, place, expectedTags);
      const fixed = { id: place.id, product_id: place.productId };
      const draft = demandRecord(variationRecord, overlaid(variationRecord, before, { ...record, ...fixed }));
      const follows = record.name === undefined && record.attributes !== undefined;
      const shared = follows || draft.name === null ? await ports.taxonomy.attributes() : [];
      const name = follows ? nameAfterChange(before, draft, { product, shared }) : draft.name;
      const variation = completeVariation({ ...draft, name }, { ...product, createdAt: before.createdAt }, shared);
      return withStock(ports, await save(ports, { variation, before, note }));
    },
);

/** Input of `deleteVariation`. */
export interface DeleteVariationInput extends RemoveInput, OfProduct {
  /** False moves it to the trash; true deletes it permanently. */
  readonly force: boolean;
}

/**
 * Moves a variation to the trash, or deletes it; orders keep their lines.
 * @throws DomainError `shop_rest_product_invalid_id`, `shop_rest_variation_invalid_id`
 */
export const deleteVariation = useCase(
  {
    access: 'edit_products',
    effect: 'write',
    audit: 'variation.delete',
    refusals: { 'not-found': ['shop_rest_product_invalid_id', 'shop_rest_variation_invalid_id'] },
  },
  (ports: CatalogPorts) =>
    async (_, { force, expectedTags, ...place }: DeleteVariationInput, { note }): Promise<Variation> => {
      note({ target: { type: 'variation', id: place.id } });
      const { variation: before } = await demandUnchanged(ports, place, expectedTags);
      if (!force) return save(ports, { variation: { ...before, status: 'trash' }, before, note });
      await ports.products.remove([place.id]);
      return before;
    },
);

/**
 * Reads one variation of a product.
 * @throws DomainError `shop_rest_product_invalid_id`, `shop_rest_variation_invalid_id`
 */
export const readVariation = useCase(
  {
    access: 'manage_store',
    effect: 'read',
    refusals: { 'not-found': ['shop_rest_product_invalid_id', 'shop_rest_variation_invalid_id'] },
  },
  (ports: CatalogPorts) =>
    async (_, place: RecordInput & OfProduct): Promise<Variation> =>
      withStock(ports, (await demandVariation(ports, place)).variation),
);

/**
 * Lists the variations of a product, one page at a time.
 * @throws DomainError `shop_rest_product_invalid_id`
 */
export const listVariations = useCase(
  { access: 'manage_store', effect: 'read', refusals: { 'not-found': ['shop_rest_product_invalid_id'] } },
  (ports: CatalogPorts) =>
    async (_, { productId, filter, page }: ListInput<ProductFilter> & OfProduct): Promise<Page<Variation>> => {
      await demandProduct(ports, productId);
      const bounded = await resolved<ProductFilter>(ports, filter);
      const { entries, total } = await ports.products.listVariations(productId, bounded, page);
      return { entries: await withLedgerStock(ports, entries), total };
    },
);
