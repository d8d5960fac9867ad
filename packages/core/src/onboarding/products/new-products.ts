import { withSlugs } from '../../catalog/index.ts';
import {
  completeVariation,
  type Product,
  productRecord,
  type Variation,
  variationRecord,
} from '../../commerce/index.ts';
import type { SentRecord } from '../../kernel/records/collection.ts';
import { demandRecord } from '../../kernel/records/read-record.ts';
import type { OnboardingPorts } from '../ports.ts';

/** A product to be added, with members as in files; its variations have SKUs of their own. */
export interface NewProduct {
  readonly record: SentRecord & { readonly sku: string };
  readonly variations?: readonly (SentRecord & { readonly sku: string })[];
}

/** Ids of the added products and variations, and the products whose SKU exists. */
export interface AddedProducts {
  readonly products: readonly number[];
  readonly variations: readonly number[];
  readonly existing: readonly { readonly sku: string; readonly id: number }[];
}

/** Adds the products of which no SKU exists yet; inside a unit of work that holds the state of onboarding. */
export async function addProducts(ports: OnboardingPorts, wanted: readonly NewProduct[]): Promise<AddedProducts> {
  const owners = await ports.products.ownersOf(wanted.flatMap(skusOf));
  const ownerOf = (sku: string) => owners.get(sku.toLowerCase());
  const added = wanted.filter((each) => skusOf(each).every((sku) => ownerOf(sku) === undefined));
  const existing = wanted.flatMap((each) => {
    const [sku] = skusOf(each).filter((own) => ownerOf(own) !== undefined);
    return sku === undefined ? [] : [{ sku, id: ownerOf(sku) ?? 0 }];
  });
  const { products, variations } = await withIds(ports, added);
  const now = ports.clock.now();
  await ports.products.saveProducts(await withSlugs(ports, products), now);
  if (variations.length > 0) await ports.products.saveVariations(variations, now);
  return { products: products.map(({ id }) => id), variations: variations.map(({ id }) => id), existing };
}

const skusOf = ({ record, variations = [] }: NewProduct): readonly string[] => [
  record.sku,
  ...variations.map(({ sku }) => sku),
];

async function withIds({ products: store, taxonomy, clock }: OnboardingPorts, wanted: readonly NewProduct[]) {
  const count = wanted.flatMap(skusOf).length;
  const ids = (count > 0 ? await store.nextIds(count) : []).values();
  const created_at = clock.now().toISOString();
  const shared = await taxonomy.attributes();
  const products: Product[] = [];
  const variations: Variation[] = [];
  for (const { record, variations: own = [] } of wanted) {
    const product = demandRecord(productRecord, { ...record, created_at, id: ids.next().value });
    products.push(product);
    for (const variation of own) {
      const id = ids.next().value;
      const draft = demandRecord(variationRecord, { ...variation, created_at, id, product_id: product.id });
      variations.push(completeVariation(draft, product, shared));
    }
  }
  return { products, variations };
}
