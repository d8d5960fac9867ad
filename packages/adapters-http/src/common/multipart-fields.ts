import { once } from 'node:events';
import { DomainError } from '@backroom/core';
import type { SentFile } from '@backroom/core/interface';
import { WorkPacer } from '@backroom/core/kernel';
import busboy from 'busboy';
import { tooManyFields } from './form-fields.ts';
import { yieldTurn } from './pacing.ts';

/** A field of a multipart form: a text or an uploaded file. */
export type MultipartField = readonly [name: string, value: string | SentFile];

/** A complete `multipart/form-data` body. */
export interface MultipartBody {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly mostFields: number;
}

/** Bytes parsed between two yields to the event loop. */
const PIECE = 16_384;

/**
 * Parses the fields of a multipart body in order.
 * @throws DomainError `rest_invalid_form`; `payload_too_large` for more than `mostFields` fields
 */
export async function readMultipart({ contentType, bytes, mostFields }: MultipartBody): Promise<MultipartField[]> {
  const fields: MultipartField[] = [];
  try {
    const form = openForm(contentType, bytes.length);
    const closed = once(form, 'close');
    closed.catch(() => {});
    form.on('field', (name, value) => void fields.push([name, value]));
    form.on('file', (name, file, { filename, mimeType }) => {
      const parts: Buffer[] = [];
      const place = fields.push([name, '']) - 1;
      file.on('data', (part: Buffer) => void parts.push(part));
      file.on('end', () => {
        fields[place] = [name, inMemory({ name: filename ?? '', type: mimeType }, parts)];
      });
      // A malformed form is reported once, for the whole form.
      file.on('error', () => {});
    });
    const pacer = new WorkPacer(yieldTurn, PIECE);
    for (let start = 0; start < bytes.length && fields.length <= mostFields; start += PIECE) {
      form.write(bytes.subarray(start, start + PIECE));
      await pacer.spend(PIECE);
    }
    if (fields.length > mostFields) throw tooManyFields(mostFields);
    form.end();
    await closed;
    return fields;
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    throw invalidForm(cause);
  }
}

/** The body is not a form. */
export const invalidForm = (cause: unknown): DomainError =>
  new DomainError('malformed', 'rest_invalid_form', 'The body is not a form.', {}, cause);

const inMemory = (about: Pick<SentFile, 'name' | 'type'>, parts: readonly Buffer[]): SentFile => ({
  ...about,
  size: parts.reduce((size, part) => size + part.byteLength, 0),
  async *chunks() {
    yield* parts;
  },
});

const openForm = (contentType: string, longest: number): busboy.Busboy =>
  busboy({
    headers: { 'content-type': contentType },
    defParamCharset: 'utf8',
    preservePath: true,
    limits: { fieldSize: longest, fieldNameSize: longest },
  });
