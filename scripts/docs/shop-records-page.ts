import { type RecordKind, recordKinds, schemaOf } from '@backroom/core/interchange';
import { choicesOf, type Schema } from '@backroom/core/interface';
import { code, page, table } from './markdown.ts';

/** Descriptions of the kinds of records. */
const meanings: Readonly<Record<RecordKind, string>> = {
  settings: 'The settings of the shop. Omitted members stay unchanged; there is one such record, without an id.',
  category: 'A category of products; parents come before their children.',
  attribute: 'A property shared by products, with its possible values.',
  tax_rate: 'A tax by place.',
  product: 'A product.',
  variation: 'A variant of a product; omitted members are inherited from the product.',
  coupon: 'A discount code.',
  customer: 'A buyer; with `user_id` a registered one.',
  order: 'A sale. Amounts of lines are net of tax.',
  refund:
    'A refund of an order, in full or in part. Its own `kind` is written as `refund_kind` in files, because `kind` is that of the line.',
  download: 'One download of a purchased file.',
};

/** The kinds of records and their members, from their schemas. */
export const shopRecordsPage = (): string =>
  page(
    'Records of the shop',
    'One JSON object on a line. The same declarations read files and the bodies of `shop/v3`, and write both. How to move a',
    'shop is described in [shop-data.md](shop-data.md). The kinds are in the order of files: a record comes after those it',
    'refers to. An optional member may be omitted, `null` or `""`.',
    '',
    ...table(
      ['kind', 'what it is'],
      recordKinds.map((kind) => [`[${kind}](#${kind})`, meanings[kind]]),
    ),
    ...recordKinds.flatMap((kind) => [
      `## ${kind}`,
      '',
      ...table(['member', 'needed', 'what it can be'], membersOf(schemaOf(kind), '')),
    ]),
  );

/** One row per member, nested ones included. */
function membersOf({ properties }: Schema, above: string): readonly (readonly string[])[] {
  const members = Object.entries(properties ?? {});
  return members.flatMap(([name, { required = false, ...schema }]) => {
    const path = `${above}${name}`;
    const inside = schema.items?.properties ? schema.items : schema;
    const rows = membersOf(inside, `${path}${inside === schema ? '' : '[]'}.`);
    return [[code(path), required ? 'yes' : '', describe(schema)], ...rows];
  });
}

/** The type of a value, in words. */
function describe(schema: Schema): string {
  const { format, maxLength, pattern, items, additionalProperties, maxItems } = schema;
  const words = choicesOf(schema);
  if (words) return words.map(code).join(', ');
  if (format === 'instant') return 'a moment, as `2025-03-30T21:59:59Z`';
  const types = [schema.type].flat().filter((type) => type !== 'null');
  if (format === 'amount') return 'money or a percentage: `"12.50"`';
  switch (types[0]) {
    case 'string':
      return pattern === undefined ? `a text of at most ${maxLength} characters` : `a text like ${code(pattern)}`;
    case 'integer':
      return `a whole number${boundsOf(schema)}`;
    case 'number':
      return 'a number';
    case 'boolean':
      return '`true` or `false`';
    case 'array':
      return `a list of at most ${maxItems}${items?.properties ? '' : `: ${items ? describe(items) : 'anything'}`}`;
    default:
      return typeof additionalProperties === 'object'
        ? `an object, by name: ${describe(additionalProperties)}`
        : 'an object';
  }
}

const boundsOf = ({ minimum, maximum }: Schema): string => {
  const isId = maximum === 2_147_483_647;
  if (isId) return minimum === 0 ? ', 0 for none' : '';
  return minimum === undefined ? '' : ` from ${minimum} to ${maximum}`;
};
