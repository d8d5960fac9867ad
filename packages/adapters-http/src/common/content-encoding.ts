import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Encodings in which long-lived responses are cached. */
export type Encoding = 'br' | 'gzip' | 'identity';

const preferred: readonly Encoding[] = ['br', 'gzip'];

/** The smallest encoding accepted by the client's `Accept-Encoding` (RFC 9110, 12.5.3). */
export function encodingFor(header: string | undefined): Encoding {
  if (header === undefined || header === '') return 'identity';
  const known = chosen.get(header);
  if (known) return known;
  const encoding = choose(header);
  if (chosen.size < most) chosen.set(header, encoding);
  return encoding;
}

/** Cache by header value: clients repeat the same few. */
const chosen = new Map<string, Encoding>();
const most = 100;

function choose(header: string): Encoding {
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return preferred.find((each) => (weights.get(each) ?? weights.get('*') ?? 0) > 0) ?? 'identity';
}

const squeezeBrotli = promisify(brotliCompress);
const squeezeGzip = promisify(gzip);

/** Compresses a text in every encoding; done once per text, hence at the best quality. */
export async function encodeAll(text: string): Promise<Readonly<Record<Encoding, Buffer>>> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([squeezeBrotli(identity, { params }), squeezeGzip(identity, { level: 9 })]);
  return { br, gzip: gz, identity };
}
