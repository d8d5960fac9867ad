import { plainTypeOf, type Schema } from '@backroom/core/interface';

const decimal = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** Converts an argument to the type of its descriptor; an unconvertible one stays a text, which the route refuses. */
export function parseValue(word: string, descriptor: Schema | undefined): unknown {
  if (descriptor === undefined) return guess(word);
  if (descriptor.nullable && word === 'null') return null;
  switch (plainTypeOf(descriptor)) {
    case 'string':
      return word;
    case 'integer':
    case 'number':
      return asNumber(word);
    case 'boolean':
      return asFlag(word);
    case 'array':
      return word.startsWith('[')
        ? asJson(word)
        : word.split(',').map((part) => parseValue(part.trim(), descriptor.items));
    case 'object':
      return asJson(word);
  }
}

/** Infers the type of an undeclared member: null, number, boolean or text. */
function guess(word: string): unknown {
  if (word === 'null') return null;
  const number = asNumber(word);
  return typeof number === 'number' ? number : asFlag(word);
}

/** A number of at most 15 digits, which is exact; else the text. */
const asNumber = (word: string): unknown =>
  decimal.test(word) && word.replace(/\D/g, '').length <= 15 ? Number(word) : word;

const asFlag = (word: string): unknown => (word === 'true' ? true : word === 'false' ? false : word);

function asJson(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}
