import type { ProductCategory } from '../../commerce/index.ts';
import { chunksOf } from '../../kernel/chunks.ts';
import { useCase } from '../../kernel/use-case.ts';
import { lineOf, type RecordKind, type RecordOf } from '../kinds.ts';
import type { ImportPorts } from '../ports.ts';

/** Streams every record as a line of the interchange format, without terminator; a record follows those it refers to. */
export const exportRecords = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: ImportPorts) =>
    async (_, __: object): Promise<AsyncIterable<string>> =>
      linesOf(ports),
);

async function* linesOf(ports: ImportPorts): AsyncGenerator<string, void, undefined> {
  const { products, taxonomy, taxRates, coupons, customers, orders, downloads } = ports;
  yield lineOf('settings', await ports.shopSettings.read());
  for (const category of parentsFirst(await categoriesOf(ports))) yield lineOf('category', category);
  for (const attribute of (await taxonomy.attributes()).toSorted((a, b) => a.id - b.id))
    yield lineOf('attribute', attribute);
  yield* all('tax_rate', (id, most) => taxRates.walk(id, most));
  yield* all('product', (id, most) => products.walk(id, most));
  yield* all('variation', (id, most) => products.walkVariations(id, most));
  yield* all('coupon', (id, most) => coupons.walk(id, most));
  yield* all('customer', (id, most) => customers.walk(id, most));
  const stored = (id: number, most: number) => orders.walk(id, most);
  for await (const portion of chunksOf(stored, ({ order }) => order.id))
    for (const { order } of portion) yield lineOf('order', order);
  for await (const portion of chunksOf(stored, ({ order }) => order.id))
    for (const refund of portion.flatMap(({ refunds }) => refunds)) yield lineOf('refund', refund);
  yield* all('download', (id, most) => downloads.walk(id, most));
}

async function* all<K extends RecordKind>(
  kind: K,
  walk: (afterId: number, most: number) => Promise<readonly (RecordOf<K> & { readonly id: number })[]>,
): AsyncGenerator<string, void, undefined> {
  for await (const portion of chunksOf(walk, ({ id }) => id)) for (const each of portion) yield lineOf(kind, each);
}

async function categoriesOf({ taxonomy }: ImportPorts): Promise<readonly ProductCategory[]> {
  const categories: ProductCategory[] = [];
  const walk = (id: number, most: number) => taxonomy.walkCategories(id, most);
  for await (const portion of chunksOf(walk, ({ id }) => id)) categories.push(...portion);
  return categories;
}

/** Sorts categories in breadth-first order, by id within a parent. */
function parentsFirst(categories: readonly ProductCategory[]): readonly ProductCategory[] {
  const below = Map.groupBy(categories, ({ parentId }) => parentId);
  const sorted = [...(below.get(null) ?? [])];
  for (const category of sorted) sorted.push(...(below.get(category.id) ?? []));
  return sorted;
}
