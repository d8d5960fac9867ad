import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip } from 'node:zlib';
import type { OutboundLimits } from '@backroom/core/outbound';
import { outboundFailed } from '@backroom/core/outbound';

/** Codings of bodies that can be read, for `Accept-Encoding`. */
export const CODINGS = 'gzip, br';

/** The body of an answer, decompressed. */
export interface ResponseBody {
  readonly body: Uint8Array;
  readonly isCut: boolean;
}

/**
 * Reads a body up to the limit; the limit holds for the received bytes and for the decompressed ones.
 * @throws DomainError `outbound_failed` for a longer body or an unknown coding
 */
export async function readBody(
  received: Readable,
  coding: string | undefined,
  { bodyBytes, longerBody }: OutboundLimits,
): Promise<ResponseBody> {
  const chunks: Uint8Array[] = [];
  let left = bodyBytes;
  for await (const chunk of decoded(received, coding, bodyBytes) as AsyncIterable<Uint8Array>) {
    if (chunk.length > left) {
      if (longerBody === 'refuse') throw outboundFailed(`the body is longer than ${bodyBytes} bytes`);
      chunks.push(chunk.subarray(0, left));
      return { body: Buffer.concat(chunks), isCut: true };
    }
    chunks.push(chunk);
    left -= chunk.length;
  }
  return { body: Buffer.concat(chunks), isCut: false };
}

/** Decodes text in the charset of a content type; malformed characters are replaced. */
export function textOf(body: Uint8Array, contentType = ''): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

function decoded(received: Readable, coding: string | undefined, bodyBytes: number): Readable {
  const decoder = decoderOf(coding);
  if (decoder === undefined) return received;
  let count = 0;
  received.on('data', (chunk: Uint8Array) => {
    count += chunk.length;
    if (count > bodyBytes) received.destroy(outboundFailed(`the compressed body is longer than ${bodyBytes} bytes`));
  });
  return pipeline(received, decoder, () => {
    // The reader of the decoder gets the error.
  });
}

/** A body that ends early is an error of the connection, not of the decoder, hence the tolerant flush for an empty body. */
function decoderOf(coding: string | undefined): Transform | undefined {
  switch (coding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      throw outboundFailed('the body has an unknown coding');
  }
}
