import { type Product, type ProductStatus, productRecord, productStatuses } from '../../commerce/index.ts';
import { collectionOf, type RemoveInput } from '../../kernel/records/collection.ts';
import { resolved, type SentFilter } from '../../kernel/records/moments.ts';
import { type StatusTotals, statusTotals } from '../../kernel/records/status-totals.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noSuchProduct, productExists } from '../errors.ts';
import { withLedgerStock, withStock } from '../ledger-stock.ts';
import type { CatalogPorts, ProductCountFilter, ProductFilter } from '../ports.ts';
import { categoryFaults, skuFaults } from '../references.ts';
import { withSlugs } from '../slugs.ts';

const products = collectionOf<CatalogPorts, Product, ProductFilter>({
  word: 'product',
  schema: productRecord,
  access: 'edit_products',
  reading: 'manage_store',
  find: (ports, id) => ports.products.find(id),
  hold: ({ recordLocks }, id) => recordLocks.hold('product', id),
  nextId: async (ports) => (await ports.products.nextIds(1))[0],
  defaults: ({ clock }) => ({ type: 'simple', status: 'publish', created_at: clock.now().toISOString() }),
  prepare: async (ports, product) => (await withSlugs(ports, [product]))[0] ?? product,
  save,
  remove: async (ports, { id }) => markMoved(ports, await ports.products.remove([id])),
  async list(ports, { filter, page }) {
    const { entries, total } = await ports.products.list(filter, page);
    return { entries: await withLedgerStock(ports, entries), total };
  },
  shown: withStock,
  missing: noSuchProduct,
  exists: productExists,
});

async function save(ports: CatalogPorts, product: Product, before: Product | undefined): Promise<void> {
  // The id may belong to a variation.
  if (!before && (await ports.products.taken([product.id])).size > 0) throw productExists();
  const [fault] = [...(await skuFaults(ports, [product])), ...(await categoryFaults(ports, [product]))].filter(Boolean);
  if (fault) throw fault;
  await markMoved(ports, await ports.products.saveProducts([product], ports.clock.now()));
}

/** Category roll-ups follow products whose categories changed. */
async function markMoved({ facts }: CatalogPorts, moved: readonly number[]): Promise<void> {
  if (moved.length > 0) await facts.markProducts(moved);
}

/**
 * Creates a product from its record.
 * @throws DomainError `validation_failed`, `shop_rest_product_exists`, `unknown_reference`
 */
export const createProduct = products.create;
/**
 * Changes members of a product.
 * @throws DomainError `shop_rest_product_invalid_id`, `validation_failed`, `shop_rest_product_exists`, `unknown_reference`
 */
export const updateProduct = products.change;
/**
 * Reads one product by id, in the trash or not.
 * @throws DomainError `shop_rest_product_invalid_id`
 */
export const readProduct = products.read;
/** Lists products, one page at a time. */
export const listProducts = products.list;

/** Input of `countProducts`. */
export interface CountProductsInput {
  readonly filter: SentFilter<ProductCountFilter>;
}

/** Counts products by status. */
export const countProducts = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: CatalogPorts) =>
    async (_, { filter }: CountProductsInput): Promise<StatusTotals<ProductStatus>> => {
      const counted = await ports.products.countByStatus(await resolved<ProductCountFilter>(ports, filter));
      return statusTotals(productStatuses, counted, ['auto-draft']);
    },
);

/** Input of `deleteProduct`. */
export interface DeleteProductInput extends RemoveInput {
  /** False moves it to the trash; true deletes it permanently. */
  readonly force: boolean;
}

/**
 * Moves a product to the trash, or deletes it with its variations; orders keep their lines.
 * @throws DomainError `shop_rest_product_invalid_id`
 */
export const deleteProduct = useCase(
  {
    access: 'edit_products',
    effect: 'write',
    audit: 'product.delete',
    refusals: { 'not-found': ['shop_rest_product_invalid_id'] },
  },
  (ports: CatalogPorts) =>
    async (_, { force, ...input }: DeleteProductInput, { note }): Promise<Product> => {
      const { change, remove } = products.steps;
      if (force) return remove(ports, { input, note });
      return change(ports, { input: { ...input, record: { status: 'trash' } }, note });
    },
);
