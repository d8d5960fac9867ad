import type { TableFormat } from './table-answer.ts';

const types: Readonly<Record<TableFormat, RegExp>> = {
  json: /^(?:application\/json|application\/\*|\*\/\*)$/,
  csv: /^(?:text\/csv|text\/\*)$/,
};

/** Table format preferred by an `Accept` header (RFC 9110, 12.5.1); JSON unless CSV is preferred to it. */
export function preferredFormat(accept: string | undefined): TableFormat {
  const ranges = (accept ?? '*/*').split(',').map(rangeOf);
  const likes = (format: TableFormat) =>
    Math.max(0, ...ranges.filter(({ type }) => types[format].test(type)).map(({ weight }) => weight));
  return likes('csv') > likes('json') ? 'csv' : 'json';
}

function rangeOf(range: string): { readonly type: string; readonly weight: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  // `*/*` ranks just below an explicit type of the same weight.
  const isAnything = type === '*/*' ? 0.999 : 1;
  return { type, weight: (weight === undefined ? 1 : Number(weight) || 0) * isAnything };
}
