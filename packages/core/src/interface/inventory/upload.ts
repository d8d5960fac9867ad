import { DomainError } from '../../kernel/errors.ts';
import type { ProgressListener } from '../../kernel/progress.ts';

/** Maximum size of an upload: 10 MiB. */
export const LARGEST_UPLOAD = 10 * 1024 * 1024;

/** An uploaded file, streamed as it arrives. */
export interface Upload {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Callback for progress reports. */
  readonly onProgress?: ProgressListener;
}

/** Additional input of routes whose body is a file. */
export interface Uploaded {
  readonly upload?: Upload;
}

/** Streams the bytes of an upload and enforces its maximum size. */
export async function* bytesOf(upload: Upload | undefined): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  for await (const chunk of upload?.chunks ?? []) {
    length += chunk.length;
    if (length > LARGEST_UPLOAD)
      throw new DomainError('too-large', 'payload_too_large', 'The file is larger than 10 MiB.');
    yield chunk;
  }
}
