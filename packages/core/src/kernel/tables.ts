/** The supported cell delimiters. */
export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Maximum bytes of one row that is read: 64 KiB. */
export const LARGEST_ROW = 65_536;

/** Options for writing tables. */
export interface TableStyle {
  /** Also quotes cells with a blank. Cells with a comma, a quote or a line break are always quoted. */
  readonly quotesBlanks?: boolean;
}

/** Tables as text: CSV in UTF-8 (RFC 4180). */
export interface Tables {
  /**
   * Streams rows, including the header, and reads no further ahead than the consumer. A blank line is a row of one empty
   * cell; a byte order mark is skipped. Without a delimiter it is detected from the header.
   * Yields to the event loop after each `UNITS_PER_TURN` cells.
   * @throws DomainError `malformed_csv`, `payload_too_large`
   */
  read(bytes: AsyncIterable<Uint8Array>, delimiter?: Delimiter): AsyncIterable<readonly string[]>;
  /** Writes rows, each ended by CRLF; `read` restores the same cells, whatever they contain. */
  write(rows: readonly (readonly string[])[], style?: TableStyle): string;
}

/** Detects the delimiter: the most frequent one in the header outside of quotes; a comma if there is none. */
export function delimiterOf(header: string): Delimiter {
  const plain = header.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const countOf = (delimiter: Delimiter) => plain.split(delimiter).length;
  return delimiters.reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
}
