import type { NewProduct } from './new-products.ts';

const published = { status: 'publish', type: 'simple' } as const;

const simple = (
  number: number,
  { name, price, description }: { readonly name: string; readonly price: string; readonly description: string },
): NewProduct => ({
  record: { ...published, sku: `sample-${number}`, name, description, price, regular_price: price },
});

const sizes = ['Small', 'Medium', 'Large'] as const;

const shirt: NewProduct = {
  record: {
    ...published,
    type: 'variable',
    sku: 'sample-shirt',
    name: 'Linen shirt',
    description: 'A light shirt for warm days, in three sizes.',
    attributes: [{ name: 'Size', slug: 'size', options: sizes, variation: true }],
  },
  variations: sizes.map((size) => ({
    sku: `sample-shirt-${size.toLowerCase()}`,
    status: 'publish',
    price: '39.00',
    regular_price: '39.00',
    attributes: { size },
  })),
};

const handbook: NewProduct = {
  record: {
    ...published,
    sku: 'sample-handbook',
    name: 'Handbook of knots (e-book)',
    description: 'Forty knots with drawings, as a file.',
    price: '7.50',
    regular_price: '7.50',
    virtual: true,
    downloadable: true,
  },
};

/** Products to try the shop with. */
export const sampleProducts: readonly NewProduct[] = [
  simple(1, { name: 'Stoneware mug', price: '14.00', description: 'A mug for 300 ml, glazed by hand.' }),
  simple(2, { name: 'Wool blanket', price: '89.00', description: 'Woven of undyed wool, 130 by 180 cm.' }),
  simple(3, { name: 'Oak chopping board', price: '32.50', description: 'Oiled oak, 40 by 25 cm.' }),
  simple(4, { name: 'Beeswax candle', price: '6.90', description: 'Burns for twelve hours.' }),
  simple(5, { name: 'Canvas bag', price: '18.00', description: 'A bag of strong cotton with two handles.' }),
  simple(6, { name: 'Enamel lamp', price: '64.00', description: 'A hanging lamp with a white enamel shade.' }),
  simple(7, { name: 'Notebook', price: '9.80', description: 'Two hundred blank pages, sewn.' }),
  handbook,
  shirt,
];

const PLACEHOLDERS = 6;

/** Drafts that the owner turns into products; not public. */
export const placeholderProducts: readonly NewProduct[] = Array.from({ length: PLACEHOLDERS }, (_, index) => ({
  record: { type: 'simple', status: 'draft', sku: `placeholder-${index + 1}`, name: `Placeholder ${index + 1}` },
}));
