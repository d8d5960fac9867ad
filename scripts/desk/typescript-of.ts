/** A part of an OpenAPI 3.1 document. */
export type Json = { readonly [name: string]: unknown };

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const quoted = (text: string): string => JSON.stringify(text);
const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));

/** TypeScript type of a JSON schema; what a schema does not declare is `unknown`. */
export function typeOf(schema: unknown): string {
  if (!isJson(schema)) return 'unknown';
  if (typeof schema.$ref === 'string') return `S[${quoted(schema.$ref.split('/').at(-1) ?? '')}]`;
  if ('const' in schema) return quoted(schema.const as string);
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  for (const [word, sign] of [
    ['anyOf', ' | '],
    ['oneOf', ' | '],
    ['allOf', ' & '],
  ] as const) {
    if (Array.isArray(schema[word])) return `(${schema[word].map(typeOf).join(sign)})`;
  }
  const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string | undefined];
  return types.map((type) => plainType(type, schema)).join(' | ');
}

function plainType(type: string | undefined, schema: Json): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return `(${typeOf(schema.items)})[]`;
    case 'object':
      return objectType(schema);
    default:
      return isJson(schema.properties) ? objectType(schema) : 'unknown';
  }
}

function objectType({ properties, required, additionalProperties }: Json): string {
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const members = Object.entries(isJson(properties) ? properties : {}).map(
    ([name, schema]) => `${nameOf(name)}${isRequired(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  const others = isJson(additionalProperties) ? typeOf(additionalProperties) : 'unknown';
  if (members.length === 0) return `{ [name: string]: ${others} }`;
  return `{ ${members.join('; ')} }`;
}
