/** What may separate the cells of a row. */
export const delimiters = [',', ';', '\t'] as const;
/** One of `delimiters`: what separates cells. */
export type Delimiter = (typeof delimiters)[number];

/** Most bytes of one row of a table that is read: 64 KiB. */
export const LARGEST_ROW = 65_536;

/** How tables are written. */
export interface TableStyle {
  /** Whether cells with a blank stand in quotes, as cells with a comma, a quote or a line break always do. */
  readonly quotesBlanks?: boolean;
}

/** Tables as text: CSV in UTF-8 (RFC 4180). */
export interface Tables {
  /**
   * Reads rows one after another, the header among them, and no further than they are asked for. A blank line is a row of one
   * empty cell; a byte order mark is no part of the first cell. Without a delimiter the header tells which it is.
   * It yields to the event loop after each `UNITS_PER_TURN` cells.
   * @throws DomainError `malformed_csv`, `payload_too_large`
   */
  read(bytes: AsyncIterable<Uint8Array>, delimiter?: Delimiter): AsyncIterable<readonly string[]>;
  /** Writes rows, each ended by CRLF; reading gives the same cells again, whatever stands in them. */
  write(rows: readonly (readonly string[])[], style?: TableStyle): string;
}

/** The delimiter that stands most often in a header, outside of quotes; a comma where there is none at all. */
export function delimiterOf(header: string): Delimiter {
  const plain = header.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const countOf = (delimiter: Delimiter) => plain.split(delimiter).length;
  return delimiters.reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
}
