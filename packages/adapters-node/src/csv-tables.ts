import { Readable } from 'node:stream';
import { DomainError } from '@backroom/core';
import {
  type Delimiter,
  delimiterOf,
  LARGEST_ROW,
  type TableStyle,
  type Tables,
  WorkPacer,
} from '@backroom/core/kernel';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { yieldTurn } from './pacing.ts';

/** Characters per piece: the parser parses a piece synchronously, and an empty row is one character. */
const PIECE = 2_048;

/** CSV through `csv-parse` and `csv-stringify`. */
export class CsvTables implements Tables {
  async *read(bytes: AsyncIterable<Uint8Array>, delimiter?: Delimiter): AsyncGenerator<readonly string[]> {
    const chunks = bytes[Symbol.asyncIterator]();
    try {
      const head = await headerOf(chunks);
      yield* this.#rows(checked(head, chunks), delimiter ?? delimiterOf(new TextDecoder().decode(head)));
    } finally {
      await chunks.return?.();
    }
  }

  async *#rows(text: AsyncGenerator<string>, delimiter: Delimiter): AsyncGenerator<readonly string[]> {
    const pacer = new WorkPacer(yieldTurn);
    const source = Readable.from(inPieces(text));
    const parser = parse({
      delimiter,
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: LARGEST_ROW,
    });
    source.on('error', (error) => parser.destroy(error));
    source.pipe(parser);
    try {
      for await (const row of parser as AsyncIterable<readonly string[]>) {
        yield row;
        const turn = pacer.spend(row.length);
        if (turn) await turn;
      }
    } catch (error) {
      throw refusalOf(error);
    } finally {
      source.destroy();
      parser.destroy();
    }
  }

  write(rows: readonly (readonly string[])[], { quotesBlanks = false }: TableStyle = {}): string {
    // By default the writer quotes only its own record delimiter, but readers split at lone CR and LF too.
    return stringify(rows as string[][], { record_delimiter: '\r\n', quoted_match: quotesBlanks ? /\s/ : /[\r\n]/ });
  }
}

/** The first chunks, up to the one with the end of the header row. */
async function headerOf(chunks: AsyncIterator<Uint8Array>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (!head.includes('\n') && head.length <= LARGEST_ROW) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

/** The text in pieces of bounded length, yielding to the event loop between them. */
async function* inPieces(text: AsyncGenerator<string>): AsyncGenerator<string> {
  const pacer = new WorkPacer(yieldTurn, PIECE);
  for await (const whole of text) {
    for (let start = 0; start < whole.length; start += PIECE) {
      const piece = whole.slice(start, start + PIECE);
      yield piece;
      const turn = pacer.spend(piece.length);
      if (turn) await turn;
    }
  }
}

/**
 * Decodes the bytes as UTF-8.
 * @throws DomainError `malformed_csv` for other bytes and for NUL
 */
async function* checked(head: Buffer, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  yield decodedBy(decoder, head);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield decodedBy(decoder, next.value);
  yield decodedBy(decoder);
}

function decodedBy(decoder: TextDecoder, bytes?: Uint8Array): string {
  let text: string;
  try {
    text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw malformed('The table is not UTF-8.', cause);
  }
  if (text.includes('\0')) throw malformed('The table contains NUL, which no text does.');
  return text;
}

const malformed = (message: string, cause?: unknown): DomainError =>
  new DomainError('malformed', 'malformed_csv', message, {}, cause);

function refusalOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const row = typeof error.records === 'number' ? ` near row ${error.records + 1}` : '';
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new DomainError('too-large', 'payload_too_large', `A row${row} is larger than 64 KiB.`, {}, error);
    case 'CSV_QUOTE_NOT_CLOSED':
      return malformed('The table ends inside of quotes.', error);
    default:
      return malformed(`The quotes${row} cannot be understood.`, error);
  }
}
