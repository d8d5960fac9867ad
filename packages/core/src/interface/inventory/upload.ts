import { DomainError } from '../../kernel/errors.ts';
import type { Progress } from '../../kernel/progress.ts';

/** Most bytes of an upload: 10 MiB. */
export const LARGEST_UPLOAD = 10 * 1024 * 1024;

/** A file that comes with a request, read while it arrives. */
export interface Upload {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Hears how far the work on it is. */
  readonly tell?: (progress: Progress) => void;
}

/** What a route gets beside its parameters when its body is a file. */
export interface Uploaded {
  readonly upload?: Upload;
}

/** The bytes of an upload, which may not be too many. */
export async function* bytesOf(upload: Upload | undefined): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  for await (const chunk of upload?.chunks ?? []) {
    length += chunk.length;
    if (length > LARGEST_UPLOAD)
      throw new DomainError('too-large', 'payload_too_large', 'The file is larger than 10 MiB.');
    yield chunk;
  }
}
