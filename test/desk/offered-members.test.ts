import { describeShop } from '@backroom/composition';
import { defaultShopNames } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import {
  couponFields,
  customerFields,
  orderFields,
  productFields,
  rateFields,
  variationFields,
} from '../../packages/desk/src/shop/fields.ts';
import { en, loadAreas } from '../../packages/desk/src/words/en.ts';

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
}

await loadAreas();
const document = describeShop({ publicUrl: undefined, shopNames: defaultShopNames })() as Document;
const labels = en.shop.choice;

/** Members of an order that are no fields of its form. */
const elsewhere = [
  // A control of its own.
  'status',
  // The time of the change, which the server sets.
  'modified_at',
  // The dialog of its items, which computes the totals.
  ...['total', 'total_tax', 'shipping_total', 'shipping_tax', 'discount_total'],
  ...['lines', 'shipping_lines', 'fee_lines', 'coupon_lines', 'tax_lines'],
];

describe('forms of the shop', () => {
  it.each([
    ['PutShopV3OrdersIdBody', orderFields, elsewhere],
    ['PutShopV3ProductsIdBody', productFields(en, []), []],
    ['PutShopV3ProductsProductIdVariationsIdBody', variationFields(en, { attributes: [] }, []), []],
    ['PutShopV3CustomersIdBody', customerFields, []],
    ['PutShopV3CouponsIdBody', couponFields(labels), []],
    ['PutShopV3TaxesIdBody', rateFields, []],
  ])('offer what can be changed by %s', (body, fields, others) => {
    const members = Object.keys(document.components.schemas[body]?.properties ?? {});
    const offered = new Set(fields.map(({ path }) => path.split('.')[0] ?? path));
    expect(members.length).toBeGreaterThan(3);
    expect([...offered, ...others].toSorted()).toEqual(members.toSorted());
  });
});
