import { type Product, productRecord, type Saleable, type Variation, variationRecord } from '../../commerce/index.ts';
import { type Amount, MILLION } from '../../kernel/numbers/amount.ts';
import { writeRecord } from '../../kernel/records/write-record.ts';

/** Settings that entries depend on. */
export interface FeedContext {
  readonly priceDecimals: number;
  /** Public base address of the site. */
  readonly baseUrl: string;
}

/** Writes the entry of a published product. */
export const productEntry = (product: Product, context: FeedContext): Readonly<Record<string, unknown>> => ({
  ...writeRecord(productRecord, product),
  permalink: product.permalink ?? `${context.baseUrl}/product/${product.slug}`,
  parent_id: 0,
  ...saleMembers(product, context),
});

/** Writes the entry of a published variation. */
export const variationEntry = (variation: Variation, context: FeedContext): Readonly<Record<string, unknown>> => {
  const { product_id, ...members } = writeRecord(variationRecord, variation);
  return { ...members, type: 'variation', parent_id: product_id, ...saleMembers(variation, context) };
};

/** Members that clients of a point of sale expect in addition to the record; money has the decimals of the shop. */
function saleMembers(
  { price, regularPrice, salePrice, image }: Pick<Saleable, 'price' | 'regularPrice' | 'salePrice' | 'image'>,
  { priceDecimals }: FeedContext,
): Readonly<Record<string, unknown>> {
  const money = (amount: Amount | null) => (amount === null ? '' : (amount / MILLION).toFixed(priceDecimals));
  return {
    price: money(price),
    regular_price: money(regularPrice),
    sale_price: money(salePrice),
    on_sale: salePrice !== null && price === salePrice,
    global_unique_id: '',
    images: image === null ? [] : [{ src: image }],
  };
}
