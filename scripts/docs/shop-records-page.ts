import { codecOf, type RecordKind, recordKinds } from '@backroom/core';
import { code, page, table } from './markdown.ts';

type Schema = ReturnType<typeof codecOf>['schema'];

/** What a record of each kind is. */
const meanings: Readonly<Record<RecordKind, string>> = {
  settings: 'What the shop has decided. Members that are left out stay as they are; there is one, without an id.',
  category: 'A heading that products stand under; one below another comes after it.',
  attribute: 'A property that products share, with the values it can have.',
  tax_rate: 'A tax by place.',
  product: 'Something that is sold.',
  variation: 'One of the forms of a product; what it leaves out it has from its product.',
  coupon: 'A code that takes something off.',
  customer: 'Somebody who bought something; with `user_id` a registered buyer.',
  order: 'What somebody bought. Amounts of lines are net of tax.',
  refund:
    'What was given back of an order. Its own `kind` is written as `refund_kind` in files, because `kind` is that of the line.',
  download: 'One time at which a file was fetched that somebody bought.',
};

/** The kinds of records and their members, from the declarations that read and write them. */
export const shopRecordsPage = (): string =>
  page(
    'Records of the shop',
    'One JSON object on a line. The same declarations read files and the bodies of `shop/v3`, and write both. How to move a',
    'shop is told in [shop-data.md](shop-data.md). The kinds stand in the order of files: a record comes after what it',
    'refers to. A member that need not be there may be left out, `null` or `""`.',
    '',
    ...table(
      ['kind', 'what it is'],
      recordKinds.map((kind) => [`[${kind}](#${kind})`, meanings[kind]]),
    ),
    ...recordKinds.flatMap((kind) => [
      `## ${kind}`,
      '',
      ...table(['member', 'needed', 'what it can be'], membersOf(codecOf(kind).schema, '')),
    ]),
  );

/** The rows of the members of an object, those of objects inside of it among them. */
function membersOf({ properties }: Schema, above: string): readonly (readonly string[])[] {
  const members = Object.entries<Schema & { readonly required?: boolean }>(properties ?? {});
  return members.flatMap(([name, { required = false, ...schema }]) => {
    const path = `${above}${name}`;
    const inside = schema.items?.properties ? schema.items : schema;
    const rows = membersOf(inside, `${path}${inside === schema ? '' : '[]'}.`);
    return [[code(path), required ? 'yes' : '', describe(schema)], ...rows];
  });
}

/** What a value can be, in a few words. */
function describe(schema: Schema): string {
  const { enum: words, format, maxLength, pattern, items, additionalProperties, maxItems } = schema;
  if (words) return words.map(code).join(', ');
  if (format) return 'a moment, as `2025-03-30T21:59:59Z`';
  const types = [schema.type].flat().filter((type) => type !== 'null');
  if (types.join() === 'string,number') return 'money or a percentage: `"12.50"`';
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
      return additionalProperties ? `an object, by name: ${describe(additionalProperties)}` : 'an object';
  }
}

const boundsOf = ({ minimum, maximum }: Schema): string => {
  const isId = maximum === 2_147_483_647;
  if (isId) return minimum === 0 ? ', 0 for none' : '';
  return minimum === undefined ? '' : ` from ${minimum} to ${maximum}`;
};
