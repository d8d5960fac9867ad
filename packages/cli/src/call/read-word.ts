import type { Descriptor } from '@backroom/core/interface';

const number = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** A typed word as the type that its descriptor has; a word that does not fit stays as it is, for the route to refuse. */
export function readWord(word: string, descriptor: Descriptor | undefined): unknown {
  if (descriptor === undefined) return guess(word);
  if (descriptor.nullable && word === 'null') return null;
  switch (descriptor.type) {
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
        : word.split(',').map((part) => readWord(part.trim(), descriptor.items));
    case 'object':
      return asJson(word);
  }
}

/** What a member of a record may be whose type nobody has declared. */
function guess(word: string): unknown {
  if (word === 'null') return null;
  const asked = asNumber(word);
  return typeof asked === 'number' ? asked : asFlag(word);
}

/** A number, unless digits would be lost. */
const asNumber = (word: string): unknown =>
  number.test(word) && word.replace(/\D/g, '').length <= 15 ? Number(word) : word;

const asFlag = (word: string): unknown => (word === 'true' ? true : word === 'false' ? false : word);

function asJson(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}
