import { isObject } from '../../kernel/reading/storable.ts';
import {
  amount,
  choice,
  defaulted,
  flag,
  hooked,
  id,
  instant,
  listOrNone,
  type MembersOf,
  mapOf,
  optional,
  quantity,
  recordOf,
  type SchemaOf,
  text,
  whole,
} from '../../kernel/records/values.ts';
import {
  type Attribute,
  backorderRules,
  type Product,
  type ProductAttribute,
  type ProductFile,
  productStatuses,
  productTypes,
  type Saleable,
  stockStatuses,
  type Variation,
} from '../product.ts';

/** Permitted names of attributes and properties chosen by the sender. */
export const freeNames = /^[^\0\p{Cs}]{1,200}$/u;
/** Maximum length of a description, in characters. */
const LONGEST = 1_000_000;

const fileRecord = recordOf<ProductFile>('ProductFile', { id: text(), name: defaulted(text(), ''), file: text(2_000) });

/** Some shops send `file_name` instead of `file`. */
const fileOrName: SchemaOf<ProductFile> = hooked(
  { ...fileRecord, ignores: ['file_name'] },
  {
    before(raw) {
      if (!isObject(raw) || !('file_name' in raw)) return raw;
      const { file_name: file, ...rest } = raw;
      return { file, ...rest };
    },
  },
);

const idOrText: SchemaOf<number | string> = { ...text(), ...id, type: ['integer', 'string'] };

const attributeRecord = recordOf<ProductAttribute>('ProductAttribute', {
  id: defaulted(whole(0, Number.MAX_SAFE_INTEGER), 0),
  name: text(),
  slug: defaulted(text(), ''),
  options: listOrNone(idOrText),
  variation: defaulted(flag, false),
});

type SaleFields = Omit<Saleable, 'id' | 'name' | 'createdAt'>;

const sold: MembersOf<SaleFields> = {
  sku: optional(text(255)),
  status: defaulted(choice(productStatuses), 'publish'),
  price: optional(amount),
  regular_price: optional(amount),
  sale_price: optional(amount),
  virtual: defaulted(flag, false),
  downloadable: defaulted(flag, false),
  manage_stock: defaulted(flag, false),
  stock_quantity: optional(quantity),
  stock_status: defaulted(choice(stockStatuses), 'instock'),
  backorders: defaulted(choice(backorderRules), 'no'),
  low_stock_amount: optional(quantity),
  files: listOrNone(fileOrName, 1_000),
  image: optional(text(2_000)),
  permalink: optional(text(2_000)),
  description: optional(text(LONGEST)),
};

export const productRecord = recordOf<Product>('Product', {
  id,
  type: choice(productTypes),
  name: text(),
  slug: optional(text(200)),
  ...sold,
  status: choice(productStatuses),
  created_at: instant,
  category_ids: listOrNone(id, 1_000),
  attributes: listOrNone(attributeRecord, 1_000),
});

/** A variation as received: absent members are inherited from its product. */
export interface VariationDraft extends Omit<Variation, 'name' | 'createdAt'> {
  readonly name: string | null;
  readonly createdAt: Date | null;
}

export const variationRecord = recordOf<VariationDraft>('Variation', {
  id,
  product_id: id,
  name: optional(text()),
  ...sold,
  created_at: optional(instant),
  attributes: mapOf(defaulted(text(), ''), freeNames),
});

type WithAttributes = Pick<VariationDraft, 'attributes'>;

const chosenOf = ({ attributes }: WithAttributes) => Object.entries(attributes).filter(([, value]) => value !== '');

const valuesOf = (draft: WithAttributes): readonly string[] => chosenOf(draft).map(([, value]) => value);

/** The values as people know them: terms of shared attributes by their names. */
const namesOf = (draft: WithAttributes, shared: readonly Attribute[]): readonly string[] =>
  chosenOf(draft).map(([key, value]) => {
    const { terms = [] } = shared.find((each) => each.key === key) ?? {};
    return terms.find(({ slug }) => slug === value)?.name ?? value;
  });

/**
 * A variation completed with inherited members, named by its values in the shared attributes. Some shops send the
 * product's SKU for a variation that has none of its own.
 */
export const completeVariation = (
  draft: VariationDraft,
  { name, createdAt, sku }: Pick<Product, 'name' | 'createdAt' | 'sku'>,
  shared: readonly Attribute[],
): Variation => ({
  ...draft,
  name: draft.name ?? [name, ...namesOf(draft, shared)].join(' - '),
  createdAt: draft.createdAt ?? createdAt,
  sku: draft.sku?.toLowerCase() === sku?.toLowerCase() ? null : draft.sku,
});

/** The name of a variation whose attributes changed: values at its end, or their names, follow; other names stay. */
export function nameAfterChange(
  before: Variation,
  draft: VariationDraft,
  { product, shared }: { readonly product: Pick<Product, 'name'>; readonly shared: readonly Attribute[] },
): string {
  const values = valuesOf(before);
  const stem = stemOf(before.name, namesOf(before, shared)) ?? stemOf(before.name, values);
  const isMade = stem !== undefined && (values.length > 0 || stem === product.name);
  return isMade ? [stem, ...namesOf(draft, shared)].join(' - ') : before.name;
}

/** A name without these values at its end, in any order; undefined if it does not end with them. */
function stemOf(name: string, values: readonly string[]): string | undefined {
  const last = values.find((value) => name.endsWith(` - ${value}`));
  if (last === undefined) return values.length === 0 ? name : undefined;
  return stemOf(name.slice(0, -` - ${last}`.length), values.toSpliced(values.indexOf(last), 1));
}
