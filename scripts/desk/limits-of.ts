// The longest texts that routes take, for the fields of forms.

interface Schema {
  readonly $ref?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Bodies by the form of the desk that sends them. */
const forms = {
  item: 'PostItemsBody',
  place: 'PostLocationsBody',
  category: 'PostCategoriesBody',
  operation: 'PostOperationsBody',
  reversal: 'PostOperationsIdReverseBody',
  person: 'PostUsersBody',
  orders: 'PostShopV3OrdersBody',
  products: 'PostShopV3ProductsBody',
  variations: 'PostShopV3ProductsProductIdVariationsBody',
  productCategories: 'PostShopV3ProductsCategoriesBody',
  customers: 'PostShopV3CustomersBody',
  coupons: 'PostShopV3CouponsBody',
  taxes: 'PostShopV3TaxesBody',
  refund: 'PostShopV3OrdersOrderIdRefundsBody',
} as const;

/** A module with the limits of each form by the path of the member: `billing.city`. */
export function limitsOf(documents: readonly unknown[]): string {
  const schemas = Object.assign({}, ...(documents as readonly Document[]).map(({ components }) => components.schemas));
  const tables = Object.entries(forms).map(([form, name]) => {
    const body = (schemas as Readonly<Record<string, Schema>>)[name];
    if (!body) throw new Error(`No route has a body ${name}.`);
    return `  ${form}: ${JSON.stringify(Object.fromEntries(lengthsIn(body, schemas)))},`;
  });
  return `// Made by scripts/write-desk-types.ts from the route tables.
/** The longest text of each member, by form. */
export const limits = {
${tables.join('\n')}
} as const;
`;
}

type Length = readonly [path: string, length: number];

function lengthsIn(body: Schema, schemas: Readonly<Record<string, Schema>>): readonly Length[] {
  return Object.entries(body.properties ?? {}).flatMap(([name, member]): readonly Length[] => {
    if (member.maxLength !== undefined) return [[name, member.maxLength]];
    const [{ $ref: ref } = {} as Schema] = (member.anyOf ?? [member]).filter((each) => each.$ref !== undefined);
    const part = ref === undefined ? member : schemas[ref.split('/').at(-1) ?? ''];
    return part?.properties ? lengthsIn(part, schemas).map(([path, length]) => [`${name}.${path}`, length]) : [];
  });
}
