// Writes for the desk, from the route tables: the types of both interfaces, as openapi-fetch reads them, and the limits of forms.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeInventory, describeShop } from '@backroom/composition';
import { defaultShopNames } from '@backroom/core/interface';
import { limitsOf } from './desk/limits-of.ts';
import { type Json, typeOf } from './desk/typescript-of.ts';

const folder = fileURLToPath(new URL('../packages/desk/src/data/api/', import.meta.url));

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Json; readonly responses: Readonly<Record<string, Answer>> };
}
interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: unknown;
  }[];
  readonly requestBody?: Answer & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Answer>>;
}
interface Answer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

/** Media types that the desk sends and reads. */
const spoken = ['application/json', 'application/problem+json', 'text/csv', 'multipart/form-data'];

function describe(document: unknown): string {
  const { paths, components } = document as Document;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `  ${name}: ${typeOf(schema)};`);
  const addresses = Object.entries(paths).map(([path, operations]) => {
    const methods = Object.entries(operations).map(
      ([method, operation]) => `    ${method}: ${describeOperation(operation)};`,
    );
    return `  ${JSON.stringify(path)}: {\n${methods.join('\n')}\n  };`;
  });
  return `/* Made by scripts/write-desk-types.ts from the route tables. */
/** Schemas by name. */
export interface Schemas {
${schemas.join('\n')}
}
type S = Schemas;
/** Operations by path and method. */
export interface paths {
${addresses.join('\n')}
}
`;
}

function describeOperation({ parameters = [], requestBody, responses }: Operation): string {
  const places = ['query', 'header', 'path'].flatMap((place) => {
    const here = parameters.filter((each) => each.in === place);
    if (here.length === 0) return [];
    const isOptional = here.every(({ required }) => required !== true);
    const members = here.map(
      ({ name, required, schema }) => `${JSON.stringify(name)}${required === true ? '' : '?'}: ${typeOf(schema)}`,
    );
    return [`${place}${isOptional ? '?' : ''}: { ${members.join('; ')} }`];
  });
  const body = requestBody && contentOf(requestBody);
  const answers = Object.entries(responses).flatMap(([status, answer]) => {
    const number = status.startsWith('2') ? status : 'default';
    return number === 'default'
      ? []
      : [`${number}: { headers: { [name: string]: unknown }; content: ${contentOf(answer)} }`];
  });
  answers.push("default: { headers: { [name: string]: unknown }; content: { 'application/json': unknown } }");
  return [
    '{',
    `parameters: { ${places.join('; ')} };`,
    body === undefined ? '' : `requestBody${requestBody?.required === true ? '' : '?'}: { content: ${body} };`,
    `responses: { ${answers.join('; ')} }`,
    '}',
  ].join(' ');
}

function contentOf({ content = {} }: Answer): string {
  const told = Object.entries(content).filter(([type]) => spoken.includes(type));
  return `{ ${told.map(([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema)}`).join('; ')} }`;
}

function write(name: string, text: string): void {
  const path = join(folder, name);
  try {
    // An unchanged file keeps its time, so that the compiler does nothing.
    if (readFileSync(path, 'utf8') === text) return;
  } catch {
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(path, text);
}

const inventory = { publicUrl: undefined, inventoryPrefix: '', publicDocs: false };
const documents = [
  describeInventory(inventory)(),
  describeShop({ publicUrl: undefined, shopNames: defaultShopNames })(),
] as const;
write('inventory.d.ts', describe(documents[0]));
write('shop.d.ts', describe(documents[1]));
write('limits.ts', limitsOf(documents));
